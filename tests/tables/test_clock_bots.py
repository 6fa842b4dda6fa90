"""Bots against the clock: they do not wait, and do not end a running attempt."""

from __future__ import annotations

import pytest
import time_machine
from pytest_django import Settings

import games
from logbook.people.models.players import Player
from logbook.tables import tasks
from logbook.tables.bot_timing import pause
from logbook.tables.models import Attempt, Seat
from logbook.tables.services import attempts, bots
from tests.games.builders import act, dealt
from tests.tables.attempts_scenes import open_table, started
from tests.tables.scenes import AT_ONCE, ended

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_bot_that_comes_late_ends_it(clock: time_machine.Traveller, alice: Player) -> None:
    table = open_table(alice, game="deep-sea", mission=AT_ONCE, bots=2)
    attempt = started(table, alice)
    Seat.objects.filter(table=table).update(player=None, bot="random")
    clock.shift(61)
    assert bots.play_bot_step(attempt_id=attempt.pk, seen=table.version) is None
    assert ended(table) == [(0, "timeout", None)]


def test_a_bot_does_not_either(clock: time_machine.Traveller, alice: Player) -> None:
    table = open_table(alice, game="deep-sea", mission=AT_ONCE, bots=2)
    attempt = started(table, alice)
    Seat.objects.filter(table=table, number=0).update(player=None, bot="random")
    with pytest.raises(games.IllegalAction):
        attempts.act_as_bot(attempt_id=attempt.pk, seat=0, text="timeout", seen=table.version)


def test_the_sweep_wakes_bots_that_keep_a_clock_waiting(clock: time_machine.Traveller, alice: Player) -> None:
    for mission in (AT_ONCE, "value-gap=9"):
        table = open_table(alice, game="deep-sea", mission=mission, bots=2)
        started(table, alice)
        Seat.objects.filter(table=table).update(player=None, bot="random")
    clock.shift(5)
    tasks.end_overdue_clocks.delay()
    assert [attempt.length > 0 for attempt in Attempt.objects.order_by("pk")] == [True, False]


def test_bots_hurry_against_the_clock(settings: Settings) -> None:
    settings.BOT_PAUSE_SECONDS, settings.BOT_COURTESY_SECONDS, settings.BOT_TIMED_COURTESY_SECONDS = 1, 90, 10
    timed, untimed = (dealt(games.Setup("deep-sea", mission, 4, "pace")) for mission in (AT_ONCE, "value-gap=9"))
    assert (pause(timed, [0, 1]), pause(untimed, [0, 1])) == (10, 90)
    while not timed.tricks:
        (seat,) = timed.waiting_on
        line = f"{seat} {next(a.text for a in timed.legal_actions(seat) if a.text.startswith('play'))}"
        timed, untimed = act(timed, line), act(untimed, line)
        if timed.phase == "trick":
            assert pause(timed, [0, 1, 2, 3]) == 1
    assert (pause(timed, [0, 1]), pause(untimed, [0, 1])) == (2, 4)


def test_people_have_time_before_the_clock_runs(settings: Settings) -> None:
    settings.BOT_COURTESY_SECONDS, settings.BOT_TIMED_COURTESY_SECONDS = 90, 10
    mission = "difficulty=5 free-selection real-time=60"
    assert pause(dealt(games.Setup("deep-sea", mission, 4, "pace")), [0, 1]) == 90
