"""How strong crews are, apart from what they happened to play. Pure: attempts in, ratings out.

After Glicko: an attempt is a game of a crew against *what it played*: a mission at a number of players, or a deal of a
challenge, which several crews had. Both sides have a rating with a deviation, in logarithms of odds: a crew wins half
of its attempts where both are equal. A rating period is a week. Within it the likeliest ratings of all that met are
found together, from those of the week before; a deviation shrinks by what the week told, less what the other side's own
deviation leaves open, and grows a little with the weeks. The same attempts give the same ratings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from math import exp, sqrt
from operator import attrgetter
from statistics import fmean
from typing import Final, NamedTuple

CREWS_DIFFER: Final = 1.0
MISSIONS_DIFFER: Final = 1.5
DEALS_DIFFER: Final = 1.0
"""How far apart crews, missions, and deals of one mission lie before anything is known of them."""
DRIFT: Final = 0.02
"""By so much a crew may become better or worse in a week."""
SURE: Final = 1.96
"""Deviations to both sides that hold the truth in 95 of 100 cases."""
ENOUGH: Final = 20
"""Of fewer attempts nothing is told."""
MIDDLE: Final = 1500
SCALE: Final = 173.7178
"""Ratings as people know them: 1500 in the middle, and 400 points are odds of ten to one."""
DAYS: Final = 7
NEAR: Final = 1e-5
MOST_SWEEPS: Final = 200


class Opponent(NamedTuple):
    """What was played: a mission with so many players; of a challenge's deal also which one."""

    game: str
    mission: str
    players: int
    stage: int = 0
    attempt: int = 0

    @property
    def begins_as(self) -> Opponent:
        """What is known of a deal before anybody has played it: its mission."""
        return Opponent(self.game, self.mission, self.players)


Side = int | Opponent
"""A crew, by its key, or what it played."""


class RatedGame(NamedTuple):
    """Attempts of a crew at one thing in one week, and how many of them were won."""

    week: int
    crew: int
    opponent: Opponent
    tries: int
    won: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in logarithms of odds, how far off it may be, and from how many attempts it is told."""

    value: float
    deviation: float
    week: int
    """When it last played."""
    tries: int = 0
    won: int = 0
    """Of a crew its successes, of a mission or deal those against it that failed."""


Ratings = dict[Side, Rating]


class Pair(NamedTuple):
    """One side's week against another."""

    other: Side
    tries: int
    won: int


Week = dict[Side, list[Pair]]


def week_of(day: date) -> int:
    """Which week a day lies in, Monday first."""
    return (day.toordinal() - 1) // DAYS


def chance(own: float, other: float) -> float:
    """How often the one wins against the other."""
    return 1 / (1 + exp(other - own))


def ratings(games: Iterable[RatedGame]) -> Ratings:
    """Everybody's ratings after these games, which come week by week; no more than one week is held at a time."""
    found: Ratings = {}
    for week, played in groupby(games, key=attrgetter("week")):
        found |= _after(week, _pairs(played), found)
    return found


def middle(found: Ratings) -> float:
    """Where the middle of the crews lies of which enough is known: crews are told beside each other, not alone."""
    known = [one.value for side, one in found.items() if isinstance(side, int) and one.tries >= ENOUGH]
    return fmean(known) if known else 0.0


def _pairs(played: Iterable[RatedGame]) -> Week:
    met: dict[tuple[int, Opponent], list[int]] = defaultdict(lambda: [0, 0])
    for game in played:
        counted = met[game.crew, game.opponent]
        counted[0] += game.tries
        counted[1] += game.won
    week: Week = defaultdict(list)
    for (crew, opponent), (tries, won) in sorted(met.items()):
        week[crew].append(Pair(opponent, tries, won))
        week[opponent].append(Pair(crew, tries, tries - won))
    return week


def _after(week: int, pairs: Week, known: Ratings) -> Ratings:
    """The ratings of all that met in a week, after it."""
    before = {side: _before(week, side, known) for side in pairs}
    values = _likeliest(pairs, before)
    return {
        side: Rating(
            value=values[side],
            deviation=_deviation(side, own, values, before),
            week=week,
            tries=before[side].tries + sum(pair.tries for pair in own),
            won=before[side].won + sum(pair.won for pair in own),
        )
        for side, own in pairs.items()
    }


def _before(week: int, side: Side, known: Ratings) -> Rating:
    """As it stands when the week begins: a crew may have changed since it last played, a mission has not."""
    found = known.get(side)
    if found is None:
        return _unknown(week, side, known)
    if not isinstance(side, int):
        return found
    drifted = sqrt(found.deviation**2 + (week - found.week) * DRIFT**2)
    return replace(found, deviation=min(CREWS_DIFFER, drifted))


def _unknown(week: int, side: Side, known: Ratings) -> Rating:
    if isinstance(side, int):
        return Rating(0.0, CREWS_DIFFER, week)
    mission = known.get(side.begins_as) or Rating(0.0, MISSIONS_DIFFER, week)
    if not side.stage:
        return mission
    return Rating(mission.value, sqrt(mission.deviation**2 + DEALS_DIFFER**2), week)


def _likeliest(pairs: Week, before: Ratings) -> dict[Side, float]:
    """The values under which what happened, and what was known before, is likeliest: one after the other, until none
    moves any more. There is one such place only, and each step leads towards it.
    """
    values = {side: rating.value for side, rating in before.items()}
    for _sweep in range(MOST_SWEEPS):
        farthest = 0.0
        for side, own in pairs.items():
            step = _step(values[side], before[side], own, values)
            values[side] += step
            farthest = max(farthest, abs(step))
        if farthest < NEAR:
            break
    return values


def _step(value: float, before: Rating, own: Iterable[Pair], values: Mapping[Side, float]) -> float:
    bend = 1 / before.deviation**2
    slope = bend * (before.value - value)
    for other, tries, won in own:
        wins = chance(value, values[other])
        slope += won - tries * wins
        bend += tries * wins * (1 - wins)
    return max(-1.0, min(1.0, slope / bend))


def _deviation(side: Side, own: Iterable[Pair], values: Mapping[Side, float], before: Ratings) -> float:
    """What each pair told, less what the other side's own deviation leaves open."""
    precision = 1 / before[side].deviation ** 2
    for other, tries, _won in own:
        wins = chance(values[side], values[other])
        told = tries * wins * (1 - wins)
        precision += told / (1 + told * before[other].deviation ** 2)
    return 1 / sqrt(precision)


class RatingRange(NamedTuple):
    """A crew's rating as people are told it: 1500 is the middle crew, and the truth lies between in 95 of 100 cases."""

    rating: int
    least: int
    most: int
    wins: float
    """Of 100 attempts where the middle crew wins half."""
    wins_least: float
    wins_most: float


def told(value: float, deviation: float) -> RatingRange:
    """For a value beside that of the middle crew."""
    points = [round(MIDDLE + SCALE * (value + sure * deviation)) for sure in (0, -SURE, SURE)]
    wins = [100 * chance(value + sure * deviation, 0.0) for sure in (0, -SURE, SURE)]
    return RatingRange(points[0], points[1], points[2], wins[0], wins[1], wins[2])
