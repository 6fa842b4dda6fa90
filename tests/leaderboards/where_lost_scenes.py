"""Scenes that the tests of where lost share with others."""

from __future__ import annotations

import pytest
import time_machine

from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.replays import tasks as replays_tasks
from logbook.replays.models.analyses import Analysis
from logbook.tables.models import Attempt
from logbook.tables.services import attempts
from tests.challenges.scenes import NOON, deal, table_of
from tests.leaderboards.lost_rounds import (
    open_the_first_trick,
)

Fields = dict[str, str | int]
"""The parameters of an address."""


@pytest.fixture
def lost(solver: None, running: Challenge, crew: Crew, rivals: Crew, alice: Player) -> Attempt:
    """Return an attempt that Alice's crew has lost in a challenge; the rivals have not begun."""
    with time_machine.travel(NOON, tick=False):
        table = table_of(running, crew, alice)
        attempt = deal(table, alice)
        open_the_first_trick(table, attempt)
        attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
        replays_tasks.analyse_attempt.delay(attempt.pk)
    attempt.refresh_from_db()
    assert Analysis.objects.get(attempt=attempt).is_done
    return attempt
