"""How the logbook counts, and who is ahead. Pure: numbers in, numbers out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import sqrt
from operator import attrgetter
from typing import Final, NamedTuple

from logbook.challenges.policies import DEFAULT, POLICIES, Policy


class CrewResult(NamedTuple):
    """What a crew's attempts at one stage have come to so far."""

    crew: int
    won: bool
    attempts: int
    distress: bool
    stage: int = 0
    best: int = 0
    """What the best of its attempts comes to alone."""


class StandingRow(NamedTuple):
    """A crew's line in the standings."""

    rank: int
    crew: int
    stages_won: int
    score: int
    attempts: int
    distress: int


def ranks(keys: Sequence[object]) -> list[int]:
    """The rank of each of these keys, which come best first: equal keys share a rank, the next rank counts them all."""
    found: list[int] = []
    for place, key in enumerate(keys):
        tied = place > 0 and key == keys[place - 1]
        found.append(found[-1] if tied else place + 1)
    return found


def standings(
    runs: Iterable[CrewResult], *, policy: Policy = POLICIES[DEFAULT], stages: Sequence[int] = ()
) -> list[StandingRow]:
    """The crews in order: more stages won first, then the lower total score of the stages won.

    Attempts at a stage that is not won (yet) are shown, but never count against a crew: trying is free. The policy says
    which of the won stages count, in the order of `stages`, and what each scores.
    """
    by_crew = groupby(sorted(runs), key=attrgetter("crew"))
    lines = sorted((_line(crew, list(own), policy, stages) for crew, own in by_crew), key=_key)
    return [line._replace(rank=rank) for line, rank in zip(lines, ranks([_merit(line) for line in lines]), strict=True)]


def _line(crew: int, runs: list[CrewResult], policy: Policy, stages: Sequence[int]) -> StandingRow:
    won = policy.stages_that_count([run for run in runs if run.won], stages)
    return StandingRow(
        rank=0,
        crew=crew,
        stages_won=len(won),
        score=sum(policy.score(run) or 0 for run in won),
        attempts=sum(run.attempts for run in runs),
        distress=sum(run.distress for run in runs),
    )


def _merit(line: StandingRow) -> tuple[int, int]:
    return -line.stages_won, line.score


def _key(line: StandingRow) -> tuple[int, int, int]:
    return *_merit(line), line.crew


# --- races


class Raced(NamedTuple):
    """What a person made of one race of a challenge, for their crew."""

    crew: int
    player: int
    stage: int
    points: int
    margin: int
    won: bool


class RaceStandingRow(NamedTuple):
    """A line in the standings of a challenge of races; `player` is None in that of a crew."""

    rank: int
    crew: int
    player: int | None
    points: int
    margin: int
    wins: int
    stages: int
    races: int
    given_up: int


def race_standings(
    races: Iterable[Raced], given_up: Mapping[tuple[int, int], int], *, crews: bool
) -> list[RaceStandingRow]:
    """The people (or crews) in order: more points over all stages, then the wider margin, then more wins.

    Of each stage the best race counts, for a crew that of its best person. A race that was given up has no points:
    `given_up` tells by crew and person how many were.
    """
    own: dict[tuple[int, int | None], list[Raced]] = defaultdict(list)
    for race in races:
        own[race.crew, None if crews else race.player].append(race)
    quit_by: Counter[tuple[int, int | None]] = Counter()
    for (crew, player), times in given_up.items():
        quit_by[crew, None if crews else player] += times
    keys = own.keys() | quit_by.keys()
    lines = sorted((_race_line(key, own.get(key, ()), quit_by[key]) for key in keys), key=_race_key)
    merits = [_race_merit(line) for line in lines]
    return [line._replace(rank=rank) for line, rank in zip(lines, ranks(merits), strict=True)]


def _race_line(key: tuple[int, int | None], races: Sequence[Raced], given_up: int) -> RaceStandingRow:
    best: dict[int, Raced] = {}
    for race in races:
        best[race.stage] = max(best.get(race.stage, race), race, key=attrgetter("points", "margin", "won"))
    crew, player = key
    return RaceStandingRow(
        rank=0,
        crew=crew,
        player=player,
        points=sum(race.points for race in best.values()),
        margin=sum(race.margin for race in best.values()),
        wins=sum(race.won for race in best.values()),
        stages=len(best),
        races=len(races),
        given_up=given_up,
    )


def _race_merit(line: RaceStandingRow) -> tuple[int, int, int, int]:
    return not line.stages, -line.points, -line.margin, -line.wins


def _race_key(line: RaceStandingRow) -> tuple[object, ...]:
    return *_race_merit(line), line.crew, line.player or 0


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
