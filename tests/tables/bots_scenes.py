"""Scenes that the tests of bots share with others."""

from __future__ import annotations

import pytest

from logbook.people.models.players import Player
from logbook.tables.models import Seat, Table
from tests.tables.attempts_scenes import open_table


@pytest.fixture
def table(alice: Player) -> Table:
    """Alice and three bots."""
    return open_table(alice, bots=3)


def all_bots(table: Table) -> None:
    """Replace the people by bots."""
    Seat.objects.filter(table=table, bot="").update(player=None, bot="careful")
