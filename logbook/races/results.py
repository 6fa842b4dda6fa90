"""Results that the site stores of ended races, behind the interface of all kinds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import QuerySet

from logbook.races.services import lines, results, standings
from logbook.tables.models import Table


class RaceResults:
    """The results of people, their standings, and the lines of races."""

    def count_tables(self, tables: Sequence[int]) -> None:
        """Write a row for each seat of each finished race."""
        results.count_races(tables)

    def uncounted_tables(self, tables: QuerySet[Table], *, before: datetime) -> list[int]:
        """Return the tables with a race that has no results."""
        return results.uncounted_tables(tables, before=before)

    def count_everything(self) -> int:
        """Write the results of all races."""
        return results.count_everything()

    def write_standings(self, challenges: Sequence[int]) -> None:
        """Write the standings of people and of crews."""
        standings.write_standings(challenges)

    def write_lines(self, attempts: Iterable[int]) -> None:
        """Write the lines of these races."""
        lines.write_lines(attempts)

    def overlooked_attempts(self, *, before: datetime) -> list[int]:
        """Return races without a line."""
        return lines.overlooked_attempts(before=before)
