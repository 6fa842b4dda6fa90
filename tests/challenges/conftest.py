"""A challenge that two crews have played."""

from __future__ import annotations

import pytest
import time_machine

from logbook.challenges.models.challenges import Challenge, Standing
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.challenges.scenes import NOON, deal, end, table_of


def lines() -> list[tuple[int, str, int, int]]:
    rows = Standing.objects.order_by("rank", "crew__name").select_related("crew")
    return [(row.rank, row.crew.name, row.stages_won, row.score) for row in rows]


def play(table: Table, player: Player, text: str) -> Table:
    for one in text:
        deal(table, player)
        end(table, won=one in "wW", distress=one.isupper())
    return table


@pytest.fixture
def played(running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player) -> Challenge:
    """Aurora won stage 1 at the second attempt; Borealis at the first, and lost once at stage 2."""
    with time_machine.travel(NOON, tick=False):
        play(table_of(running, crew, alice), alice, "lw")
        play(table_of(running, rivals, charlie), charlie, "w")
        play(table_of(running, rivals, charlie, 2), charlie, "l")
    assert lines() == [(1, "Borealis", 1, 1), (2, "Aurora", 1, 2)]
    return running
