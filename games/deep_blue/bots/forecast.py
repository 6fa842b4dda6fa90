"""The average course of a dive: exact sums over the bag, for a leader who stops when one more gem does not pay.

Gems that are no hazards count as one kind; a leader's best choice does not depend on what each of them pays, because
the stake grows with their number. So a forecast has very few inputs and is computed once.
"""

from __future__ import annotations

from functools import cache
from math import fsum
from typing import NamedTuple

from .chart import at_least

Means = tuple[int, int, int]
"""Protections against blue, against black, and against either."""
UNLOCKED_BY_THEN = 0.6
"""The probability that a diver who had to surface had unlocked what was unlocked in the end."""


class End(NamedTuple):
    """A possible end of a dive: harmless gems, blue and black ones drawn, and whether the leader had to surface."""

    chance: float
    harmless: int
    blue: int
    black: int
    failed: bool


def safe(means: Means, blue: int, black: int) -> bool:
    """Return whether the diver can answer this many blue and black gems (the first of each only warns)."""
    return max(0, blue - 1 - means[0]) + max(0, black - 1 - means[1]) <= means[2]


class Forecast:
    """The possible ends of a dive with this bag, these protections of the leader, and this many gems drawn at once."""

    def __init__(self, bag: Means, leader: Means, at_once: int) -> None:
        self.bag, self.leader, self.at_once = bag, leader, at_once
        self._worths: dict[tuple[int, int, int, int], float] = {}
        self._staying: dict[Means, float] = {}
        self._unlocked: dict[tuple[Means, int, int, int], float] = {}
        self.ends = tuple(self._ends())
        self._worths.clear()  # The cache holds many forecasts, but not how they were computed.

    def staying(self, diver: Means, *, leads: bool) -> float:
        """The mean number of harmless gems that a diver is paid for."""
        if leads:
            return fsum(end.chance * end.harmless for end in self.ends if not end.failed)
        mean = self._staying.get(diver)
        if mean is None:
            stayed = (end.chance * end.harmless for end in self.ends if safe(diver, end.blue, end.black))
            mean = self._staying[diver] = fsum(stayed)
        return mean

    def unlocked(self, diver: Means, needed: int, of_colour: int, any_gems: int) -> float:
        """The probability that a card is unlocked in time that needs this many gems of a colour, and of any colour."""
        key = diver, needed, of_colour, any_gems
        mean = self._unlocked.get(key)
        if mean is None:
            mean = self._unlocked[key] = fsum(
                end.chance
                * (1.0 if safe(diver, end.blue, end.black) else UNLOCKED_BY_THEN)
                * (at_least(end.harmless, self.bag[0], needed, of_colour) if needed else 1.0)
                for end in self.ends
                if end.harmless + end.blue + end.black >= any_gems
            )
        return mean

    def _worth(self, harmless: int, blue: int, black: int, left: int) -> float:
        """The mean number of gems paid in the end, with `left` gems still to come before the leader's word."""
        key = harmless, blue, black, left
        if key not in self._worths:
            self._worths[key] = self._going(harmless, blue, black, left) if left else self._deciding(*key[:3])
        return self._worths[key]

    def _deciding(self, harmless: int, blue: int, black: int) -> float:
        if not safe(self.leader, blue, black):
            return 0.0
        return max(float(harmless), self._worth(harmless, blue, black, self.at_once))

    def _going(self, harmless: int, blue: int, black: int, left: int) -> float:
        nexts = self._nexts(harmless, blue, black)
        if not nexts:
            return float(harmless) if safe(self.leader, blue, black) else 0.0
        return fsum(chance * self._worth(*after, left - 1) for chance, after in nexts)

    def _nexts(self, harmless: int, blue: int, black: int) -> list[tuple[float, tuple[int, int, int]]]:
        left = (self.bag[0] - harmless, self.bag[1] - blue, self.bag[2] - black)
        afters = ((harmless + 1, blue, black), (harmless, blue + 1, black), (harmless, blue, black + 1))
        return [(count / sum(left), after) for count, after in zip(left, afters, strict=True) if count]

    def _ends(self) -> list[End]:
        ends: dict[tuple[int, int, int], float] = {}
        level = {(0, 0, 0, self.at_once): 1.0}
        while level:
            deeper: dict[tuple[int, int, int, int], float] = {}
            for (harmless, blue, black, left), chance in level.items():
                nexts = self._nexts(harmless, blue, black)
                if not nexts or (not left and not self._goes_on(harmless, blue, black)):
                    ends[harmless, blue, black] = ends.get((harmless, blue, black), 0.0) + chance
                    continue
                more = left or self.at_once
                for part, after in nexts:
                    deeper[*after, more - 1] = deeper.get((*after, more - 1), 0.0) + chance * part
            level = deeper
        return [End(chance, *gems, not safe(self.leader, *gems[1:])) for gems, chance in ends.items()]

    def _goes_on(self, harmless: int, blue: int, black: int) -> bool:
        if not safe(self.leader, blue, black):
            return False
        return self._worth(harmless, blue, black, self.at_once) > harmless


@cache
def forecast(bag: Means, leader: Means, at_once: int) -> Forecast:
    """The forecast for a bag with this many harmless, blue and black gems."""
    return Forecast(bag, leader, at_once)
