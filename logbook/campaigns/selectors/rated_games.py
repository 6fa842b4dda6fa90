"""Selectors for the ratings: the games that campaigns add."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from logbook.campaigns.models import LogEntry
from logbook.leaderboards import rating
from logbook.leaderboards.rating import Opponent, RatedGame
from logbook.tables.kinds import games_not_won

ROWS_PER_QUERY: Final = 5_000


def written_down() -> Iterator[RatedGame]:
    """Yield entries that are no copies; those of online attempts are rated as attempts."""
    unrated = games_not_won()
    entries = LogEntry.objects.filter(copied=False, removed_at=None, attempt=None).exclude(campaign__game__in=unrated)
    rows = entries.exclude(source=LogEntry.Source.ONLINE).order_by("played_on", "pk")
    columns = ("played_on", "campaign__crew", "campaign__game", "mission", "players", "won")
    for day, crew, game, mission, players, won in rows.values_list(*columns).iterator(chunk_size=ROWS_PER_QUERY):
        yield RatedGame(rating.week_of(day), crew, Opponent(game, mission, players or 0), 1, int(won))
