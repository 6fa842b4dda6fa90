"""Selectors of places: where the crew's result stands among bots on the same deal, and among other crews with it.

A win without the distress signal is ahead of one with it, and both are ahead of a loss. Bots send no distress signal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone

from logbook.typed_deals.models import TypedDeal

LOST, WON_WITH_SIGNAL, WON = range(3)
"""The ends of a round, the worst first."""


@dataclass(frozen=True, slots=True)
class Place:
    """The results that the crew's own one is ahead of, level with and behind."""

    ahead: int
    level: int
    behind: int

    @property
    def results(self) -> int:
        """All results with which the crew's is compared."""
        return self.ahead + self.level + self.behind


@dataclass(frozen=True, slots=True)
class Places:
    """The places of the crew's result; None where there is nothing to compare it with yet."""

    careful: Place | None
    strongest: Place | None
    crews: Place | None


def places_of(deal: TypedDeal) -> Places | None:
    """Return the places of the result of an answered deal; None until the crew has said how the round ended."""
    if deal.won is None or not deal.answer:
        return None
    own = _end_of(won=deal.won, distress=deal.distress)
    answer = deal.answer
    careful = place_among(own, _bots(answer.get("rounds", 0), answer.get("wins", 0)))
    strongest = place_among(own, _bots(answer.get("strong_rounds", 0), answer.get("strong_wins", 0)))
    return Places(careful, strongest, place_among(own, _other_crews(deal)))


def place_among(own: int, ends: Mapping[int, int]) -> Place | None:
    """Return the place of an end among others, counted by end; None among none."""
    ahead = sum(number for end, number in ends.items() if end < own)
    behind = sum(number for end, number in ends.items() if end > own)
    place = Place(ahead, ends.get(own, 0), behind)
    return place if place.results else None


def _end_of(*, won: bool, distress: bool) -> int:
    if not won:
        return LOST
    return WON_WITH_SIGNAL if distress else WON


def _bots(rounds: int, wins: int) -> dict[int, int]:
    return {LOST: rounds - wins, WON: wins}


def _other_crews(deal: TypedDeal) -> dict[int, int]:
    """Return the results of other crews with the same deal; the same phones are the same crew."""
    same = TypedDeal.objects.filter(fingerprint=deal.fingerprint, over_at__isnull=False, until__gt=timezone.now())
    if not deal.fingerprint:
        same = same.none()
    devices = deal.hands.values("device")
    others = TypedDeal.objects.filter(pk__in=same.exclude(pk=deal.pk)).exclude(hands__device__in=devices)
    counted = others.aggregate(
        lost=Count("pk", filter=Q(won=False)),
        signal=Count("pk", filter=Q(won=True, distress=True)),
        won=Count("pk", filter=Q(won=True, distress=False)),
    )
    return {LOST: counted["lost"], WON_WITH_SIGNAL: counted["signal"], WON: counted["won"]}
