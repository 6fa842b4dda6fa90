"""The two engines.

The search is imported at its first use: with a compiler that takes half a second, and most processes of a site never
solve anything.
"""

from __future__ import annotations

from .answers import Answer
from .puzzle import Puzzle
from .sat.engine import PuzzleSolver, SatAnswer, solve_by_sat


def by_search(puzzle: Puzzle, nodes: int) -> Answer:
    """The first engine's answer."""
    from .search.engine import SEARCHER

    return SEARCHER.search(puzzle, nodes)


def by_sat(puzzle: Puzzle, conflicts: int) -> Answer:
    """The second engine's answer."""
    return _answer(solve_by_sat(puzzle, conflicts))


def continue_sat(solver: PuzzleSolver, conflicts: int) -> Answer:
    """The second engine's answer, with this many conflicts more than it has spent on the puzzle before."""
    return _answer(solver.solve(conflicts))


def _answer(answer: SatAnswer) -> Answer:
    return Answer(answer.status, answer.cards, 0, answer.conflicts)
