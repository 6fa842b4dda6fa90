"""Ratings of crews, independent of the missions they happened to play. Pure: attempts in, ratings out.

The method follows Glicko: an attempt is a game of a crew against an opponent: a mission at a number of players, or a
deal of a challenge that several crews played. Both sides have a rating with a deviation, in log odds: a crew wins half
of its attempts against an equal opponent. A rating period is a week. The likeliest ratings of all sides that met in
a week are computed together, from those of the week before. A deviation shrinks by the week's information, less the
uncertainty of the other side's rating, and grows a little from week to week. The same attempts give the same ratings.
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
"""Prior deviations of crews, of missions, and of deals of one mission."""
DRIFT: Final = 0.02
"""The deviation that a crew's rating gains per week, as crews improve and decline."""
SURE: Final = 1.96
"""Standard deviations on both sides that cover 95 of 100 cases."""
ENOUGH: Final = 20
"""The fewest attempts for which a rating is shown."""
MIDDLE: Final = 1500
SCALE: Final = 173.7178
"""The displayed scale: 1500 is the middle, and 400 points are odds of ten to one."""
DAYS: Final = 7
NEAR: Final = 1e-5
MOST_SWEEPS: Final = 200


class Opponent(NamedTuple):
    """The opponent of a crew: a mission at a number of players, and for a challenge also the deal."""

    game: str
    mission: str
    players: int
    stage: int = 0
    attempt: int = 0

    @property
    def begins_as(self) -> Opponent:
        """Return the opponent whose rating a new deal starts from: its mission."""
        return Opponent(self.game, self.mission, self.players)


Side = int | Opponent
"""A crew's key, or an opponent."""


class RatedGame(NamedTuple):
    """A crew's attempts against one opponent in one week, and the number won."""

    week: int
    crew: int
    opponent: Opponent
    tries: int
    won: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in log odds, its deviation, and the number of attempts behind it."""

    value: float
    deviation: float
    week: int
    """The week of the last game."""
    tries: int = 0
    won: int = 0
    """A crew's successes; a mission's or deal's number of failed attempts against it."""


Ratings = dict[Side, Rating]


class Pair(NamedTuple):
    """One side's attempts of a week against another side."""

    other: Side
    tries: int
    won: int


Week = dict[Side, list[Pair]]


def week_of(day: date) -> int:
    """Return the number of the day's week; weeks begin on Monday."""
    return (day.toordinal() - 1) // DAYS


def chance(own: float, other: float) -> float:
    """Return the probability that the first side wins against the other."""
    return 1 / (1 + exp(other - own))


def ratings(games: Iterable[RatedGame]) -> Ratings:
    """Return all ratings after these games, which come week by week; only one week is in memory at a time."""
    ratings_now: Ratings = {}
    for week, played in groupby(games, key=attrgetter("week")):
        ratings_now |= _after(week, _pairs(played), ratings_now)
    return ratings_now


def middle(known_ratings: Ratings) -> float:
    """Return the average rating of crews with enough attempts: ratings are shown relative to other crews."""
    values = [one.value for side, one in known_ratings.items() if isinstance(side, int) and one.tries >= ENOUGH]
    return fmean(values) if values else 0.0


def _pairs(played: Iterable[RatedGame]) -> Week:
    met: dict[tuple[int, Opponent], list[int]] = defaultdict(lambda: [0, 0])
    for game in played:
        pair = met[game.crew, game.opponent]
        pair[0] += game.tries
        pair[1] += game.won
    week: Week = defaultdict(list)
    for (crew, opponent), (tries, won) in sorted(met.items()):
        week[crew].append(Pair(opponent, tries, won))
        week[opponent].append(Pair(crew, tries, tries - won))
    return week


def _after(week: int, pairs: Week, ratings_before: Ratings) -> Ratings:
    """Return the ratings, after a week, of all sides that met in it."""
    before = {side: _before(week, side, ratings_before) for side in pairs}
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


def _before(week: int, side: Side, ratings_before: Ratings) -> Rating:
    """Return a side's rating as the week begins: a crew may have changed since its last game, a mission has not."""
    rating = ratings_before.get(side)
    if rating is None:
        return _unknown(week, side, ratings_before)
    if not isinstance(side, int):
        return rating
    drifted = sqrt(rating.deviation**2 + (week - rating.week) * DRIFT**2)
    return replace(rating, deviation=min(CREWS_DIFFER, drifted))


def _unknown(week: int, side: Side, ratings_before: Ratings) -> Rating:
    if isinstance(side, int):
        return Rating(0.0, CREWS_DIFFER, week)
    mission = ratings_before.get(side.begins_as) or Rating(0.0, MISSIONS_DIFFER, week)
    if not side.stage:
        return mission
    return Rating(mission.value, sqrt(mission.deviation**2 + DEALS_DIFFER**2), week)


def _likeliest(pairs: Week, before: Ratings) -> dict[Side, float]:
    """Return the likeliest values, given the week's results and the ratings before it.

    Values are improved one after the other until none changes. The maximum is unique, and each step approaches it.
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
    """Return the new deviation: the information of each pair, less the uncertainty of the other side's rating."""
    precision = 1 / before[side].deviation ** 2
    for other, tries, _successes in own:
        wins = chance(values[side], values[other])
        information = tries * wins * (1 - wins)
        precision += information / (1 + information * before[other].deviation ** 2)
    return 1 / sqrt(precision)


class RatingRange(NamedTuple):
    """A crew's rating on the displayed scale: 1500 is the average crew; 95 of 100 cases lie between the bounds."""

    rating: int
    least: int
    most: int
    wins: float
    """Wins in 100 attempts where the average crew wins half."""
    wins_least: float
    wins_most: float


def rating_range(value: float, deviation: float) -> RatingRange:
    """Return the range of a value relative to the average crew."""
    points = [round(MIDDLE + SCALE * (value + sure * deviation)) for sure in (0, -SURE, SURE)]
    wins = [100 * chance(value + sure * deviation, 0.0) for sure in (0, -SURE, SURE)]
    return RatingRange(points[0], points[1], points[2], wins[0], wins[1], wins[2])
