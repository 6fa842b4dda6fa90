"""The two engines, and the answer they give for a puzzle. Each engine is imported at its first use.

The import takes half a second (a compiler, a SAT solver), and most processes of a site never solve anything.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .puzzle import Puzzle

SEARCH: Final = "search"
SAT: Final = "sat"
WON, LOST, UNKNOWN = "won", "lost", "unknown"


class Answer(NamedTuple):
    """An engine's answer. `cards` are the places in the deck of the cards played from the position on."""

    status: str
    cards: tuple[int, ...] = ()
    nodes: int = 0
    conflicts: int = 0


def by_search(puzzle: Puzzle, nodes: int) -> Answer:
    """The first engine's answer."""
    from .search.engine import SEARCHER

    return SEARCHER.search(puzzle, nodes)


def by_sat(puzzle: Puzzle, conflicts: int) -> Answer:
    """The second engine's answer."""
    from .sat.engine import solve_by_sat

    if not conflicts:
        return Answer(UNKNOWN)
    answer = solve_by_sat(puzzle, conflicts)
    return Answer(answer.status, answer.cards, 0, answer.conflicts)
