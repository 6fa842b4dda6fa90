"""Selector of a mission's records: the first rows of its boards, for each number of players."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from django.db.models import Count, Min

from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.selectors.boards import Filters, Measure, name_of, people_at
from logbook.tables.models import Attempt

RECORDS: Final = (Measure.FEWEST, Measure.FASTEST)


@dataclass(frozen=True, slots=True)
class Record:
    """The first run that reached a mission's best figure with so many players; `others` reached it too."""

    measure: Measure
    players: int
    run: Run
    name: str
    others: int

    @property
    def replay_id(self) -> int | None:
        """Return the winning attempt; None at a real table."""
        return None if self.run.place == Attempt.Place.TABLE else self.run.attempt_id


def records(game: str, mission: str) -> tuple[Record, ...]:
    """Return the records of people, by board and number of players."""
    best = [(measure, *row) for measure in RECORDS for row in _best(measure, game, mission)]
    runs = Run.objects.select_related("crew").in_bulk([first for _measure, _players, first, _sharing in best])
    people = people_at(runs.values())
    return tuple(
        Record(measure, players, runs[first], name_of(runs[first], people), sharing - 1)
        for measure, players, first, sharing in best
    )


def _best(measure: Measure, game: str, mission: str) -> Iterator[tuple[int, int, int]]:
    """Yield players, the first run with the best figure, and how many share it."""
    runs = Filters().runs(measure, game, mission)
    figures = runs.values("players", measure.column).annotate(first=Min("pk"), sharing=Count("pk"))
    rows: Collection[tuple[int, int, int, int]] = figures.order_by("players", measure.column).values_list(
        "players", measure.column, "first", "sharing"
    )
    for players, own in groupby(rows, key=itemgetter(0)):
        _players, _figure, first, sharing = next(own)
        yield players, first, sharing
