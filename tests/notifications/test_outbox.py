"""Club events reach the people who want them: once each, and also after an outage."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges, lifecycle
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club
from logbook.clubs.services import news
from logbook.crews.models.crews import Crew
from logbook.notifications import tasks
from logbook.notifications.models import ClubEvent, OutboxMail
from logbook.notifications.services import mails, outbox
from logbook.people.models.players import Player
from logbook.people.selectors import address_of
from tests.challenges.random_histories import Fates
from tests.challenges.scenes import HOUR, NOON, deal, end, make, table_of
from tests.conftest import SignedIn
from tests.notifications.scenes import DAY, choose, html_of, settle, told


def kinds() -> list[str]:
    return list(ClubEvent.objects.order_by("pk").values_list("kind", flat=True))


def test_the_life_of_a_challenge_is_told_once_each(each: Club, olga: Player, alice: Player, crew: Crew) -> None:
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenge = make(each, olga)
        settle(clock)
        clock.move_to(NOON)
        challenges.prepare_challenge(challenge_id=challenge.pk)
        settle(clock)
        challenge.refresh_from_db()
        table = table_of(challenge, crew, alice)
        deal(table, alice)
        end(table, won=True)
        clock.move_to(NOON + 2 * HOUR)
        lifecycle.open_and_close_due()
        settle(clock)
    assert kinds() == ["announced", "opened", "results"]
    assert told() == [
        (name, f"Week 47: {what}") for name in ("alice", "bob") for what in ("new challenge", "open now", "results")
    ]
    challenge.refresh_from_db()
    bodies = "".join(str(message.body) for message in mail.outbox)
    assert "First place: Aurora." in bodies
    html = html_of(mail.outbox[-1])
    assert html.index("display:none") < html.index("The challenge has closed") < html.index("<h1"), "preview text"
    assert "See the standings" in html
    assert "2 missions of Planet Nine for 3 players." in bodies
    assert challenge.commitment in bodies
    html = "".join(html_of(message) for message in mail.outbox)
    seeds = [deal.seed for stage in challenge.stages.all() for deal in stage.deals.all() if deal.seed]
    assert seeds
    assert not [secret for secret in (challenge.secret, challenge.base_seed, *seeds) if secret in bodies + html]


def test_what_was_overtaken_during_an_outage_is_not_told(each: Club, olga: Player) -> None:
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenge = make(each, olga)
        challenges.prepare_challenge(challenge_id=challenge.pk)
        clock.move_to(NOON + DAY)
        lifecycle.open_and_close_due()
        settle(clock)
    assert kinds() == ["announced", "opened", "results"]
    assert [(to, "results are in" in str(message.body)) for message in mail.outbox for to in message.to] == [
        ("alice@example.org", True),
        ("bob@example.org", True),
    ]


def test_what_a_crash_left_unnoted_is_found(each: Club, olga: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        challenge = make(each, olga)
        ClubEvent.objects.all().delete()
        over = {"state": "closed", "closed_at": NOON + HOUR, "counted_at": NOON + HOUR}
        Challenge.objects.filter(pk=challenge.pk).update(opened_at=NOON, **over)
        clock.shift(2 * HOUR)
        settle(clock)
    assert sorted(kinds()) == ["announced", "opened", "results"]
    assert len(told()) == 2


def test_only_unfinished_crews_hear_that_a_challenge_closes(
    each: Club, olga: Player, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    choose(charlie, each, "each")
    with time_machine.travel(NOON, tick=False) as clock:
        challenge = make(each, olga, closes_at=NOON + 7 * DAY)
        challenges.prepare_challenge(challenge_id=challenge.pk)
        challenge.refresh_from_db()
        for number in (1, 2):
            table = table_of(challenge, crew, alice, number)
            table.state = "won"
            table.save()
        clock.shift(5 * DAY)
        settle(clock)
        mail.outbox.clear()
        clock.shift(1.5 * DAY)
        settle(clock)
    assert told() == [("charlie", "Week 47: closes soon")]
    assert "closes soon" in str(mail.outbox[0].body)


def test_challenge_closes_soon_once_more_after_an_extension(each: Club, olga: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        challenge = make(each, olga, closes_at=NOON + 3 * DAY)
        challenges.prepare_challenge(challenge_id=challenge.pk)
        clock.shift(2 * DAY + HOUR)
        settle(clock)
        mail.outbox.clear()
        challenge.refresh_from_db()
        lifecycle.extend_challenge(Decision(challenge, olga, "Snow"), closes_at=challenge.closes_at + HOUR)
        settle(clock)
        assert not [one for one in mail.outbox if "closes soon" in str(one.body)]
        lifecycle.extend_challenge(Decision(challenge, olga, "More snow"), closes_at=NOON + 10 * DAY)
        settle(clock)
        assert not [one for one in mail.outbox if "closes soon" in str(one.body)]
        clock.move_to(NOON + 9 * DAY + HOUR, tick=False)
        settle(clock)
    assert sorted(one.to[0] for one in mail.outbox if "closes soon" in str(one.body)) == [
        "alice@example.org",
        "bob@example.org",
    ]


def test_organizers_hear_that_a_challenge_could_not_be_prepared(
    each: Club, bob: Player, olga: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(olga, each, "weekly")
    Fates({}).come_true(monkeypatch)
    with time_machine.travel(NOON - DAY, tick=False) as clock:
        challenge = make(each, olga)
        challenges.prepare_challenge(challenge_id=challenge.pk)
        settle(clock)
        settle(clock)
        page = reverse("club", args=(each.slug,))
        said = ["no winnable deal was found" in signed_in(one).get(page).text for one in (olga, bob)]
    letters = [one for one in mail.outbox if "couldn’t be prepared" in str(one.subject)]
    assert sorted(one.to[0] for one in letters) == ["alice@example.org", "olga@example.org"]
    assert "On its page, you can search for more deals" in str(letters[0].body)
    assert reverse("challenge", args=(challenge.pk,)) in html_of(letters[0])
    assert said == [True, False]


def test_a_short_window_is_not_called_closing(each: Club, olga: Player) -> None:
    with time_machine.travel(NOON, tick=False):
        challenges.prepare_challenge(challenge_id=make(each, olga, closes_at=NOON + DAY).pk)
        tasks.send_overlooked_notifications()
    assert "closing" not in kinds()


def test_news_are_mailed_at_once_and_as_text(
    each: Club, olga: Player, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        news.write_news(club=each, by=olga, title="We\r\nmeet", text="<script>1</script>\nhttps://example.org")
    assert told() == [("alice", "Night Watch: We meet"), ("bob", "Night Watch: We meet")]
    message = mail.outbox[0]
    html = html_of(message)
    assert "<script>1</script>" in str(message.body)
    assert "<script>" not in html
    assert 'href="https://example.org"' in html


def test_deleted_news_are_not_sent(each: Club, olga: Player) -> None:
    post = news.write_news(club=each, by=olga, title="Oops", text="x")
    news.delete_news(news=post)
    tasks.send_overlooked_notifications()
    assert not OutboxMail.objects.exists()


@pytest.mark.parametrize("is_spread", [False, True])
def test_restored_news_are_sent_once(each: Club, olga: Player, is_spread: bool) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        post = news.write_news(club=each, by=olga, title="Oops", text="x")
        if is_spread:
            outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
        news.delete_news(news=post)
        for _ in range(2):
            clock.shift(timedelta(minutes=4))
            tasks.send_overlooked_notifications()
            for waiting in OutboxMail.objects.all():
                mails.send_outbox_mail(outbox_mail_id=waiting.pk)
            assert not mail.outbox
        news.restore_news(news=post.pk, by=olga)
        for _ in range(2):
            clock.shift(timedelta(minutes=4))
            tasks.send_overlooked_notifications()
        assert told() == [("alice", "Night Watch: Oops"), ("bob", "Night Watch: Oops")]


def test_a_mail_server_that_is_down_delays_and_doubles_nothing(
    each: Club, olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    down = True
    real = EmailBackend.send_messages

    def send(self: EmailBackend, messages: list[object]) -> int:
        if down:
            raise smtplib.SMTPServerDisconnected
        return int(real(self, messages) or 0)  # type: ignore[arg-type]

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    with time_machine.travel(NOON, tick=False) as clock:
        news.write_news(club=each, by=olga, title="We meet", text="x")
        clock.shift(HOUR)
        tasks.send_overlooked_notifications()
        clock.shift(timedelta(minutes=2))
        tasks.send_overlooked_notifications()
        assert set(OutboxMail.objects.values_list("tries", "sent_at")) == {(1, None)}
        down = False
        tasks.send_overlooked_notifications()
        assert not mail.outbox, "not before its time"
        settle(clock)
    assert told() == [("alice", "Night Watch: We meet"), ("bob", "Night Watch: We meet")]


def test_a_refused_address_is_given_up(each: Club, olga: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: EmailBackend, messages: list[object]) -> int:
        raise smtplib.SMTPRecipientsRefused({"bob@example.org": (550, b"no such box")})

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    with time_machine.travel(NOON, tick=False) as clock:
        news.write_news(club=each, by=olga, title="We meet", text="x")
        clock.shift(HOUR)
        settle(clock)
    assert set(OutboxMail.objects.values_list("tries", "note")) == {(1, "the address was refused")}


def test_two_workers_send_one_mail(each: Club, olga: Player) -> None:
    news.write_news(club=each, by=olga, title="We meet", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    notice = OutboxMail.objects.earliest("pk")
    assert outbox.claim_outbox_mail(notice.pk) is not None
    mails.send_outbox_mail(outbox_mail_id=notice.pk)
    assert not mail.outbox
    # The first worker died: after its claim has lapsed, the mail goes out with the same Message-ID.
    OutboxMail.objects.update(claimed_until=NOON)
    mails.send_outbox_mail(outbox_mail_id=notice.pk)
    mails.send_outbox_mail(outbox_mail_id=notice.pk)
    assert [message.extra_headers["Message-ID"] for message in mail.outbox] == [f"<notice-{notice.pk}@localhost>"]


def test_who_chose_otherwise_meanwhile_gets_nothing(each: Club, olga: Player, bob: Player) -> None:
    news.write_news(club=each, by=olga, title="We meet", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    choose(bob, each, "off")
    for pk in OutboxMail.objects.values_list("pk", flat=True):
        mails.send_outbox_mail(outbox_mail_id=pk)
    assert told() == [("alice", "Night Watch: We meet")]


def test_times_are_told_where_the_person_lives(each: Club, olga: Player, bob: Player, alice: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    Player.objects.filter(pk=alice.pk).update(time_zone="No/Where")
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        make(each, olga)
        settle(clock)
    bodies = {message.to[0]: str(message.body) for message in mail.outbox}
    assert "20 November 2026, 9 pm JST" in bodies["bob@example.org"]
    assert "20 November 2026, noon UTC" in bodies["alice@example.org"]


# --- choices


def test_nobody_is_written_to_at_an_address_they_have_not_confirmed(
    each: Club, olga: Player, bob: Player, signed_in: SignedIn
) -> None:
    assert bob.user is not None
    asked = EmailAddress.objects.create(user=bob.user, email="bob@example.org", primary=True, verified=False)
    news.write_news(club=each, by=olga, title="We meet", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    for pk in OutboxMail.objects.values_list("pk", flat=True):
        mails.send_outbox_mail(outbox_mail_id=pk)
    assert told() == [("alice", "Night Watch: We meet")]
    assert "confirm your email address" in signed_in(bob).get(reverse("profile-mails")).content.decode()
    asked.verified = True
    asked.save()
    assert address_of(bob) == "bob@example.org"


def test_a_long_queue_is_not_queued_again(each: Club, olga: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    news.write_news(club=each, by=olga, title="We meet", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    OutboxMail.objects.update(created_at=NOON)
    assert len(outbox.unsent_outbox_mails()) == 2
    monkeypatch.setattr(outbox, "MOST_A_SWEEP", 1)
    assert outbox.unsent_outbox_mails() == [OutboxMail.objects.earliest("pk").pk]


def test_a_letter_that_breaks_its_sender_is_not_tried_for_ever(each: Club, olga: Player) -> None:
    news.write_news(club=each, by=olga, title="We meet", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    OutboxMail.objects.update(tries=outbox.MOST_TRIES + 1, claimed_until=NOON)
    assert outbox.unsent_outbox_mails() == []


@pytest.fixture
def opened(each: Club, olga: Player, crew: Crew) -> Iterator[tuple[Challenge, time_machine.Traveller]]:
    """Yield an open challenge whose events were all sent."""
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenge = make(each, olga)
        clock.move_to(NOON)
        challenges.prepare_challenge(challenge_id=challenge.pk)
        settle(clock)
        mail.outbox.clear()
        yield challenge, clock


def told_to_alice(words: str) -> list[bool]:
    return [words in str(message.body) for message in mail.outbox if message.to == ["alice@example.org"]]


def test_a_pause_and_its_end_are_told_with_the_reason(
    opened: tuple[Challenge, time_machine.Traveller], olga: Player
) -> None:
    challenge, clock = opened
    lifecycle.pause_challenge(Decision(challenge, olga, "The hall is flooded."))
    settle(clock)
    lifecycle.resume_challenge(Decision(challenge, olga, "It is dry."))
    settle(clock)
    assert kinds()[-2:] == ["ruled", "ruled"]
    assert told_to_alice("The hall is flooded.") == [True, False]
    assert told_to_alice("The challenge has resumed and closes") == [False, True]


def test_a_pause_that_is_over_before_it_was_told_is_no_news(
    opened: tuple[Challenge, time_machine.Traveller], olga: Player
) -> None:
    challenge, clock = opened
    lifecycle.pause_challenge(Decision(challenge, olga, "The hall is flooded."))
    lifecycle.resume_challenge(Decision(challenge, olga, "It is dry."))
    settle(clock)
    assert told_to_alice("It is dry.") == [True]


def test_what_was_sent_long_ago_is_forgotten(each: Club, olga: Player) -> None:
    news.write_news(club=each, by=olga, title="We meet", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    first, second = OutboxMail.objects.order_by("pk").values_list("pk", flat=True)
    OutboxMail.objects.filter(pk=first).update(sent_at=NOON - 200 * DAY)
    with time_machine.travel(NOON, tick=False):
        outbox.delete_old_notifications()
    assert list(OutboxMail.objects.values_list("pk", flat=True)) == [second]
