"""Scoring and ranking of results. Pure: numbers in, numbers out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import sqrt
from operator import attrgetter
from typing import Final, NamedTuple

from logbook.challenges.policies import DEFAULT, POLICIES, Policy


class CrewResult(NamedTuple):
    """A crew's attempts at one stage, summed up so far."""

    crew: int
    won: bool
    attempts: int
    distress: bool
    stage: int = 0
    best: int = 0
    """The score of the best attempt alone."""


class StandingRow(NamedTuple):
    """A crew's row in the standings."""

    rank: int
    crew: int
    stages_won: int
    score: int
    attempts: int
    distress: int


def ranks(keys: Sequence[object]) -> list[int]:
    """Return the rank of each key; the keys come best first.

    Equal keys share a rank, and the next rank counts them all.
    """
    ranked: list[int] = []
    for place, key in enumerate(keys):
        tied = place > 0 and key == keys[place - 1]
        ranked.append(ranked[-1] if tied else place + 1)
    return ranked


def standings(
    results: Iterable[CrewResult], *, policy: Policy = POLICIES[DEFAULT], stages: Sequence[int] = ()
) -> list[StandingRow]:
    """Return the standings of the crews: more stages won first, then the lower total score of those stages.

    Attempts at a stage that is not won yet appear, but never count against a crew: trying is free. The policy decides
    which of the won stages count, in the order of `stages`, and what each scores.
    """
    by_crew = groupby(sorted(results), key=attrgetter("crew"))
    rows = sorted((_standing_row(crew, list(own), policy, stages) for crew, own in by_crew), key=_sort_key)
    return [row._replace(rank=rank) for row, rank in zip(rows, ranks([_rank_key(row) for row in rows]), strict=True)]


def _standing_row(crew: int, results: list[CrewResult], policy: Policy, stages: Sequence[int]) -> StandingRow:
    won = policy.stages_that_count([result for result in results if result.won], stages)
    return StandingRow(
        rank=0,
        crew=crew,
        stages_won=len(won),
        score=sum(policy.score(result) or 0 for result in won),
        attempts=sum(result.attempts for result in results),
        distress=sum(result.distress for result in results),
    )


def _rank_key(row: StandingRow) -> tuple[int, int]:
    return -row.stages_won, row.score


def _sort_key(row: StandingRow) -> tuple[int, int, int]:
    return *_rank_key(row), row.crew


# --- races


# --- confidence


class Interval(NamedTuple):
    """The bounds that hold a share in 95 of 100 cases."""

    least: float
    most: float


SURE: Final = 1.96
"""Standard deviations on both sides that cover 95 of 100 cases."""
ENOUGH_TRIES: Final = 10
"""The fewest attempts for which a share is shown; with fewer, the interval says next to nothing."""


def interval(*, wins: int, tries: int) -> Interval:
    """Return Wilson's interval of the share won; 0 to 1 if there are no attempts."""
    if not tries:
        return Interval(0.0, 1.0)
    share, square = wins / tries, SURE * SURE
    middle = (wins + square / 2) / (tries + square)
    half = SURE * sqrt(share * (1 - share) * tries + square / 4) / (tries + square)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


class Expectation(NamedTuple):
    """The expected number of attempts until a mission is won."""

    attempts: float
    least: float
    most: float


def expectation(*, wins: int, tries: int) -> Expectation | None:
    """Return the expected attempts until success, with equal chances each time; None with too few attempts.

    It counts all attempts, also those of crews that never won: without them a mission would look too easy.
    """
    if tries < ENOUGH_TRIES or not wins:
        return None
    share = interval(wins=wins, tries=tries)
    return Expectation(tries / wins, 1 / share.most, 1 / share.least)
