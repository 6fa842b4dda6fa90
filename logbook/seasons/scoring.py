"""Duplicate scoring for crews that never meet: every crew gets the same cards, and is compared with the field.

Pure: numbers in, numbers out. Two measures, each with its intermediate figures, beside the logbook's own count and the
margin against par (`stage_results.margin_of`):

- **matchpoints** at a stage: 1 for every crew that did worse, ½ for every one that did the same, of as many as there
  were other crews; their share is the percentage. A challenge's percentage is the mean of its stages'.
- **season**: the total of a crew's best `n` challenges, whose points its method gives (`methods`).

Percentages are fractions, so sums and means of them are exact and equal results are tied. Pages round them, once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from logbook.leaderboards.ranking import ranks
from logbook.seasons.methods import DEFAULT, METHODS, Method


class StageResult(NamedTuple):
    """A crew's result at a stage. `score` follows the challenge's policy, and counts only if the crew `won`."""

    crew: int
    won: bool
    score: int


class Points(NamedTuple):
    """Matchpoints of one crew at one stage: `points` of `most`, with `worse` crews below it and `same` crews level."""

    points: float
    most: int
    worse: int
    same: int

    @property
    def percent(self) -> Fraction:
        """Return the percentage, 0 to 100; 50 for a crew without a field to compare with."""
        return 100 * Fraction(self.points) / self.most if self.most else Fraction(50)


def matchpoints(results: Collection[StageResult]) -> dict[int, Points]:
    """Return matchpoints by crew. Crews that did not win a stage are equal, however many attempts: trying is free."""
    keys = {result.crew: (not result.won, result.score if result.won else 0) for result in results}
    ordered = sorted(keys.values())
    points = {}
    for crew, key in keys.items():
        worse = len(ordered) - bisect_right(ordered, key)
        same = len(ordered) - worse - bisect_left(ordered, key) - 1
        points[crew] = Points(worse + same / 2, len(ordered) - 1, worse, same)
    return points


def percentage(stages: Mapping[int, Points], number: int) -> Fraction:
    """Return a crew's percentage over `number` stages; stages it never began count 0."""
    whole = sum((points.percent for points in stages.values()), Fraction())
    return whole / number if number else whole


class SeasonEntry(NamedTuple):
    """A crew's or member's result in one challenge of a season."""

    challenge: int
    points: Fraction
    rank: int


class SeasonStandingRow(NamedTuple):
    """A row of a season's standings. `counted` names the challenges whose points add up to `total`."""

    rank: int
    entrant: int
    total: Fraction
    wins: int
    best: Fraction
    played: int
    counted: tuple[int, ...]


def season(
    entries: Mapping[int, Iterable[SeasonEntry]], best_of: int, method: Method = METHODS[DEFAULT]
) -> list[SeasonStandingRow]:
    """Return the standings of a season, by crew or by member.

    They are ordered by the total of the best `best_of` challenges, then challenges won, then the best single result.
    Rows equal in all three are tied.
    """
    rows = sorted(
        (_standing_row(entrant, list(own), best_of, method) for entrant, own in entries.items()), key=_sort_key
    )
    keys = [_sort_key(row)[:3] for row in rows]
    return [row._replace(rank=rank) for row, rank in zip(rows, ranks(keys), strict=True)]


def _standing_row(entrant: int, own: list[SeasonEntry], best_of: int, method: Method) -> SeasonStandingRow:
    best = sorted(own, key=lambda entry: (-entry.points, entry.challenge))[:best_of]
    return SeasonStandingRow(
        rank=0,
        entrant=entrant,
        total=method.total(entry.points for entry in best),
        wins=sum(entry.rank == 1 for entry in own),
        best=max((entry.points for entry in own), default=Fraction()),
        played=len(own),
        counted=tuple(sorted(entry.challenge for entry in best)),
    )


def _sort_key(row: SeasonStandingRow) -> tuple[Fraction, int, Fraction, int]:
    return -row.total, -row.wins, -row.best, row.entrant


def movement(now: Sequence[SeasonStandingRow], before: Sequence[SeasonStandingRow]) -> dict[int, int | None]:
    """Return the number of places gained since `before` (below 0: lost); None for a new row."""
    places = {row.entrant: row.rank for row in before}
    return {row.entrant: places[row.entrant] - row.rank if row.entrant in places else None for row in now}
