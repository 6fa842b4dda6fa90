"""People who are not mailed, and those who still are: other choice, deleted, out of date, withdrawn, revoked, used."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges, lifecycle
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club, ClubMember, JoinRequest
from logbook.clubs.services import clubs, news, removals
from logbook.crews.models.crews import Crew
from logbook.crews.services import crews
from logbook.notifications.models import ClubEvent, OutboxMail, Webhook
from logbook.notifications.services import digests, mails, outbox
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON, make, table_of
from tests.conftest import person
from tests.notifications.scenes import DAY, choose, told

pytestmark = pytest.mark.django_db

Act = Callable[[Club, Player], object]
NEWS = "Night Watch: We meet"


@pytest.fixture
def each(club: Club, alice: Player, bob: Player, olga: Player) -> Club:
    """Alice and Bob want a mail for each event, Olga none."""
    choose(alice, club, "each")
    choose(bob, club, "each")
    choose(olga, club, "off")
    return club


def send_all() -> None:
    for pk in OutboxMail.objects.order_by("pk").values_list("pk", flat=True):
        mails.send_outbox_mail(outbox_mail_id=pk)


def spread() -> None:
    for pk in ClubEvent.objects.order_by("pk").values_list("pk", flat=True):
        outbox.fan_out_event(club_event_id=pk)


# --- recipients


def weekly(club: Club, player: Player) -> None:
    choose(player, club, "weekly")


def off(club: Club, player: Player) -> None:
    choose(player, club, "off")


def out(club: Club, player: Player) -> None:
    """The player leaves the club, and the crew that plays in it."""
    clubs.leave_club(club=club, player=player)
    for crew in club.crews.all():
        crews.leave_crew(crew=crew, player=player)


def removed(club: Club, player: Player) -> None:
    owner = club.members.get(role=ClubMember.Role.OWNER).player
    removals.remove_member(club=club, by=owner, player=player)


def address_doubted(_club: Club, player: Player) -> None:
    assert player.user is not None
    EmailAddress.objects.create(user=player.user, email=player.user.email, primary=True, verified=False)


def no_account(_club: Club, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(user=None)


def stays(_club: Club, _player: Player) -> None:
    """Nothing changes."""


GOES = (weekly, off, out, removed, address_doubted, no_account)


@pytest.mark.parametrize("late", [False, True], ids=["before it is passed on", "before it is sent"])
@pytest.mark.parametrize("go", GOES)
def test_a_person_who_may_no_longer_hear_it_gets_no_mail(
    each: Club, olga: Player, bob: Player, go: Act, late: bool
) -> None:
    news.write_news(club=each, by=olga, title="We meet", text="x")
    if late:
        spread()
    go(each, bob)
    spread()
    send_all()
    assert told() == [("alice", NEWS)]
    assert not OutboxMail.objects.filter(sent_at=None).exists()


def test_who_is_still_there_is_mailed(each: Club, olga: Player, bob: Player) -> None:
    news.write_news(club=each, by=olga, title="We meet", text="x")
    clubs.leave_club(club=each, player=bob)  # With their crew they still play here.
    spread()
    send_all()
    assert told() == [("alice", NEWS), ("bob", NEWS)]


def test_who_chose_for_one_club_is_not_mailed_of_another(each: Club, olga: Player, alice: Player, bob: Player) -> None:
    second = clubs.create_club(player=olga, name="Day Watch")
    for player in (alice, bob):
        clubs.join_club(club=second, player=player)
    choose(alice, second, "each")
    news.write_news(club=second, by=olga, title="We meet", text="x")
    spread()
    send_all()
    assert told() == [("alice", "Day Watch: We meet")]


# --- events out of date


def state_is(state: str, challenge: Challenge) -> None:
    Challenge.objects.filter(pk=challenge.pk).update(state=state, opened_at=NOON)


def opening_has_come(challenge: Challenge) -> None:
    Challenge.objects.filter(pk=challenge.pk).update(opens_at=timezone.now() - HOUR)


SUBJECTS = {
    "announced": "new challenge",
    "opened": "open now",
    "closing": "closes soon",
    "results": "results",
    "cancelled": "cancelled",
}


@pytest.mark.parametrize(
    ("kind", "state", "overtake", "is_told"),
    [
        ("announced", "scheduled", None, True),
        ("announced", "preparing", None, True),
        ("announced", "scheduled", partial(state_is, "cancelled"), False),
        ("announced", "scheduled", opening_has_come, False),
        ("opened", "open", None, True),
        ("opened", "open", partial(state_is, "paused"), False),
        ("opened", "open", partial(state_is, "closed"), False),
        ("opened", "open", partial(state_is, "cancelled"), False),
        ("closing", "open", None, True),
        ("closing", "open", partial(state_is, "paused"), False),
        ("closing", "open", partial(state_is, "closed"), False),
        ("results", "closed", None, True),
        ("cancelled", "cancelled", None, True),
    ],
)
@pytest.mark.parametrize("late", [False, True], ids=["before it is passed on", "before it is sent"])
def test_what_was_overtaken_is_not_mailed(
    each: Club, olga: Player, kind: str, state: str, overtake: Callable[[Challenge], None] | None, is_told: bool,
    late: bool,
) -> None:  # fmt: skip
    with time_machine.travel(NOON, tick=False):
        challenge = make(each, olga, opens_at=NOON + HOUR, closes_at=NOON + 9 * HOUR)
        ClubEvent.objects.all().delete()
        state_is(state, challenge)
        outbox.challenge_changed(challenge.pk, kind)
        if late:
            spread()
        if overtake is not None:
            overtake(challenge)
        spread()
        send_all()
    assert told() == [(name, f"Week 47: {SUBJECTS[kind]}") for name in ("alice", "bob") if is_told]


@pytest.mark.parametrize("late", [False, True], ids=["before it is passed on", "before it is sent"])
def test_who_is_through_is_not_told_that_it_closes(
    each: Club, olga: Player, crew: Crew, rivals: Crew, alice: Player, charlie: Player, late: bool
) -> None:
    choose(charlie, each, "each")
    with time_machine.travel(NOON, tick=False):
        challenge = make(each, olga)
        challenges.prepare_challenge(challenge_id=challenge.pk)
        challenge.refresh_from_db()
        ClubEvent.objects.all().delete()
        outbox.challenge_changed(challenge.pk, "closing")
        if late:
            spread()
        for number in (1, 2):
            table = table_of(challenge, crew, alice, number)
            table.state = "won"
            table.save()
        spread()
        send_all()
    assert told() == [("charlie", "Week 47: closes soon")]


@pytest.mark.parametrize("by_digest", [False, True])
@pytest.mark.parametrize("taken_back", [False, True])
def test_a_decision_that_was_taken_back_is_not_mailed(
    each: Club, olga: Player, bob: Player, by_digest: bool, taken_back: bool
) -> None:
    choose(bob, each, "weekly" if by_digest else "off")
    with time_machine.travel(NOON, tick=False) as clock:
        challenge = make(each, olga)
        challenges.prepare_challenge(challenge_id=challenge.pk)
        challenge.refresh_from_db()
        clock.shift(HOUR / 2)
        decision = Decision(challenge, olga, "Snow on the road")
        ruling = lifecycle.extend_challenge(decision, closes_at=NOON + 30 * DAY)
        if taken_back:
            lifecycle.take_back_extension(ruling=ruling, decision=decision)
        clock.shift(HOUR / 4)
        spread()
        if by_digest:
            OutboxMail.objects.all().delete()
            clock.shift(7 * DAY)
            digests.write_digests()
        send_all()
    said = [letter for letter in mail.outbox if "Snow on the road" in str(letter.body)]
    names = ["bob"] if by_digest else ["alice"]
    assert [letter.to[0].partition("@")[0] for letter in said] == ([] if taken_back else names)
    # News of the challenge itself still arrive.
    if by_digest:
        assert "Week 47" in str(mail.outbox[-1].body)


# --- mails to organizers


@pytest.fixture
def organized(club: Club, alice: Player) -> Club:
    """Alice owns the club and has switched notifications off; Olga organizes."""
    choose(alice, club, "off")
    return club


def knock(club: Club) -> str:
    clubs.ask_to_join(club=club, player=person("Zoe"), text="")
    return "Night Watch: Zoe wants to join"


def hook_fails(club: Club) -> str:
    hook = Webhook.objects.create(club=club, url="https://example.org/hook", disabled_at=timezone.now())
    outbox.notify_webhook_disabled(hook)
    return "Night Watch: a webhook has been turned off"


def preparing_fails(club: Club) -> str:
    challenge = make(club, ClubMember.objects.get(club=club, role="owner").player)
    Challenge.objects.filter(pk=challenge.pk).update(state="failed")
    outbox.notify_challenge_unprepared(challenge)
    return "Night Watch: Week 47 couldn’t be prepared"


def off_elsewhere(_club: Club, player: Player) -> None:
    choose(player, clubs.create_club(player=player, name="Day Watch"), "off")


def demoted(club: Club, player: Player) -> None:
    club.members.filter(player=player).update(role="member")


TO_ORGANIZERS = (knock, hook_fails, preparing_fails)


@pytest.mark.parametrize("late", [False, True], ids=["before it is written", "before it is sent"])
@pytest.mark.parametrize("go", [stays, weekly, off_elsewhere, demoted, out, removed, off, address_doubted, no_account])
@pytest.mark.parametrize("happen", TO_ORGANIZERS)
def test_letters_to_organizers_go_to_organizers_who_want_them(
    organized: Club, olga: Player, happen: Callable[[Club], str], go: Act, late: bool
) -> None:
    if not late:
        go(organized, olga)
    subject = happen(organized)
    if late:
        go(organized, olga)
    send_all()
    assert told() == ([("olga", subject)] if go in (stays, weekly, off_elsewhere) else [])


def answered(club: Club) -> None:
    clubs.answer_join_request(request=JoinRequest.objects.get(), by=club.members.get(role="owner").player, accept=False)


def asked_anew(club: Club) -> None:
    answered(club)
    JoinRequest.objects.update(answered_at=timezone.now() - timedelta(days=9), asked_at=NOON)
    clubs.ask_to_join(club=club, player=Player.objects.get(name="Zoe"), text="Again")


def on_again(_club: Club) -> None:
    Webhook.objects.update(disabled_at=None)


def deleted(_club: Club) -> None:
    Webhook.objects.all().delete()


def off_anew(_club: Club) -> None:
    Webhook.objects.update(disabled_at=timezone.now() + HOUR)
    outbox.notify_webhook_disabled(Webhook.objects.get())


def prepared_after_all(_club: Club) -> None:
    Challenge.objects.update(state="scheduled")


@pytest.mark.parametrize(
    ("happen", "overtake", "times"),
    [
        (knock, answered, 0),
        (knock, asked_anew, 1),
        (hook_fails, on_again, 0),
        (hook_fails, deleted, 0),
        (hook_fails, off_anew, 1),
        (preparing_fails, prepared_after_all, 0),
    ],
)
def test_letters_to_organizers_that_were_overtaken_are_not_sent(
    organized: Club, happen: Callable[[Club], str], overtake: Callable[[Club], None], times: int
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        subject = happen(organized)
        clock.shift(DAY)
        overtake(organized)
        send_all()
    assert told() == [("olga", subject)] * times


# --- digests

MONDAY = datetime(2026, 11, 23, 8, tzinfo=UTC)


def every(club: Club, player: Player) -> None:
    choose(player, club, "each")


@pytest.mark.parametrize("late", [False, True], ids=["before it is written", "before it is sent"])
@pytest.mark.parametrize("go", [stays, every, off, out, removed, address_doubted, no_account])
def test_digests_go_to_who_chose_them_and_is_there(
    club: Club, olga: Player, alice: Player, bob: Player, go: Act, late: bool
) -> None:
    choose(olga, club, "off")
    with time_machine.travel(MONDAY - DAY, tick=False) as clock:
        news.write_news(club=club, by=olga, title="We meet", text="x")
        clock.move_to(MONDAY + HOUR)
        if late:
            digests.write_digests()
        go(club, bob)
        digests.write_digests()
        send_all()
    names = ("alice", "bob") if go is stays else ("alice",)
    assert told() == [(name, "Your clubs this week") for name in names]


def test_a_digest_leaves_out_the_clubs_that_are_switched_off(club: Club, olga: Player, bob: Player) -> None:
    second = clubs.create_club(player=olga, name="Day Watch")
    clubs.join_club(club=second, player=bob)
    with time_machine.travel(MONDAY - DAY, tick=False) as clock:
        news.write_news(club=club, by=olga, title="We meet at night", text="x")
        news.write_news(club=second, by=olga, title="We meet by day", text="x")
        choose(bob, second, "off")
        clock.move_to(MONDAY + HOUR)
        digests.write_digests()
        send_all()
    (body,) = [str(letter.body) for letter in mail.outbox if letter.to == ["bob@example.org"]]
    assert ("We meet at night" in body, "We meet by day" in body) == (True, False)
