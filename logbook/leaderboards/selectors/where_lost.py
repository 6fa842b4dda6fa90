"""Where a mission is usually lost: by trick, over all attempts of which that may be told."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import Challenge
from logbook.replays.models.analyses import Analysis
from logbook.tables.models import Attempt, Table

LATEST_TABLES = 300
"""It is told of so many tables, the latest: what was lost years ago at a popular mission teaches nobody more."""


@dataclass(frozen=True, slots=True)
class LostThere:
    """How many attempts were lost there; `share` of the largest such number is the length of its bar, in percent."""

    words: str
    count: int
    share: int


@dataclass(frozen=True, slots=True)
class WhereLost:
    """The tricks in which attempts were lost, and how many attempts were not won."""

    lines: tuple[LostThere, ...]
    not_won: int

    @property
    def not_there(self) -> int:
        """Attempts that no single action lost, or of which it is not known."""
        return self.not_won - sum(line.count for line in self.lines)


def where_lost(game: str, mission: str, *, players: int | None = None) -> WhereLost:
    """Where the attempts at a mission were lost, at its latest tables. Deals that may still be played are left out."""
    unsealed = Q(stage=None) | Q(stage__challenge__state__in=Challenge.OVER)
    tables = Table.objects.filter(unsealed, game=game, mission=mission)
    if players is not None:
        tables = tables.filter(players=players)
    latest = tables.order_by("-pk").values("pk")[:LATEST_TABLES]
    not_won = Analysis.objects.filter(attempt__table__in=latest, solver__gt=0).filter(
        attempt__state__in=(Attempt.State.FAILURE, Attempt.State.ABANDONED)
    )
    rows = dict(not_won.order_by().values_list("lost_in").annotate(Count("pk")))
    most = max((count for trick, count in rows.items() if trick is not None), default=0)
    lines = tuple(
        LostThere(_words(trick), rows[trick], round(100 * rows[trick] / most))
        for trick in sorted(trick for trick in rows if trick is not None)
    )
    return WhereLost(lines, sum(rows.values()))


def _words(trick: int) -> str:
    return _("Trick %(number)s") % {"number": trick} if trick else _("Before the first trick")
