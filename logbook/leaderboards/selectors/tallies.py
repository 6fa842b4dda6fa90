"""Selectors of the results that figures may tell: the tallies, less the results of challenges that are not over yet.

A tally counts every result at once; the results of a running challenge are its crews' own until it is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from logbook.challenges.models.challenges import Challenge
from logbook.leaderboards.models.results import Result, Tally
from logbook.tables.counting import Counts

PLACE = ("game", "mission", "players")
End = tuple[int, bool, bool, int, int]
"""Players, won, distress, attempts, and the number of such results."""


def sums(chosen: Q) -> Mapping[tuple[str, str, int], tuple[int, int]]:
    """Return attempts and wins by game, mission and number of players, in two queries."""
    found: dict[tuple[str, str, int], tuple[int, int]] = {}
    counted = Tally.objects.filter(chosen, results__gt=0).order_by().values_list(*PLACE)
    wins = Sum("results", filter=Q(won=True), default=0)
    for *key, attempts, won in counted.annotate(tries=Sum(F("attempts") * F("results")), wins=wins):
        found[_place(key)] = (attempts, won)
    running = _running(chosen).order_by().values_list(*PLACE)
    for *key, attempts, won in running.annotate(tries=Sum("attempts"), wins=Count("pk", filter=Q(won=True))):
        before = found.get(_place(key), (0, 0))
        # Never below nothing: a result may be counted between the two queries.
        found[_place(key)] = (max(before[0] - attempts, 0), max(before[1] - won, 0))
    return {key: figures for key, figures in found.items() if any(figures)}


def ends(game: str, mission: str) -> list[End]:
    """Return how the mission's results ended, in two queries."""
    chosen = Q(game=game, mission=mission)
    key = ("players", "won", "distress", "attempts")
    hidden: dict[tuple[Any, ...], int] = {
        tuple(end): results for *end, results in _running(chosen).order_by().values_list(*key).annotate(Count("pk"))
    }
    counted = Tally.objects.filter(chosen, results__gt=0).order_by("pk").values_list(*key, "results")
    left = [(*end, results - hidden.get(tuple(end), 0)) for *end, results in counted]
    return [end for end in left if end[-1] > 0]


def _running(chosen: Q) -> QuerySet[Result]:
    """Return the results in tallies that belong to challenges whose deals may still be played."""
    running = Challenge.objects.exclude(state__in=Challenge.OVER)
    return Result.objects.filter(chosen, counts__gte=Counts.CREWS, challenge__in=running)


def _place(key: list[Any]) -> tuple[str, str, int]:
    game, mission, players = key
    return game, mission, players
