"""Scenes that the tests of clock share with others."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from tests.tables.attempts_scenes import open_table
from tests.tables.scenes import AT_ONCE

MINUTE = timedelta(seconds=60)


@pytest.fixture
def table(clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player) -> Table:
    return open_table(alice, bob, olga, game="deep-sea", mission=AT_ONCE)


def backdated(table: Table) -> None:
    """As if the deal had been made two minutes ago."""
    table.refresh_from_db()
    assert table.deadline is not None
    ago = 2 * MINUTE
    Attempt.objects.filter(table=table).update(started_at=table.deadline - MINUTE - ago)
    Table.objects.filter(pk=table.pk).update(deadline=table.deadline - ago)
