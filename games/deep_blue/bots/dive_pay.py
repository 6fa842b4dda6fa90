"""The average pay of a dive by hand and spots, computed once for each bag, hand and leader."""

from __future__ import annotations

from functools import lru_cache

from ..gems import Counts
from .chart import BLACK_SPOT, BLUE_SPOT, JOKER_SPOT, NO_SPOT, Chart, harmless
from .forecast import Forecast, Means, forecast

Hand = tuple[int, ...]
Spots = tuple[int, ...]
MOST_MEANS = 3
"""There are three hazards of each colour that have to be answered."""


@lru_cache(maxsize=1 << 13)
def means_of(chart: Chart, hand: Hand, spots: Spots) -> Means:
    """The protections of a hand and of boats on these spots."""
    crews = chart.crews
    blue = sum([crews[card].blue for card in hand]) + spots.count(BLUE_SPOT)
    black = sum([crews[card].black for card in hand]) + spots.count(BLACK_SPOT)
    return min(blue, MOST_MEANS), min(black, MOST_MEANS), spots.count(JOKER_SPOT)


def forecast_for(bag: Counts, leader: Means, at_once: int) -> Forecast:
    """The average course of a dive under a leader with these protections."""
    return forecast((harmless(bag), bag[5], bag[6]), leader, at_once)


@lru_cache(maxsize=1 << 12)
def mean_gem(chart: Chart, bag: Counts, spots: Spots) -> float:
    """The average pay of a harmless gem with boats on these spots."""
    box = chart.box
    total = sum(bag[place] * (box.scouted if place in spots else box.points)[place] for place in (0, 1, 2))
    return total / max(1, harmless(bag))


@lru_cache(maxsize=1 << 15)
def pay(
    chart: Chart, bag: Counts, hand: Hand, spots: Spots, leader: Means, at_once: int, more: int, leads: bool
) -> float:
    """The average pay of a dive's gems and cards for a player with this hand and these spots."""
    outlook = forecast_for(bag, leader, at_once)
    means = means_of(chart, hand, spots)
    return mean_gem(chart, bag, spots) * outlook.staying(means, leads=leads) + cards_pay(
        chart, bag, hand, means, outlook, more
    )


def cards_pay(chart: Chart, bag: Counts, hand: Hand, means: Means, outlook: Forecast, more: int) -> float:
    """The average pay of a hand's cards in a dive."""
    points = 0.0
    for card in hand:
        crew = chart.crews[card]
        if crew.points:
            points += (crew.points + more) * likely(chart, bag, card, means, outlook)
    return points


def likely(chart: Chart, bag: Counts, card: int, means: Means, outlook: Forecast) -> float:
    """The chance that a card can be played in a dive."""
    crew = chart.crews[card]
    place, needed = crew.needs[0] if crew.needs else (0, 0)
    return outlook.unlocked(means, needed, bag[place], crew.any_gems)


@lru_cache(maxsize=1 << 13)
def spot_values(chart: Chart, bag: Counts, hand: Hand) -> tuple[float, ...]:
    """The pay of leading a dive with this hand, by the spot of one's boat; the last entry is for none."""
    spots = (*range(6), NO_SPOT)
    return tuple(pay(chart, bag, hand, (spot,), means_of(chart, hand, (spot,)), 1, 0, True) for spot in spots)
