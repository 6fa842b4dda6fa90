"""Reads what the first page shows."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.selectors.challenges import challenge_rows
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.selectors.tables import TableRow, table_rows

LATEST = 6
DONE = (Table.State.WON, Table.State.ENDED)


@dataclass(frozen=True, slots=True)
class HomePage:
    """Where the person could go on: their turn first, then tables under way, and the open challenges."""

    rows: list[TableRow]
    challenges: list[Challenge]


def home_page(player: Player | None, *, tables: QuerySet[Table], challenges: QuerySet[Challenge]) -> HomePage:
    """The person's tables under way, those that wait for them in front, and what their clubs have open."""
    rows = table_rows(tables.exclude(state__in=DONE), player)
    rows.sort(key=lambda row: not row.my_turn)
    return HomePage(rows[:LATEST], challenge_rows(challenges.filter(state=Challenge.State.OPEN)))
