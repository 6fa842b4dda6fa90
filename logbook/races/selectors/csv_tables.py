"""Boards and travellers of races as tables of a file, by the names of the API in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import pgettext_lazy

from logbook.races.selectors.boards import RaceBoardEntry
from logbook.races.selectors.travellers import RaceReader, RaceRow
from logbook.tables.models import Attempt
from logbook.travellers.selectors.csv_tables import ROWS_PER_QUERY, or_nothing

BOARD_HEADER: Final = (
    pgettext_lazy("table column", "rank"),
    pgettext_lazy("table column", "name"),
    pgettext_lazy("table column", "players"),
    pgettext_lazy("table column", "points"),
    pgettext_lazy("table column", "margin"),
    pgettext_lazy("table column", "wins"),
    pgettext_lazy("table column", "races"),
    pgettext_lazy("table column", "finished_at"),
    pgettext_lazy("table column", "replay"),
)
TRAVELLER_HEADER: Final = (
    pgettext_lazy("table column", "name"),
    pgettext_lazy("table column", "crew"),
    pgettext_lazy("table column", "state"),
    pgettext_lazy("table column", "points"),
    pgettext_lazy("table column", "margin"),
    pgettext_lazy("table column", "scores"),
    pgettext_lazy("table column", "turns"),
    pgettext_lazy("table column", "attempt"),
)


def board_row(entry: RaceBoardEntry) -> tuple[object, ...]:
    """Return a player's row, with the race behind it."""
    race = entry.race
    return (
        *(entry.rank, entry.name, race.players, race.points, race.margin, entry.value, entry.races),
        *(race.finished_at.isoformat(), entry.replay_id or ""),
    )


def traveller_rows(reader: RaceReader, races: QuerySet[Attempt]) -> Iterator[tuple[object, ...]]:
    """Yield the rows of races."""
    for start in range(0, races.count(), ROWS_PER_QUERY):
        yield from map(_traveller_row, reader.rows(list(races[start : start + ROWS_PER_QUERY])))


def _traveller_row(row: RaceRow) -> tuple[object, ...]:
    scores = " ".join(str(or_nothing(seat.points)) for seat in row.seats).strip()
    figures = (or_nothing(row.points), or_nothing(row.margin), scores, or_nothing(row.turns))
    return (row.name, row.crew, row.attempt.state, *figures, row.attempt.pk)
