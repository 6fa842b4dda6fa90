"""Runs both engines on one puzzle in turn with growing budgets.

The search solves most winnable positions within a few tricks and exhausts small ones; clause learning refutes
unsolvable ones. Each engine has hard cases that are easy for the other (`benchmarks/solver.py`). The search starts anew
at each stage; SAT goes on with what it has learnt.
"""

from __future__ import annotations

from typing import Final

from .answers import LOST, SAT, SEARCH, UNKNOWN, Answer
from .engines import by_sat, by_search, continue_sat
from .puzzle import Puzzle
from .sat.engine import PuzzleSolver
from .verdicts import Budget, Effort

_STAGES: Final = ((6_000, 0), (0, 15_000), (200_000, 0), (0, 100_000), (1_000_000, 0))
"""Stages: the nodes of a new search, or the conflicts that SAT may have spent in all by its end; then each engine has
all that the budget allows.
"""


def decide(puzzle: Puzzle, budget: Budget) -> tuple[Answer, Effort]:
    """The answer of the first engine that has one, and what was spent."""
    effort = Effort()
    with PuzzleSolver(puzzle) as sat:
        for nodes, conflicts in _stages(budget):
            answer = by_search(puzzle, nodes) if nodes else continue_sat(sat, conflicts - effort.conflicts)
            effort = Effort(SEARCH if nodes else SAT, effort.nodes + answer.nodes, effort.conflicts + answer.conflicts)
            if answer.status != UNKNOWN:
                return answer, effort
    return Answer(UNKNOWN), effort


def _stages(budget: Budget) -> list[tuple[int, int]]:
    """Pairs of nodes and conflicts, the budget of each stage; one of the two is 0."""
    stages: list[tuple[int, int]] = []
    for nodes, conflicts in (*_STAGES, (0, budget.conflicts), (budget.nodes, 0)):
        stage = min(nodes, budget.nodes), min(conflicts, budget.conflicts)
        # A search with no more nodes would end the same way, and SAT would have none left.
        if any(stage) and stage not in stages:
            stages.append(stage)
    return stages


def refuted_too(puzzle: Puzzle, first: str, budget: Budget) -> tuple[bool, Effort]:
    """Return whether the other engine confirms that there is no solution, and that engine's effort.

    If one engine has a solution and the other none, the rules decide.
    """
    if first == SAT:
        answer = by_search(puzzle, budget.nodes)
        return answer.status == LOST, Effort(SEARCH, answer.nodes)
    answer = by_sat(puzzle, budget.conflicts)
    return answer.status == LOST, Effort(SAT, 0, answer.conflicts)
