"""The search engine: the depth-first search of `kernel.py`, applied to puzzles."""

from __future__ import annotations

from threading import Lock

from ..answers import LOST, UNKNOWN, WON, Answer
from ..compiled import COMPILED, Numbers, zeros
from ..puzzle import Puzzle
from .kernel import LOSS, WIN, search
from .program import TooMuch, program_of
from .workspace import DEPTH, LINE, NODES
from .workspace import SIZE as WORK_SIZE

_SMALL, _LARGE = 15, 20
"""Entries of the memory as powers of two: for short searches, and for long ones."""
_SHORT = 20_000
"""Nodes that the small memory serves."""


class Searcher:
    """The search and its transposition table, too large to allocate for each question. One thread at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._work = zeros(WORK_SIZE)
        self._memos: dict[int, Numbers] = {}
        self._stamp = 0

    def search(self, puzzle: Puzzle, nodes: int) -> Answer:
        """Decide the puzzle within this number of nodes (tricks tried), or answer that it is unknown."""
        try:
            program = program_of(puzzle)
        except TooMuch:
            return Answer(UNKNOWN)
        with self._lock:
            self._stamp += 1
            result = search(program, self._work, self._memo(nodes), self._stamp, nodes)
            spent = int(self._work[NODES])
            cards = self._line(puzzle) if result == WIN else ()
        if result == WIN:
            return Answer(WON, cards, spent)
        return Answer(LOST if result == LOSS and puzzle.exact else UNKNOWN, (), spent)

    def _memo(self, nodes: int) -> Numbers:
        bits = _SMALL if nodes <= _SHORT or not COMPILED else _LARGE
        if bits not in self._memos:
            self._memos[bits] = zeros(4 << bits)
        return self._memos[bits]

    def _line(self, puzzle: Puzzle) -> tuple[int, ...]:
        tricks = [int(self._work[LINE + d]) for d in range(int(self._work[DEPTH]))]
        cards = [trick >> 6 * place & 63 for trick in tricks for place in range(puzzle.seats)]
        return tuple(cards[len(puzzle.plays) :])


SEARCHER = Searcher()
