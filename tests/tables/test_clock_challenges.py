"""The clock option: it passes to the next mission, and to all crews of a challenge."""

from __future__ import annotations

import pytest
import time_machine

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, tables
from tests.challenges.scenes import NOON, make, table_of
from tests.tables.attempts_scenes import open_table, started
from tests.tables.scenes import AT_ONCE

pytestmark = pytest.mark.django_db


@pytest.fixture
def running_sea(clock: time_machine.Traveller, club: Club, olga: Player) -> Challenge:
    """An open challenge against the clock."""
    clock.move_to(NOON)
    challenge = make(club, olga, game="deep-sea", missions=[AT_ONCE])
    challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


@pytest.mark.parametrize("options", ["", "untimed"])
def test_the_next_mission_is_played_the_same_way(options: str, alice: Player) -> None:
    table = open_table(alice, game="deep-sea", mission="14", bots=2, options=options)
    Table.objects.filter(pk=table.pk).update(state=Table.State.WON)
    following = tables.open_next_table(table_id=table.pk, player=alice)
    attempt = following.attempts.get()
    assert (following.mission, following.options, attempt.options) == ("15", options, options)
    clock = event_replay.state_of(attempt).view(None)["clock"]
    assert clock == (None if options else {"seconds": 180, "running": False})


@pytest.mark.parametrize("options", ["", "untimed"])
def test_a_challenge_is_played_the_same_way_by_all(
    options: str, clock: time_machine.Traveller, running_sea: Challenge, crew: Crew, alice: Player
) -> None:
    Challenge.objects.update(options=options)
    running_sea.refresh_from_db()
    table = table_of(running_sea, crew, alice)
    attempt = started(table, alice)
    assert (attempt.options, table.deadline is None) == (options, bool(options))
    clock.shift(60)
    attempts.time_out_attempt(table_id=table.pk)
    attempt.refresh_from_db()
    assert attempt.state == (Attempt.State.PLAYING if options else Attempt.State.FAILURE)
