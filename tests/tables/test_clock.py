"""Real time: the clock starts when all is decided, and only the server's time ends the attempt."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

import games
from logbook.lib import queue
from logbook.lib.exceptions import status_of
from logbook.people.models.players import Player
from logbook.tables import event_replay, tasks
from logbook.tables.exceptions import NothingRunning, TimeUp
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import act_on, open_table, started, state_of, verify, waited_for
from tests.tables.clock_scenes import MINUTE, table
from tests.tables.scenes import AT_ONCE, ended

__all__ = ["table"]  # Fixtures.

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def attempt(table: Table, alice: Player) -> Attempt:
    return started(table, alice)


def do(table: Table, seat: int, text: str) -> attempts.ActionResult:
    table.refresh_from_db()
    player = table.seats.get(number=seat).player
    return attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)


def page(table: Table, name: str = "table") -> str:
    return reverse(name, args=(table.pk,))


# When it starts


def test_deal_starts_it_without_preparations(table: Table, attempt: Attempt) -> None:
    assert table.deadline == attempt.started_at + MINUTE
    verify(attempt)


def test_the_last_preparation_starts_it(clock: time_machine.Traveller, alice: Player, bob: Player) -> None:
    table = open_table(alice, bob, game="deep-sea", mission="14")
    attempt = started(table, alice)
    while state_of(attempt).view(None)["phase"] != "gap":
        assert table.deadline is None
        verify(attempt)
        clock.shift(100)
        act_on(table, attempt)
        table.refresh_from_db()
    assert table.deadline == attempt.events.latest("sequence").at + timedelta(seconds=210)
    verify(attempt)


def test_no_action_moves_it_once_it_runs(clock: time_machine.Traveller, table: Table, attempt: Attempt) -> None:
    deadline = table.deadline
    for _ in range(8):
        clock.shift(5)
        act_on(table, attempt)
        table.refresh_from_db()
        assert table.deadline == deadline
        verify(attempt)


def test_a_proposal_does_not_stop_it_but_passing_cards_starts_it_anew(
    clock: time_machine.Traveller, table: Table, attempt: Attempt
) -> None:
    deadline = table.deadline
    clock.shift(10)
    do(table, 0, "propose distress left")
    table.refresh_from_db()
    assert table.deadline == deadline
    for seat in (1, 2):
        do(table, seat, "agree")
    table.refresh_from_db()
    assert table.deadline is None, "no clock runs while cards are passed on"
    clock.shift(300)
    for seat in (0, 1, 2):
        verify(attempt)
        do(table, seat, next(a.text for a in state_of(attempt).legal_actions(seat) if a.text.startswith("give")))
    table.refresh_from_db()
    assert table.deadline == attempt.events.latest("sequence").at + MINUTE
    verify(attempt)


def test_no_clock_runs_without_a_time_limit(clock: time_machine.Traveller, alice: Player, bob: Player) -> None:
    table = open_table(alice, bob, game="deep-sea", mission=AT_ONCE, options="untimed")
    attempt = started(table, alice)
    clock.shift(100_000)
    act_on(table, attempt)
    table.refresh_from_db()
    assert (table.deadline, table.seconds_left, table.time_is_up) == (None, None, False)


# How it ends


def test_the_last_moment_counts(clock: time_machine.Traveller, table: Table, attempt: Attempt) -> None:
    clock.shift(59.999)
    act_on(table, attempt)
    assert Event.objects.count() == 1


def test_what_comes_late_ends_the_attempt_instead(
    clock: time_machine.Traveller, table: Table, attempt: Attempt
) -> None:
    clock.shift(60)
    with pytest.raises(TimeUp) as refused:
        act_on(table, attempt)
    assert refused.value.status == 409
    assert ended(table) == [(0, "timeout", None)]
    assert Event.objects.count() == 1
    with pytest.raises(NothingRunning):
        do(table, 0, "play B7")
    assert Event.objects.count() == 1


def test_giving_up_late_is_a_time_out_too(
    clock: time_machine.Traveller, table: Table, attempt: Attempt, alice: Player
) -> None:
    clock.shift(61)
    with pytest.raises(TimeUp):
        attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    assert ended(table) == [(0, "timeout", None)]


def test_giving_up_stops_the_clock(table: Table, attempt: Attempt, alice: Player) -> None:
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    table.refresh_from_db()
    assert table.deadline is None


def test_a_win_stops_the_clock(clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player) -> None:
    table = open_table(alice, bob, olga, game="deep-sea", mission="real-time=60 value-gap=9")
    attempt = started(table, alice)
    while not act_on(table, attempt).over:
        verify(attempt)
    table.refresh_from_db()
    assert table.deadline is None
    clock.shift(100)
    assert attempts.time_out_attempt(table_id=table.pk) is None


@pytest.mark.parametrize("name", ["table", "table-round"])
def test_opening_the_page_ends_it(
    name: str, clock: time_machine.Traveller, table: Table, attempt: Attempt, bob: Player, signed_in: SignedIn
) -> None:
    client = signed_in(bob)
    assert "Mission failed" not in client.get(page(table, name)).text
    clock.shift(60)
    response = client.get(page(table, name), {"seen": table.version})
    assert response.status_code == 200
    assert "Time ran out in trick 1." in response.text
    assert ended(table) == [(0, "timeout", None)]


def test_a_late_click_is_told_so_and_sees_the_end(
    clock: time_machine.Traveller, table: Table, attempt: Attempt, signed_in: SignedIn
) -> None:
    seat, text = waited_for(attempt)
    player = table.seats.get(number=seat).player
    assert player is not None
    clock.shift(60)
    post = {"action": text, "seen": table.version}
    response = signed_in(player).post(page(table, "table-act"), post, headers=HTMX)
    assert response.status_code == 409
    assert "Time was up before this arrived" in response.text
    assert "Mission failed" in response.text
    assert "Try again" in response.text
    assert ended(table) == [(0, "timeout", None)]


def test_a_late_click_on_an_old_page_sees_the_end_too(
    clock: time_machine.Traveller, table: Table, attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    clock.shift(60)
    response = signed_in(alice).post(page(table, "table-act"), {"action": "play B7", "seen": 0}, headers=HTMX)
    assert response.status_code == 409
    assert "Mission failed" in response.text


def test_nobody_else_can_end_it_by_looking(
    clock: time_machine.Traveller, table: Table, attempt: Attempt, charlie: Player, signed_in: SignedIn
) -> None:
    clock.shift(61)
    for client in (signed_in(charlie), Client()):
        assert client.get(page(table)).status_code == 404
    assert Event.objects.count() == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_says_it_themselves(seat: int, table: Table, attempt: Attempt) -> None:
    with pytest.raises(games.IllegalAction, match="only the clock") as refused:
        do(table, seat, "timeout")
    assert status_of(refused.value) == 422
    assert Event.objects.count() == 0


def test_clock_is_no_action_in_a_game_without_clocks(alice: Player, bob: Player, olga: Player) -> None:
    table = open_table(alice, bob, olga)
    started(table, alice)
    with pytest.raises(games.UnreadableAction):
        do(table, 0, "timeout")


# The worker, and the sweep


def test_a_worker_is_told_when_it_ends(
    clock: time_machine.Traveller,
    table: Table,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(queue, "send", lambda task, *words, **named: sent.append((task, *words, named)))
    with django_capture_on_commit_callbacks(execute=True):
        attempt = started(table, alice)
    late = 60 + attempts.CLOCK_MARGIN_SECONDS
    assert sent == [("tables.time_out", table.pk, {"countdown": late})]
    with django_capture_on_commit_callbacks(execute=True):
        act_on(table, attempt)
    assert len(sent) == 1, "once for each time that the clock starts"


def test_a_call_does_nothing_early_and_the_same_thing_once(
    clock: time_machine.Traveller, table: Table, attempt: Attempt
) -> None:
    tasks.time_out.delay(table.pk)
    assert Event.objects.count() == 0
    clock.shift(60)
    for _ in range(3):
        tasks.time_out.delay(table.pk)
    assert ended(table) == [(0, "timeout", None)]


def test_a_call_of_the_first_attempt_leaves_the_second_alone(
    clock: time_machine.Traveller, table: Table, attempt: Attempt, alice: Player
) -> None:
    clock.shift(30)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    started(table, alice)
    clock.shift(30)
    tasks.time_out.delay(table.pk)
    assert Event.objects.count() == 0
    clock.shift(30)
    tasks.time_out.delay(table.pk)
    assert ended(table) == [(0, "timeout", None)]


def test_the_sweep_finds_what_was_lost(clock: time_machine.Traveller, table: Table, attempt: Attempt) -> None:
    tasks.end_overdue_clocks.delay()
    assert (attempts.tables_out_of_time(), Event.objects.count()) == ([], 0)
    clock.shift(60)
    assert attempts.tables_out_of_time() == [table.pk]
    tasks.end_overdue_clocks.delay()
    assert ended(table) == [(0, "timeout", None)]
    assert attempts.tables_out_of_time() == []


# Bots at a timed table


# What is shown


def test_everybody_is_told_the_deadline(
    clock: time_machine.Traveller, table: Table, attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    assert table.deadline is not None
    for seat in (0, 1, 2, None):
        assert event_replay.view_for(state_of(attempt), seat, table.deadline)["deadline"] == table.deadline.isoformat()
    clock.shift(12.5)
    response = signed_in(alice).get(page(table, "table-round"))
    assert 'data-left="47.500"' in response.text
    assert "0:48" in response.text
    assert response.headers["Seconds-Left"] == "47.500"
    assert "until 12:01:00 UTC" in response.text
    unchanged = signed_in(alice).get(page(table, "table-round"), {"seen": table.version})
    assert (unchanged.status_code, unchanged.headers["Seconds-Left"]) == (204, "47.500")


def test_a_clock_that_does_not_run_says_how_long_it_is(
    clock: time_machine.Traveller, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    table = open_table(alice, bob, game="deep-sea", mission="14")
    attempt = started(table, alice)
    response = signed_in(alice).get(page(table))
    assert "3:30" in response.text
    assert "The clock starts when setup is done" in response.text
    assert "data-left" not in response.text
    assert "Seconds-Left" not in response.headers
    assert event_replay.view_for(state_of(attempt), 0, None)["deadline"] is None


def test_the_clock_takes_no_more_queries(
    table: Table,
    attempt: Attempt,
    alice: Player,
    signed_in: SignedIn,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client = signed_in(alice)
    client.get(page(table))
    with django_assert_num_queries(5):  # session with player and user, table, seats with people, attempt, events
        client.get(page(table, "table-round"))
    with django_assert_num_queries(2):  # session with player and user, table
        client.get(page(table, "table-round"), {"seen": table.version})


def test_a_watching_member_sees_the_same_clock(
    clock: time_machine.Traveller, alice: Player, bob: Player, crew: object, signed_in: SignedIn
) -> None:
    table = open_table(alice, game="deep-sea", mission=AT_ONCE, bots=2)
    Table.objects.filter(pk=table.pk).update(crew=crew)
    started(table, alice)
    assert 'data-left="60.000"' in signed_in(bob).get(page(table)).text
    clock.shift(60)
    assert "Mission failed" in signed_in(bob).get(page(table)).text


# Afterwards


def test_the_replay_ends_with_the_time_out(
    clock: time_machine.Traveller, table: Table, attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    act_on(table, attempt)
    clock.shift(60)
    client = signed_in(alice)
    client.get(page(table))
    shown = client.get(reverse("replay", args=(attempt.pk,)), {"step": 2}).text
    assert "Time’s up." in shown
    assert "Time ran out in trick 1." in shown
    record = client.get(reverse("record", args=(attempt.pk,))).text
    assert record.endswith("0 timeout\n")
    outcome = games.Record.parse(record).replay().outcome
    assert outcome is not None
    assert outcome.code == "time-out"


def test_a_retry_is_against_the_clock_again(
    clock: time_machine.Traveller, table: Table, attempt: Attempt, alice: Player
) -> None:
    clock.shift(60)
    attempts.time_out_attempt(table_id=table.pk)
    second = started(table, alice)
    assert (second.number, second.options, table.deadline) == (2, "", second.started_at + MINUTE)
