"""Messages about organizers' decisions: crews read what a ruling changed, and founders and members of removals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.services import deal_access, rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club, ClubCrew, ClubCrewRemoval, ClubMember, ClubRemoval
from logbook.clubs.services import clubs, removals
from logbook.crews.models.crews import Crew, CrewMember
from logbook.notifications import tasks
from logbook.notifications.message_texts import message_text
from logbook.notifications.models import Message, MessageKind, OutboxMail
from logbook.notifications.services import choices, decision_messages, mails
from logbook.notifications.services.choices import Channels
from logbook.people.models.players import Player
from tests.challenges.conftest import play
from tests.challenges.scenes import NOON, stage_of, table_of
from tests.conftest import SignedIn
from tests.notifications.messages_scenes import sentences
from tests.notifications.scenes import choose, stop_of

pytestmark = pytest.mark.django_db

TITLE = "The test"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks about rulings run as they are queued."""

    def later(task: str, *arguments: Any, **_params: object) -> None:
        if task == "notifications.tell_ruled":
            tasks.tell_ruled(*arguments)

    monkeypatch.setattr("logbook.notifications.receivers.queue.later", later)


@pytest.fixture
def played(running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player) -> Challenge:
    """Aurora won stage 1 at the second attempt; Borealis at the first, and lost once at stage 2."""
    Challenge.objects.filter(pk=running.pk).update(title=TITLE)
    running.refresh_from_db()
    with time_machine.travel(NOON, tick=False):
        play(table_of(running, crew, alice), alice, "lw")
        play(table_of(running, rivals, charlie), charlie, "w")
        play(table_of(running, rivals, charlie, 2), charlie, "l")
    Message.objects.all().delete()
    return running


@pytest.fixture
def decision(played: Challenge, olga: Player) -> Decision:
    return Decision(played, olga, "A misdeal.")


def told() -> dict[str, list[str]]:
    """Return the sentences by name of the person, the oldest first."""
    found: dict[str, list[str]] = {}
    for message in Message.objects.select_related("player").order_by("pk"):
        found.setdefault(message.player.name, []).append(message_text(message).sentence)
    return found


def only(names: Sequence[str], *expected: str) -> None:
    assert told() == {name: list(expected) for name in names}


# --- rulings


def test_members_read_that_a_result_was_corrected_and_restored(
    decision: Decision, rivals: Crew, alice: Player, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    CrewMember.objects.create(crew=rivals, player=Player.objects.create(name="Gus"))
    stage = stage_of(decision.challenge, 2)
    ruling = rulings.correct_result(decision, stage=stage, crew=rivals, won=True, needed=1, distress=False)
    corrected = f"An organizer corrected the result of Borealis at stage 2 of {TITLE}. Reason: A misdeal."
    only(["Charlie"], corrected)
    assert sentences(signed_in(charlie)) == [f"{corrected} NEW"]
    assert f'href="/challenges/{decision.challenge.pk}/"' in signed_in(charlie).get("/messages/").text
    assert sentences(signed_in(alice)) == []
    rulings.take_back_ruling(ruling=ruling, by=olga)
    undone = f"An organizer undid a correction: Borealis has its previous result again at stage 2 of {TITLE}."
    only(["Charlie"], corrected, f"{undone} The reason was: A misdeal.")


def test_a_void_deal_is_told_to_crews_whose_result_it_changes(decision: Decision, olga: Player) -> None:
    ruling = rulings.void_deal(decision, stage=stage_of(decision.challenge), attempt=2)
    void = f"Attempt 2 at stage 1 of {TITLE} no longer counts. Your crew’s result changes. Reason: A misdeal."
    only(["Alice", "Bob"], void)
    rulings.take_back_ruling(ruling=ruling, by=olga)
    again = f"Attempt 2 at stage 1 of {TITLE} counts again. Your crew’s result changes."
    only(["Alice", "Bob"], void, f"{again} The reason was: A misdeal.")


def test_a_void_stage_is_told_to_crews_that_have_played_it(decision: Decision, olga: Player) -> None:
    ruling = rulings.void_deal(decision, stage=stage_of(decision.challenge, 2))
    void = f"Stage 2 of {TITLE} no longer counts. Your crew’s result changes. Reason: A misdeal."
    only(["Charlie"], void)
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert told()["Charlie"][1].startswith(f"Stage 2 of {TITLE} counts again. Your crew’s result changes.")


def test_a_ruling_without_an_effect_is_told_to_no_crew(decision: Decision) -> None:
    rulings.void_deal(decision, stage=stage_of(decision.challenge, 2), attempt=2)
    only([])


def test_both_crews_read_that_their_entries_are_one(decision: Decision, crew: Crew, rivals: Crew, olga: Player) -> None:
    ruling = rulings.merge_entries(decision, crew=crew, into=rivals, counts="better")
    one = f"Aurora and Borealis now count as one entry in {TITLE}. Reason: A misdeal."
    only(["Alice", "Bob", "Charlie"], one)
    rulings.take_back_ruling(ruling=ruling, by=olga)
    two = f"Aurora and Borealis count as two entries again in {TITLE}. The reason was: A misdeal."
    only(["Alice", "Bob", "Charlie"], one, two)


def test_a_merged_crew_reads_of_its_result_without_a_spoiler(decision: Decision, crew: Crew, rivals: Crew) -> None:
    rulings.merge_entries(decision, crew=crew, into=rivals, counts="better")
    Message.objects.all().delete()
    stage = stage_of(decision.challenge, 2)
    rulings.correct_result(decision, stage=stage, crew=rivals, won=False, needed=2, distress=False)
    corrected = f"An organizer corrected the result of Borealis at stage 2 of {TITLE}."
    whole = f"{corrected} Reason: A misdeal."
    assert told() == {"Alice": [corrected], "Bob": [corrected], "Charlie": [whole]}
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert told() == {"Alice": [whole], "Bob": [whole], "Charlie": [whole]}


def test_a_crew_reads_that_it_has_one_more_attempt(decision: Decision, crew: Crew, alice: Player, olga: Player) -> None:
    with time_machine.travel(NOON, tick=False):
        play(table_of(decision.challenge, crew, alice, 2), alice, "l" * decision.challenge.attempts_allowed)
        Message.objects.all().delete()
        ruling = rulings.grant_extra_attempt(decision, stage=stage_of(decision.challenge, 2), crew=crew)
        more = f"Aurora has one more attempt at stage 2 of {TITLE}. Reason: A misdeal."
        only(["Alice", "Bob"], more)
        rulings.take_back_ruling(ruling=ruling, by=olga)
    assert told()["Bob"][1].startswith(f"Aurora no longer has the extra attempt at stage 2 of {TITLE}.")


def test_a_player_reads_that_they_can_play_a_deal_again(decision: Decision, bob: Player, olga: Player) -> None:
    access = deal_access.give_up_deal(player=bob, stage=stage_of(decision.challenge, 2), number=1)
    ruling = rulings.restore_player(decision, access=access)
    can = f"You can now play attempt 1 at stage 2 of {TITLE}. Reason: A misdeal."
    only(["Bob"], can)
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert told()["Bob"][1].startswith(f"You can no longer play attempt 1 at stage 2 of {TITLE}.")


def test_a_person_who_cannot_open_the_challenge_reads_nothing_of_it(decision: Decision, rivals: Crew) -> None:
    ClubCrew.objects.filter(crew=rivals).delete()
    rulings.void_deal(decision, stage=stage_of(decision.challenge, 2))
    only([])


def test_a_repeated_task_tells_once(decision: Decision, rivals: Crew) -> None:
    ruling = rulings.void_deal(decision, stage=stage_of(decision.challenge, 2))
    decision_messages.tell_ruled(ruling_id=ruling.pk, crews=[rivals.pk], undone=False)
    assert Message.objects.count() == 1
    Ruling.objects.all().delete()
    decision_messages.tell_ruled(ruling_id=ruling.pk, crews=[rivals.pk], undone=True)
    assert not Message.objects.exists()


def test_a_decision_is_mailed_until_its_link_is_used(decision: Decision, charlie: Player) -> None:
    rulings.void_deal(decision, stage=stage_of(decision.challenge, 2))
    mails.send_outbox_mail(outbox_mail_id=OutboxMail.objects.get(event="message").pk)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([charlie.user.email], "An organizer’s decision")  # type: ignore[union-attr]
    assert "Stage 2 of" in str(sent.body)
    assert "because an organizer’s decision concerns you" in str(sent.body)
    assert f"/challenges/{decision.challenge.pk}/" in str(sent.body)
    choose(charlie, decision.challenge.club, "off")
    OutboxMail.objects.update(sent_at=None, claimed_until=None)
    mails.send_outbox_mail(outbox_mail_id=OutboxMail.objects.get(event="message").pk)
    assert len(mail.outbox) == 1, "who wants no mails of the club gets none of its rulings"
    client, address = Client(), stop_of(sent)
    assert "Unsubscribe from emails about organizers’ decisions?" in client.get(address).text
    assert "You’ll no longer get emails about organizers’ decisions." in client.post(address).text
    for kind in choices.ABOUT_DECISIONS:
        assert choices.channels_of(charlie, kind) == Channels(mail=False)
    assert choices.channels_of(charlie, MessageKind.YOUR_TURN).mail
    rulings.void_deal(decision, stage=stage_of(decision.challenge))
    assert OutboxMail.objects.filter(event="message", player=charlie).count() == 1


# --- removals


def test_the_founder_of_a_removed_crew_reads_so_until_it_is_back(
    club: Club, crew: Crew, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    for _ in range(2):
        clubs.withdraw_crew(club=club, crew=crew, player=olga)
    only(["Alice"], "An organizer removed Aurora from Night Watch. The crew’s results stay.")
    message = Message.objects.select_related("crew_removal__crew").get()
    assert signed_in(alice).get(message_text(message).path).status_code == 200
    removal = ClubCrewRemoval.objects.get()
    clubs.readmit_crew(removal=removal)
    only([])


def test_a_crew_that_its_own_member_withdraws_needs_no_message(club: Club, crew: Crew, bob: Player) -> None:
    clubs.withdraw_crew(club=club, crew=crew, player=bob)
    only([])


@pytest.mark.parametrize(("public", "path"), [(True, "/clubs/night-watch/"), (False, "/clubs/")])
def test_a_removed_member_reads_it_until_the_removal_ends(
    club: Club, bob: Player, olga: Player, signed_in: SignedIn, public: bool, path: str
) -> None:
    Club.objects.update(public=public)
    undo = removals.remove_member(club=club, by=olga, player=bob)
    only(["Bob"], "An organizer removed you from Night Watch. The results of your crews stay.")
    assert message_text(Message.objects.get()).path == path
    assert signed_in(bob).get(path).status_code == 200
    assert not OutboxMail.objects.exists(), "mails of the club go to its people alone, unless one chooses this kind"
    removals.restore_member(by=olga, **undo)
    only([])
    assert ClubMember.objects.filter(player=bob).exists()
    assert not ClubRemoval.objects.exists()


def test_a_mail_about_a_removal_that_ended_is_not_sent(club: Club, bob: Player, olga: Player) -> None:
    choices.set_channels(player=bob, channels={MessageKind.REMOVED: Channels(mail=True)})
    undo = removals.remove_member(club=club, by=olga, player=bob)
    removals.restore_member(by=olga, **undo)
    mails.send_outbox_mail(outbox_mail_id=OutboxMail.objects.get(event="message").pk)
    assert mail.outbox == []


def test_a_removal_is_mailed_where_that_is_chosen(club: Club, bob: Player, olga: Player) -> None:
    choices.set_channels(player=bob, channels={MessageKind.REMOVED: Channels(mail=True)})
    removals.remove_member(club=club, by=olga, player=bob)
    mails.send_outbox_mail(outbox_mail_id=OutboxMail.objects.get(event="message").pk)
    assert [one.subject for one in mail.outbox] == ["Player removed from a club"]
