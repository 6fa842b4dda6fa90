"""Ranking of race challenges. Pure: numbers in, numbers out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from logbook.leaderboards.ranking import ranks


class RaceScore(NamedTuple):
    """A person's result in one race of a challenge, with their crew."""

    crew: int
    player: int
    stage: int
    points: int
    margin: int
    won: bool


class RaceStandingRow(NamedTuple):
    """A row in the standings of a race challenge; `player` is None in a crew's row."""

    rank: int
    crew: int
    player: int | None
    points: int
    margin: int
    wins: int
    stages: int
    races: int
    given_up: int


def standings(
    races: Iterable[RaceScore], given_up: Mapping[tuple[int, int], int], *, crews: bool
) -> list[RaceStandingRow]:
    """Return the standings of people (or crews): points over all stages, then total margin, then wins.

    The best race of each stage counts; a crew's is that of its best person. An abandoned race has no points:
    `given_up` maps crew and person to the number of such races.
    """
    own: dict[tuple[int, int | None], list[RaceScore]] = defaultdict(list)
    for race in races:
        own[race.crew, None if crews else race.player].append(race)
    quit_by: Counter[tuple[int, int | None]] = Counter()
    for (crew, player), times in given_up.items():
        quit_by[crew, None if crews else player] += times
    keys = own.keys() | quit_by.keys()
    rows = sorted((_standing_row(key, own.get(key, ()), quit_by[key]) for key in keys), key=_sort_key)
    rank_keys = [_rank_key(row) for row in rows]
    return [row._replace(rank=rank) for row, rank in zip(rows, ranks(rank_keys), strict=True)]


def _standing_row(key: tuple[int, int | None], races: Sequence[RaceScore], given_up: int) -> RaceStandingRow:
    best: dict[int, RaceScore] = {}
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


def _rank_key(row: RaceStandingRow) -> tuple[int, int, int, int]:
    return not row.stages, -row.points, -row.margin, -row.wins


def _sort_key(row: RaceStandingRow) -> tuple[object, ...]:
    return *_rank_key(row), row.crew, row.player or 0
