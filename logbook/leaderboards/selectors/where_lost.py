"""Selector of where a mission is usually lost: by trick, over all attempts that the reader may know about."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import none_running
from logbook.replays.models.analyses import Analysis
from logbook.tables.counting import is_of_a_day
from logbook.tables.models import Attempt, Table

LATEST_TABLES = 300
"""The number of tables counted, latest first: old losses at a popular mission teach nothing new."""


ENOUGH_LOSSES = 5
"""The fewest attempts with a turning point from which the most frequent one is named."""


@dataclass(frozen=True, slots=True)
class TrickLosses:
    """The attempts lost in one trick; `share`, the bar's length, is the percentage of the largest such number."""

    text: str
    count: int
    share: int


@dataclass(frozen=True, slots=True)
class WhereLost:
    """The tricks in which attempts were lost, and the number of attempts not won."""

    entries: tuple[TrickLosses, ...]
    not_won: int

    @property
    def most_frequent(self) -> TrickLosses | None:
        """Return the trick in which most attempts turned; None with too few attempts to say."""
        known = sum(entry.count for entry in self.entries)
        return max(self.entries, key=lambda entry: entry.count) if known >= ENOUGH_LOSSES else None

    @property
    def not_there(self) -> int:
        """Return the number of attempts without a known turning point."""
        return self.not_won - sum(entry.count for entry in self.entries)


def where_lost(game: str, mission: str, *, players: int | None = None) -> WhereLost:
    """Return where attempts at a mission were lost, at its latest tables. It omits deals that may still be played."""
    is_public = ~is_of_a_day() & none_running("stage__challenge")
    tables = Table.objects.filter(is_public, practice=False, game=game, mission=mission)
    if players is not None:
        tables = tables.filter(players=players)
    latest = tables.order_by("-pk").values("pk")[:LATEST_TABLES]
    not_won = Analysis.objects.filter(attempt__table__in=latest, solver__gt=0).filter(
        attempt__state__in=(Attempt.State.FAILURE, Attempt.State.ABANDONED)
    )
    rows = dict(not_won.order_by().values_list("lost_in").annotate(Count("pk")))
    most = max((count for trick, count in rows.items() if trick is not None), default=0)
    entries = tuple(
        TrickLosses(_trick_text(trick), rows[trick], round(100 * rows[trick] / most))
        for trick in sorted(trick for trick in rows if trick is not None)
    )
    return WhereLost(entries, sum(rows.values()))


def _trick_text(trick: int) -> str:
    return _("Trick %(number)s") % {"number": trick} if trick else _("Before the first trick")
