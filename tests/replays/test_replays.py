"""Replays: every moment, all hands, for permitted readers only."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

import games
from logbook.challenges import tasks
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player
from logbook.people.selectors import GUEST_KEY
from logbook.tables.models import Attempt
from logbook.tables.services import attempts, deals
from tests.challenges.scenes import HOUR, NOON, make, stage_of, table_of
from tests.conftest import SignedIn
from tests.leaderboards.lost_rounds import play_out
from tests.tables.attempts_scenes import open_table, started, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def attempt(alice: Player, bob: Player, olga: Player) -> Attempt:
    """A finished attempt of three players without a crew."""
    table = open_table(alice, bob, olga)
    return play_out(table, started(table, alice))


def address(attempt: Attempt, name: str = "replay") -> str:
    return reverse(name, args=(attempt.pk,))


def test_every_step_can_be_seen(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    for step in range(attempt.length + 1):
        assert client.get(address(attempt), {"step": step}).status_code == 200


def test_all_hands_lie_open(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    shown = signed_in(alice).get(address(attempt), {"step": 0}).text
    whole = games.deal(games.Setup("planet-nine", "1", 3, attempt.seed))
    for seat in range(3):
        for card in whole.view(seat)["hand"]:
            assert f'data-card="{card}"' in shown


@pytest.mark.parametrize("step", ["-1", "x", "99999999999999", "٣", ""])
def test_a_step_that_is_none_is_the_nearest(step: str, attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    assert signed_in(alice).get(address(attempt), {"step": step}).status_code == 200


@pytest.mark.parametrize("name", ["replay", "record"])
def test_strangers_find_nothing(name: str, attempt: Attempt, charlie: Player, signed_in: SignedIn) -> None:
    for client in (signed_in(charlie), Client()):
        assert client.get(address(attempt, name)).status_code == 404


@pytest.mark.parametrize("name", ["replay", "record"])
def test_a_running_attempt_has_no_replay(name: str, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    running = started(open_table(alice, bob), alice)
    assert signed_in(alice).get(address(running, name)).status_code == 404


@pytest.mark.parametrize("mission", ["1", "4", "12"])
def test_the_record_replays_and_keeps_the_seed(
    mission: str, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    table = open_table(alice, bob, olga, mission=mission)
    attempt = play_out(table, started(table, alice))
    response = signed_in(alice).get(address(attempt, "record"))
    assert response.headers["Content-Type"].startswith("text/plain")
    assert table.base_seed not in response.text
    record = games.Record.parse(response.text)
    log = state_of(attempt).log
    assert record.actions == log[: len(record.actions)]
    record.replay()
    assert len(record.actions) == len(log) or "not in this record" in response.text


def test_a_replay_takes_few_queries(
    attempt: Attempt, alice: Player, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(alice)
    client.get(address(attempt))  # The first request queues the analysis.
    for step in (0, attempt.length):
        with django_assert_num_queries(
            8
        ):  # session with player and user, messages, attempt, permission, events, seats, sittings, comments
            client.get(address(attempt), {"step": step})


# --- a challenge's cards


@pytest.fixture
def challenge(club: Club, olga: Player) -> Challenge:
    with time_machine.travel(NOON, tick=False):
        challenge = make(club, olga)
        challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


@pytest.fixture
def lost(challenge: Challenge, crew: Crew, rivals: Crew, alice: Player) -> Attempt:
    """Alice's crew has lost its first attempt; the rivals have not begun."""
    with time_machine.travel(NOON, tick=False):
        table = table_of(challenge, crew, alice)
        deals.start_attempt(table_id=table.pk, player=alice)
        table.refresh_from_db()
        attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    return table.attempts.get()


def may_see(attempt: Attempt, *players: Player, signed_in: SignedIn) -> list[bool]:
    return [signed_in(player).get(address(attempt)).status_code == 200 for player in players]


def test_only_who_played_sees_the_cards_during_the_window(
    lost: Attempt, alice: Player, bob: Player, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    people = (alice, bob, charlie, olga)  # played, same crew, rival, organizer
    assert may_see(lost, *people, signed_in=signed_in) == [True, False, False, False]


def test_who_is_in_a_crew_that_could_still_play_sees_nothing(
    lost: Attempt, rivals: Crew, alice: Player, signed_in: SignedIn
) -> None:
    CrewMember.objects.create(crew=rivals, player=alice)
    assert may_see(lost, alice, signed_in=signed_in) == [False]


def test_anybody_may_see_how_a_mission_was_won(attempt: Attempt, charlie: Player, signed_in: SignedIn) -> None:
    for state, status in ((Attempt.State.FAILURE, 404), (Attempt.State.SUCCESS, 200)):
        Attempt.objects.filter(pk=attempt.pk).update(state=state)
        for client in (signed_in(charlie), Client()):
            assert client.get(address(attempt)).status_code == status


@pytest.mark.parametrize("name", ["replay", "record"])
def test_nobody_is_taken_for_a_bot(
    name: str, challenge: Challenge, crew: Crew, alice: Player, charlie: Player, guest: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON, tick=False):
        table = table_of(challenge, crew, alice)
        deals.start_attempt(table_id=table.pk, player=alice)
        table.refresh_from_db()
        attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    assert table.seats.filter(player=None).exists(), "bots sit here"
    as_guest = Client()
    session = as_guest.session
    session[GUEST_KEY] = guest.pk
    session.save()
    for client in (Client(), as_guest, signed_in(charlie)):
        assert client.get(address(table.attempts.get(), name)).status_code == 404


def test_everybody_sees_them_after_the_close(
    lost: Attempt, alice: Player, bob: Player, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON + 3 * HOUR):
        tasks.open_and_close_due.delay()
        assert may_see(lost, alice, bob, charlie, olga, signed_in=signed_in) == [True] * 4
        assert Client().get(address(lost)).status_code == 200
        assert lost.seed in signed_in(alice).get(address(lost, "record")).text


def test_a_member_who_does_not_play_sees_no_card_of_a_challenge(
    challenge: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON, tick=False):
        table = table_of(challenge, crew, alice)
        deals.start_attempt(table_id=table.pk, player=alice)
        for name in ("table", "table-round"):
            shown = signed_in(bob).get(reverse(name, args=(table.pk,)))
            assert shown.status_code == 200
            assert "data-card=" not in shown.text
            assert "An attempt is in progress" in shown.text


def test_a_spectator_of_the_club_finds_no_table(
    challenge: Challenge, crew: Crew, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON, tick=False):
        table = challenges.open_challenge_table(challenge=challenge, stage=stage_of(challenge), crew=crew, player=alice)
    assert signed_in(olga).get(reverse("table", args=(table.pk,))).status_code == 404
