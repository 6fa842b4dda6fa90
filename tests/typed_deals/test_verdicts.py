"""Verdicts on deals whose owners are known: never against a certificate, and for every way to share tasks."""

from __future__ import annotations

from random import Random

import pytest

import games
from benchmarks import typed_deals as benchmark
from games.crew.solver import Budget, Lost, Unknown, Won, before_predictions, certify, solve_with_owners, with_owners

BUDGET = Budget(nodes=100_000, conflicts=20_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_no_verdict_contradicts_a_certificate(seed: int) -> None:
    start = benchmark._shared_out(benchmark._setup(Random(f"verdicts {seed}"), f"verdicts/{seed}"))
    if start is None or start.named is not None or start.roles:
        return  # These are free in the verdict, and fixed here.
    verdict = solve_with_owners(games.deal(start.spelled_out), benchmark._owners(start), BUDGET)
    proof, _certificate = certify(start, BUDGET)
    assert not (isinstance(verdict, Won) and isinstance(proof, Lost))
    handed = isinstance(proof, Won) and any("propose hand" in action.text for action in proof.line)
    assert handed or not (isinstance(verdict, Lost) and isinstance(proof, Won))
    if isinstance(verdict, Won):
        end = games.deal(start.spelled_out)
        for action in verdict.line:
            end = end.apply(action)
        assert end.outcome is not None
        assert end.outcome.success


@pytest.mark.parametrize(("game", "mission"), [("deep-sea", "13"), ("deep-sea", "14"), ("planet-nine", "20")])
def test_owners_that_the_rules_lead_to_are_found(game: str, mission: str) -> None:
    for seed in ("one", "two", "three"):
        start = benchmark._shared_out(games.Setup(game, mission, 4, seed))
        fresh, owners = games.deal(start.spelled_out), benchmark._owners(start)
        assert with_owners(fresh, owners) is not None
        assert not isinstance(solve_with_owners(fresh, owners, BUDGET), Unknown)


def test_predicted_numbers_are_free_in_the_verdict() -> None:
    """With the first number that a seat may predict, most of these deals would be lost."""
    setup = games.Setup("deep-sea", "tasks=T90", 4, "free")
    fresh = games.deal(setup)
    task = fresh.view(None)["tasks"][0]["task"]
    owner = (fresh.view(None)["captain"] + 1) % 4
    before = before_predictions(fresh, {task: owner})
    assert before is not None
    assert before.view(None)["predictions"] == ()
    assert isinstance(solve_with_owners(fresh, {task: owner}, BUDGET), Won)
