"""Selectors of other crews' attempts: the medians that a crew is compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.core.cache import cache
from django.db.models import Count

from logbook.campaigns.models import MissionLog

FEWEST_TO_SAY: Final = 5
"""The fewest other campaigns from which a median is computed."""
CACHE_SECONDS: Final = 300
"""Seconds for which the statistics of all crews are cached."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The crew compared with other crews' median, over missions that it and enough others have won."""

    missions: int
    attempts: int
    median: float

    @property
    def fewer(self) -> float:
        """The number of attempts by which the crew needed fewer than others; negative if more."""
        return self.median - self.attempts


def medians_of_others(game: str, crew_id: int) -> dict[str, float]:
    """Return the median of attempts by mission, over other crews' campaigns that won it; none with too few."""
    all_counts = cache.get_or_set(f"logbook/world/counts/{game}", partial(_all_counts, game), CACHE_SECONDS)
    others = {mission: Counter(dict(counts)) for mission, counts in (all_counts or {}).items()}
    for own, mission, original, won, attempts in MissionLog.objects.filter(campaign__crew=crew_id).values_list(
        "game", "mission", "original", "won", "attempts"
    ):
        if own == game and original and won and mission in others:
            others[mission][attempts] -= 1
    # The cache may be older than the crew's own campaigns, which then cannot be subtracted.
    counts_by_mission = {mission: +counts for mission, counts in others.items()}
    return {mission: median(counts) for mission, counts in counts_by_mission.items() if counts.total() >= FEWEST_TO_SAY}


def _all_counts(game: str) -> dict[str, list[list[int]]]:
    """Return the distribution of attempts by mission, over all campaigns except copies: [attempts, campaigns].

    Lists of pairs keep their numbers in the cache's JSON, whose object keys would become texts.
    """
    counts_by_mission: dict[str, list[list[int]]] = {}
    logs = MissionLog.objects.filter(original=True, game=game, won=True).order_by("mission", "attempts")
    for mission, attempts, number in logs.values_list("mission", "attempts").annotate(n=Count("pk")):
        counts_by_mission.setdefault(mission, []).append([attempts, number])
    return counts_by_mission


def median(counts: Mapping[int, int]) -> float:
    """Return the median of a distribution; between two values their mean."""
    total = sum(counts.values())
    low, high = _at(counts, (total - 1) // 2), _at(counts, total // 2)
    return (low + high) / 2


def _at(counts: Mapping[int, int], place: int) -> int:
    for value in sorted(counts):
        place -= counts[value]
        if place < 0:
            return value
    raise IndexError


def comparison_of(logs: Iterable[MissionLog], medians: Mapping[str, float]) -> Comparison | None:
    """Return the comparison over the missions that both have won; None without any."""
    shared = [log for log in logs if log.won and log.mission in medians]
    if not shared:
        return None
    return Comparison(len(shared), sum(log.attempts for log in shared), sum(medians[log.mission] for log in shared))
