"""Selectors of the home page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.selectors.challenge_rows import ListedChallenge, challenge_rows
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.selectors.table_rows import TableRow, by_urgency, table_rows

LATEST = 6
ENDED_STATES = (Table.State.WON, Table.State.ENDED)


@dataclass(frozen=True, slots=True)
class HomePage:
    """The person's next steps: tables where it is their turn, then other tables under way, and open challenges."""

    rows: list[TableRow]
    challenges: list[ListedChallenge]


def home_page(
    player: Player | None, *, tables: QuerySet[Table], challenges: QuerySet[Challenge], crews: QuerySet[Crew]
) -> HomePage:
    """Return the person's tables under way, their turns first, and the open challenges of their clubs."""
    rows = by_urgency(table_rows(tables.exclude(state__in=ENDED_STATES), player))
    return HomePage(rows[:LATEST], challenge_rows(challenges.filter(state=Challenge.State.OPEN), player, crews))
