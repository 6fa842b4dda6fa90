"""How the logbook counts, and who is ahead. Pure: numbers in, numbers out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile
from math import sqrt
from operator import attrgetter
from typing import Final, NamedTuple

from logbook import law


class Run(NamedTuple):
    """What a crew's attempts at one stage have come to so far."""

    crew: int
    won: bool
    attempts: int
    distress: bool
    stage: int = 0
    best: int = 0
    """What the best of its attempts comes to alone."""


class Line(NamedTuple):
    """A crew's line in the standings."""

    rank: int
    crew: int
    stages_won: int
    score: int
    attempts: int
    distress: int


def score(*, attempts: int, distress: bool) -> int:
    """As in the printed logbook: the attempts needed, and one more if the distress signal was ever sent.

    In Deep Sea's endless epilogue the printed logbook counts no attempts and only notes the signal. Here its missions
    count like all others, so that they have leaderboards too.
    """
    return attempts + distress


def ranks(keys: Sequence[object]) -> list[int]:
    """The rank of each of these keys, which come best first: equal keys share a rank, the next rank counts them all."""
    found: list[int] = []
    for place, key in enumerate(keys):
        tied = place > 0 and key == keys[place - 1]
        found.append(found[-1] if tied else place + 1)
    return found


def standings(runs: Iterable[Run], *, policy: str = "", stages: Sequence[int] = ()) -> list[Line]:
    """The crews in order: more stages won first, then the lower total score of the stages won.

    Attempts at a stage that is not won (yet) are shown, but never count against a crew: trying is free. Where the best
    of several counts, a stage's score is that of the best attempt. In a gauntlet the stages won in a row count, in the
    order of `stages`.
    """
    by_crew = groupby(sorted(runs), key=attrgetter("crew"))
    lines = sorted((_line(crew, list(own), policy, stages) for crew, own in by_crew), key=_key)
    return [line._replace(rank=rank) for line, rank in zip(lines, ranks([_merit(line) for line in lines]), strict=True)]


def _line(crew: int, runs: list[Run], policy: str, stages: Sequence[int]) -> Line:
    won = _in_a_row(runs, stages) if policy == law.GAUNTLET else [run for run in runs if run.won]
    best_counts = policy == law.BEST_OF
    return Line(
        rank=0,
        crew=crew,
        stages_won=len(won),
        score=sum(run.best if best_counts else score(attempts=run.attempts, distress=run.distress) for run in won),
        attempts=sum(run.attempts for run in runs),
        distress=sum(run.distress for run in runs),
    )


def _in_a_row(runs: Iterable[Run], stages: Sequence[int]) -> list[Run]:
    won = {run.stage: run for run in runs if run.won}
    return [won[stage] for stage in takewhile(won.__contains__, stages)]


def _merit(line: Line) -> tuple[int, int]:
    return -line.stages_won, line.score


def _key(line: Line) -> tuple[int, int, int]:
    return *_merit(line), line.crew


# --- how sure one can be


class Interval(NamedTuple):
    """Where a share lies in 95 of 100 cases."""

    least: float
    most: float


SURE: Final = 1.96
"""Standard deviations to both sides that hold 95 of 100 cases."""
ENOUGH_TRIES: Final = 10
"""With fewer attempts than these the interval says next to nothing, and no share is told."""


def interval(*, wins: int, tries: int) -> Interval:
    """Wilson's interval of the share that is won: everywhere, where nothing was tried."""
    if not tries:
        return Interval(0.0, 1.0)
    share, square = wins / tries, SURE * SURE
    middle = (wins + square / 2) / (tries + square)
    half = SURE * sqrt(share * (1 - share) * tries + square / 4) / (tries + square)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


class Expectation(NamedTuple):
    """How many attempts a mission takes until it is won."""

    attempts: float
    least: float
    most: float


def expectation(*, wins: int, tries: int) -> Expectation | None:
    """Attempts until success, if each were won with the same chance; None with too few to say.

    All attempts are counted, those of crews that never won too: who gave up would otherwise make it look easy.
    """
    if tries < ENOUGH_TRIES or not wins:
        return None
    share = interval(wins=wins, tries=tries)
    return Expectation(tries / wins, 1 / share.most, 1 / share.least)
