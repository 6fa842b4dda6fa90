"""Leaderboards as tables of a file: one row a run or player, by the names of the API."""

from __future__ import annotations

from typing import Final

from logbook.leaderboards.selectors.boards import BoardEntry
from logbook.leaderboards.selectors.races import RaceBoardEntry

HEADER: Final = (
    *("rank", "name", "players", "bots", "attempts", "distress", "seconds", "place", "options", "finished_at"),
    "replay",
)
RACE_HEADER: Final = ("rank", "name", "players", "points", "margin", "wins", "races", "finished_at", "replay")


def row_of(entry: BoardEntry) -> tuple[object, ...]:
    """Return a run's row."""
    run = entry.run
    return (
        *(entry.rank, entry.name, run.players, run.bots, run.attempts, int(run.distress)),
        "" if run.seconds is None else run.seconds,
        *(run.place, run.options, run.finished_at.isoformat(), entry.replay_id or ""),
    )


def race_row_of(entry: RaceBoardEntry) -> tuple[object, ...]:
    """Return a player's row, with the race behind it."""
    race = entry.race
    return (
        *(entry.rank, entry.name, race.players, race.points, race.margin, entry.value, entry.races),
        *(race.finished_at.isoformat(), entry.replay_id or ""),
    )
