"""Duplicate scoring: matchpoints, par and the best n of a season, by examples and by properties."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from logbook.seasons import scoring
from logbook.seasons.scoring import Points, SeasonEntry, StageResult

FIELD = [
    StageResult(1, True, 1),
    StageResult(2, True, 3),
    StageResult(3, True, 3),
    StageResult(4, False, 9),
    StageResult(5, False, 2),
]


def test_matchpoints_by_hand() -> None:
    assert scoring.matchpoints(FIELD) == {
        1: Points(4, 4, 4, 0),
        2: Points(2.5, 4, 2, 1),
        3: Points(2.5, 4, 2, 1),
        4: Points(0.5, 4, 0, 1),
        5: Points(0.5, 4, 0, 1),
    }


def test_percentages_by_hand() -> None:
    points = scoring.matchpoints(FIELD)
    assert [points[crew].percent for crew in (1, 2, 4)] == [100, 62.5, 12.5]
    assert scoring.percentage({1: points[1], 2: points[4]}, 3) == Fraction(225, 6)
    assert scoring.matchpoints([StageResult(7, True, 4)])[7].percent == 50


runs = st.builds(StageResult, st.integers(1, 99), st.booleans(), st.integers(1, 12))


@given(st.lists(runs, max_size=12, unique_by=lambda run: run.crew))
def test_all_matchpoints_are_given_out(field: list[StageResult]) -> None:
    points = scoring.matchpoints(field)
    assert sum(one.points for one in points.values()) == len(field) * (len(field) - 1) / 2
    assert all(0 <= one.percent <= 100 for one in points.values())


@given(st.lists(runs, min_size=2, max_size=8, unique_by=lambda run: run.crew), st.randoms())
def test_the_order_of_the_field_does_not_matter(field: list[StageResult], chance: object) -> None:
    shuffled = sorted(field, key=lambda _run: chance.random())  # type: ignore[attr-defined]
    assert scoring.matchpoints(shuffled) == scoring.matchpoints(field)


def entry(challenge: int, percent: float | Fraction, rank: int) -> SeasonEntry:
    return SeasonEntry(challenge, Fraction(percent), rank)


def season(*percents: tuple[int, list[float | Fraction]], best_of: int = 2) -> list[tuple[int, int, float]]:
    entries = {who: [entry(k, percent, 2) for k, percent in enumerate(own)] for who, own in percents}
    return [(line.rank, line.entrant, float(line.total)) for line in scoring.season(entries, best_of)]


def test_the_best_count() -> None:
    assert season((1, [50, 70, 10]), (2, [60, 60, 60])) == [(1, 1, 120), (2, 2, 120)]
    assert season((1, [60, 60]), (2, [60, 60, 0])) == [(1, 1, 120), (1, 2, 120)]
    assert season((1, [100]), (2, [60, 60])) == [(1, 2, 120), (2, 1, 100)]


def test_equal_sums_of_fractions_are_tied() -> None:
    thirds: list[float | Fraction] = [100, Fraction(100, 3), Fraction(100, 3), Fraction(100, 3)]
    halves: list[float | Fraction] = [100, 50, 50, 0]
    assert season((1, thirds), (2, halves), best_of=4) == [(1, 1, 200), (1, 2, 200)]
    assert season((1, [1, Fraction(1, 3), Fraction(2, 3)]), (2, [1, Fraction(1, 7), Fraction(6, 7)]), best_of=3) == [
        (1, 1, 2),
        (1, 2, 2),
    ]


def test_more_wins_break_a_tie() -> None:
    entries = {1: [entry(1, 50, 2), entry(2, 50, 2)], 2: [entry(1, 50, 1), entry(2, 50, 2)]}
    assert [(line.rank, line.entrant, line.wins) for line in scoring.season(entries, 2)] == [(1, 2, 1), (2, 1, 0)]


def test_which_challenges_counted_is_told() -> None:
    (line,) = scoring.season({1: [entry(7, 10, 1), entry(8, 90, 3), entry(9, 50, 2)]}, 2)
    assert (line.counted, line.played, float(line.best)) == ((8, 9), 3, 90)


def test_movement() -> None:
    before = scoring.season({1: [entry(1, 90, 1)], 2: [entry(1, 50, 2)]}, 2)
    now = scoring.season({1: [entry(1, 90, 1)], 2: [entry(1, 50, 2), entry(2, 60, 1)], 3: [entry(2, 5, 2)]}, 2)
    assert scoring.movement(now, before) == {2: 1, 1: -1, 3: None}
