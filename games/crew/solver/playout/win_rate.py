"""The win rate of random play: each seat plays any card that the rules allow."""

from __future__ import annotations

from random import Random
from threading import Lock

from ....contract import State as AnyState
from ...state import State
from ..compiled import COMPILED, zeros
from ..goals.from_state import Unsolvable, puzzle_of
from ..goals.setup_choices import random_walk
from ..search.program import TooMuch, program_of
from ..search.workspace import SIZE
from .random_rounds import random_rounds

_SHARINGS = 20
"""The number of random assignments; each is played equally often."""

_lock = Lock()
_work = zeros(SIZE)


def random_wins(state: AnyState, rounds: int, chance: Random) -> float | None:
    """The share of random rounds that are won; None where the kernel does not know the position."""
    assert isinstance(state, State)
    sharings = min(_SHARINGS, rounds)
    if not sharings or not COMPILED:
        return None
    each, won = rounds // sharings, 0
    for _ in range(sharings):
        at_start = random_walk(state, chance, 0.0)
        try:
            program = program_of(puzzle_of(at_start))
        except (Unsolvable, TooMuch):
            return None
        with _lock:
            won += random_rounds(program, _work, each, chance.getrandbits(60) + 1)
    return won / (each * sharings)
