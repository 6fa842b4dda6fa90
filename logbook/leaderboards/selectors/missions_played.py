"""Selectors of the list of leaderboards: the missions that were won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import F, IntegerField, Min, Sum
from django.db.models.functions import Cast

import games
from logbook.challenges.policies import score
from logbook.leaderboards.models.results import Tally
from logbook.rounds import text

MOST_OWN_MISSIONS: Final = 100


@dataclass(frozen=True, slots=True)
class MissionSummary:
    """A mission in the list of leaderboards."""

    game: str
    title: str
    mission: str
    custom: bool
    results: int
    best: int


def missions_played(game: str = "") -> list[MissionSummary]:
    """Return the missions with a won run, of one game or of all, in the logbook's order.

    Custom missions follow, the most often won ones.
    """
    won = Tally.objects.filter(won=True, results__gt=0)
    rows = (won.filter(game=game) if game else won).order_by().values("game", "mission")
    best = Min(score(attempts=F("attempts"), distress=Cast("distress", IntegerField())))
    played = rows.annotate(results=Sum("results"), best=best)
    summaries = [_summary(row["game"], row["mission"], row["results"], row["best"]) for row in played]
    own = sorted((row for row in summaries if row.custom), key=lambda row: (-row.results, row.mission))
    booked = [row for row in summaries if not row.custom]
    return sorted([*booked, *own[:MOST_OWN_MISSIONS]], key=_logbook_order)


def _summary(game: str, mission: str, results: int, best: int) -> MissionSummary:
    return MissionSummary(
        game, text.title_words(games.GAMES[game].title), mission, not mission.isdecimal(), results, best
    )


def _logbook_order(summary: MissionSummary) -> tuple[int, bool, int, str]:
    number = 0 if summary.custom else int(summary.mission)
    return list(games.GAMES).index(summary.game), summary.custom, number, summary.mission
