"""Scenes that the tests of bot timing share with others."""

from __future__ import annotations

from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.tables.attempts_scenes import open_table, started, state_of


def bot_leads(alice: Player) -> tuple[int, int]:
    """A table where a bot leads the first trick of mission 16, and the number it is at."""
    table = open_table(alice, mission="16", bots=3)
    Table.objects.filter(pk=table.pk).update(base_seed="a bot leads")
    attempt = started(table, alice)
    assert 0 not in state_of(attempt).waiting_on
    table.refresh_from_db()
    return table.pk, table.version
