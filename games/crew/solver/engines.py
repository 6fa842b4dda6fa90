"""The two engines.

The search is imported at its first use: with a compiler that takes half a second, and most processes of a site never
solve anything.
"""

from __future__ import annotations

from .answers import UNKNOWN, Answer
from .puzzle import Puzzle
from .sat.engine import solve_by_sat


def by_search(puzzle: Puzzle, nodes: int) -> Answer:
    """The first engine's answer."""
    from .search.engine import SEARCHER

    return SEARCHER.search(puzzle, nodes)


def by_sat(puzzle: Puzzle, conflicts: int) -> Answer:
    """The second engine's answer."""
    if not conflicts:
        return Answer(UNKNOWN)
    answer = solve_by_sat(puzzle, conflicts)
    return Answer(answer.status, answer.cards, 0, answer.conflicts)
