"""Selectors of the list of leaderboards: the missions that were won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Min

import games
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.selectors.boards import Measure
from logbook.rounds import text

MOST_OWN_MISSIONS: Final = 100


@dataclass(frozen=True, slots=True)
class MissionSummary:
    """A mission in the list of leaderboards."""

    game: str
    title: str
    mission: str
    custom: bool
    runs: int
    """The number of runs of people that were won."""
    best: int | None
    """The fewest attempts of these runs; None if there are none."""
    with_bots: int
    """The number of runs with bots that were won."""


def missions_played(game: str = "") -> list[MissionSummary]:
    """Return the missions with a won run, of one game or of all, in the logbook's order.

    Custom missions follow, the most often won ones.
    """
    people, bots = _won(Measure.FEWEST, game), _won(Measure.BOTS, game)
    nothing = (0, None)
    summaries = [
        _summary(*key, *people.get(key, nothing), with_bots=bots.get(key, nothing)[0])
        for key in people.keys() | bots.keys()
    ]
    own = sorted((row for row in summaries if row.custom), key=lambda row: (-row.runs, -row.with_bots, row.mission))
    booked = [row for row in summaries if not row.custom]
    return sorted([*booked, *own[:MOST_OWN_MISSIONS]], key=_logbook_order)


def _won(measure: Measure, game: str) -> dict[tuple[str, str], tuple[int, int | None]]:
    """Return the number of runs on this board and their best rank key, by game and mission."""
    runs = Run.objects.filter(measure.condition)
    rows = (runs.filter(game=game) if game else runs).order_by().values("game", "mission")
    figures = rows.annotate(runs=Count("pk"), best=Min("rank_key"))
    return {(row["game"], row["mission"]): (row["runs"], row["best"]) for row in figures}


def _summary(game: str, mission: str, runs: int, best: int | None, *, with_bots: int) -> MissionSummary:
    return MissionSummary(
        game=game,
        title=text.title_words(games.GAMES[game].title),
        mission=mission,
        custom=not mission.isdecimal(),
        runs=runs,
        best=None if best is None else best // 2,
        with_bots=with_bots,
    )


def _logbook_order(summary: MissionSummary) -> tuple[int, bool, int, str]:
    number = 0 if summary.custom else int(summary.mission)
    return list(games.GAMES).index(summary.game), summary.custom, number, summary.mission
