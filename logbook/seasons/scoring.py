"""Duplicate scoring for crews that never meet: every crew got the same cards, so it is measured against the field.

Pure: numbers in, numbers out. Two measures, each with its working, beside the logbook's own count and the margin
against par (`field.margin_of`):

- **matchpoints** at a stage: 1 for every crew that did worse, ½ for every one that did the same, of as many as there
  were other crews; their share is the percentage. A challenge's percentage is the mean of its stages'.
- **season**: the sum of a crew's best `n` percentages.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from logbook.leaderboards.ranking import ranks


class StageResult(NamedTuple):
    """What a crew made of a stage. `score` is its challenge's policy's, and counts only if it `won`."""

    crew: int
    won: bool
    score: int


class Points(NamedTuple):
    """Matchpoints of one crew at one stage: won `points` of `most`, over `worse` and level with `same` crews."""

    points: float
    most: int
    worse: int
    same: int

    @property
    def percent(self) -> float:
        """0 to 100; a crew without a field to measure itself against has done as well as could be: 50."""
        return 100 * self.points / self.most if self.most else 50.0


def matchpoints(runs: Collection[StageResult]) -> dict[int, Points]:
    """By crew. Those who did not win a stage all did the same there, however often they tried: trying is free."""
    merits = {run.crew: (not run.won, run.score if run.won else 0) for run in runs}
    ordered = sorted(merits.values())
    found = {}
    for crew, merit in merits.items():
        worse = len(ordered) - bisect_right(ordered, merit)
        same = len(ordered) - worse - bisect_left(ordered, merit) - 1
        found[crew] = Points(worse + same / 2, len(ordered) - 1, worse, same)
    return found


def percentage(stages: Mapping[int, Points], number: int) -> float:
    """A crew's percentage over so many stages, those that it never began counting 0."""
    return sum(points.percent for points in stages.values()) / number if number else 0.0


class SeasonEntry(NamedTuple):
    """One challenge of a season, to one crew or member."""

    challenge: int
    percent: float
    rank: int


class SeasonStandingRow(NamedTuple):
    """A line of the standings of a season. `counted` are the challenges whose percentages make the `total`."""

    rank: int
    who: int
    total: float
    wins: int
    best: float
    played: int
    counted: tuple[int, ...]


def season(entries: Mapping[int, Iterable[SeasonEntry]], best_of: int) -> list[SeasonStandingRow]:
    """The standings of a season, by crew or by member.

    More points from the best `best_of` challenges first; then more challenges won; then the better best one. Who is
    equal in all three is equal.
    """
    lines = sorted((_line(who, list(own), best_of) for who, own in entries.items()), key=_season_key)
    merits = [_season_key(line)[:3] for line in lines]
    return [line._replace(rank=rank) for line, rank in zip(lines, ranks(merits), strict=True)]


def _line(who: int, own: list[SeasonEntry], best_of: int) -> SeasonStandingRow:
    best = sorted(own, key=lambda entry: (-entry.percent, entry.challenge))[:best_of]
    return SeasonStandingRow(
        rank=0,
        who=who,
        total=round(sum(entry.percent for entry in best), 6),
        wins=sum(entry.rank == 1 for entry in own),
        best=max((entry.percent for entry in own), default=0.0),
        played=len(own),
        counted=tuple(sorted(entry.challenge for entry in best)),
    )


def _season_key(line: SeasonStandingRow) -> tuple[float, int, float, int]:
    return -line.total, -line.wins, -line.best, line.who


def movement(now: Sequence[SeasonStandingRow], before: Sequence[SeasonStandingRow]) -> dict[int, int | None]:
    """How many places each went up since `before` (below 0: down); None for who is new."""
    places = {line.who: line.rank for line in before}
    return {line.who: places[line.who] - line.rank if line.who in places else None for line in now}
