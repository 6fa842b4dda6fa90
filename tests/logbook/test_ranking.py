"""Counting and ordering, without a database."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from logbook.ranking import Run, ranks, score, standings


def test_the_distress_signal_costs_one() -> None:
    assert score(attempts=3, distress=False) == 3
    assert score(attempts=3, distress=True) == 4


def test_ties_share_a_rank_and_the_next_one_counts_them() -> None:
    assert ranks([1, 1, 2, 5, 5, 5, 9]) == [1, 1, 3, 4, 4, 4, 7]
    assert ranks([]) == []


def test_more_stages_won_come_first() -> None:
    lines = standings([Run(1, won=True, attempts=1, distress=False), *[Run(2, True, 9, True)] * 2])
    assert [(line.rank, line.crew, line.stages_won, line.score) for line in lines] == [(1, 2, 2, 20), (2, 1, 1, 1)]


def test_then_the_lower_score() -> None:
    lines = standings([Run(1, True, 3, True), Run(2, True, 3, False), Run(3, True, 4, False)])
    assert [(line.rank, line.crew) for line in lines] == [(1, 2), (2, 1), (2, 3)]


def test_attempts_at_a_stage_not_won_are_shown_and_cost_nothing() -> None:
    lines = standings([Run(1, True, 2, False), Run(1, False, 7, True), Run(2, True, 2, False)])
    assert [(line.rank, line.score, line.attempts, line.distress) for line in lines] == [(1, 2, 9, 1), (1, 2, 2, 0)]


RUNS = st.lists(
    st.builds(Run, st.integers(1, 6), st.booleans(), st.integers(1, 5), st.booleans()),
    max_size=20,
)


@given(RUNS, st.randoms(use_true_random=False))
def test_the_order_of_the_results_does_not_matter(runs: list[Run], chance: object) -> None:
    shuffled = list(runs)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert standings(shuffled) == standings(runs)


@given(RUNS)
def test_ranks_follow_merit(runs: list[Run]) -> None:
    lines = standings(runs)
    assert {line.crew for line in lines} == {run.crew for run in runs}
    for better, worse in pairwise(lines):
        assert (-better.stages_won, better.score) <= (-worse.stages_won, worse.score)
        tied = (better.stages_won, better.score) == (worse.stages_won, worse.score)
        assert (better.rank == worse.rank) == tied
