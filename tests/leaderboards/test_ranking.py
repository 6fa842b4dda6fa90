"""Scoring and ranking, without a database."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logbook.leaderboards.ranking import (
    CrewResult,
    expectation,
    interval,
    ranks,
    standings,
)


def test_ties_share_a_rank_and_the_next_one_counts_them() -> None:
    assert ranks([1, 1, 2, 5, 5, 5, 9]) == [1, 1, 3, 4, 4, 4, 7]
    assert ranks([]) == []


def test_more_stages_won_come_first() -> None:
    lines = standings([CrewResult(1, won=True, attempts=1, distress=False), *[CrewResult(2, True, 9, True)] * 2])
    assert [(line.rank, line.crew, line.stages_won, line.score) for line in lines] == [(1, 2, 2, 20), (2, 1, 1, 1)]


def test_lower_score_comes_first_with_as_many_stages() -> None:
    lines = standings([CrewResult(1, True, 3, True), CrewResult(2, True, 3, False), CrewResult(3, True, 4, False)])
    assert [(line.rank, line.crew) for line in lines] == [(1, 2), (2, 1), (2, 3)]


def test_attempts_at_a_stage_not_won_are_shown_and_cost_nothing() -> None:
    lines = standings([CrewResult(1, True, 2, False), CrewResult(1, False, 7, True), CrewResult(2, True, 2, False)])
    assert [(line.rank, line.score, line.attempts, line.distress) for line in lines] == [(1, 2, 9, 1), (1, 2, 2, 0)]


RUNS = st.lists(
    st.builds(CrewResult, st.integers(1, 6), st.booleans(), st.integers(1, 5), st.booleans()),
    max_size=20,
)


@given(RUNS, st.randoms(use_true_random=False))
def test_the_order_of_the_results_does_not_matter(runs: list[CrewResult], chance: object) -> None:
    shuffled = list(runs)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert standings(shuffled) == standings(runs)


@given(RUNS)
def test_ranks_follow_the_order_of_results(runs: list[CrewResult]) -> None:
    lines = standings(runs)
    assert {line.crew for line in lines} == {run.crew for run in runs}
    for better, worse in pairwise(lines):
        assert (-better.stages_won, better.score) <= (-worse.stages_won, worse.score)
        tied = (better.stages_won, better.score) == (worse.stages_won, worse.score)
        assert (better.rank == worse.rank) == tied


# --- confidence


@pytest.mark.parametrize(
    ("wins", "tries", "least", "most"),
    # By Wilson's formula, computed separately: (p + z²/2n ± z·√(p(1-p)/n + z²/4n²)) / (1 + z²/n).
    [
        (5, 10, 0.2366, 0.7634),
        (9, 10, 0.5958, 0.9821),
        (1, 100, 0.0018, 0.0545),
        (0, 10, 0.0, 0.2775),
        (4, 4, 0.5101, 1.0),
    ],
)
def test_a_share_lies_in_wilsons_interval(wins: int, tries: int, least: float, most: float) -> None:
    found = interval(wins=wins, tries=tries)
    assert (found.least, found.most) == pytest.approx((least, most), abs=5e-5)


def test_a_share_may_be_anything_where_nothing_was_tried() -> None:
    assert interval(wins=0, tries=0) == (0.0, 1.0)


@given(st.integers(0, 40), st.integers(1, 40))
def test_an_interval_holds_the_share_and_stays_between_none_and_all(wins: int, more: int) -> None:
    tries = max(wins, more)
    found = interval(wins=wins, tries=tries)
    assert 0 <= found.least <= wins / tries <= found.most <= 1


def test_how_many_attempts_are_to_be_expected_is_said_from_ten_on() -> None:
    assert expectation(wins=9, tries=9) is None
    assert expectation(wins=0, tries=20) is None
    found = expectation(wins=5, tries=10)
    assert found is not None
    assert (found.attempts, found.least, found.most) == pytest.approx((2, 1 / 0.7634, 1 / 0.2366), abs=1e-3)
    one = expectation(wins=1, tries=10)
    assert one is not None
    assert one.attempts == 10
