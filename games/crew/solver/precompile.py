"""Compiles the kernel and keeps it on disk for later processes: `python -m games.crew.solver.precompile`."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from time import perf_counter

from ..families.masks import ALL
from .compiled import CACHE, COMPILED, zeros
from .goals.kinds import Take
from .playout.evaluator import Effort, Facts, WorldEvaluator, chances_of_owner
from .playout.random_rounds import random_rounds
from .playout.world_sampling import preference
from .puzzle import Puzzle
from .search.engine import Searcher
from .search.program import program_of
from .search.workspace import SIZE

_HANDS = tuple(0b0001_0001_0001_0001_0001_0001_0001_0001_0001_0001 << seat for seat in range(4))
_PUZZLE = Puzzle(4, 10, 0, 3, (), _HANDS, (), (0, 0, 0, 0), (Take(0, 1 << 8),))


def compile_kernel() -> None:
    """Call every compiled function that Python calls, with what it is called with later."""
    Searcher().search(_PUZZLE, 100)
    evaluator = WorldEvaluator("planet-nine")
    facts = Facts((0, 0, 0, 0), (ALL,) * 4, (0, 0, 0, 0), (-1,) * 7)
    worlds = evaluator.sample(_HANDS, facts, (), 1, Random(1))
    evaluator.evaluate(_PUZZLE, worlds, facts, (-1,), Effort(1, 10, 1), Random(1))
    evaluator.likelihoods(worlds, _PUZZLE, facts, (), 0)
    evaluator.values(_PUZZLE, facts)
    preference(_HANDS[0], 8)
    chances_of_owner(worlds, [(8, None, None)], 4, 3, 0)
    random_rounds(program_of(_PUZZLE), zeros(SIZE), 1, 1)


def delete_other_caches(kept: Path) -> None:
    """Delete the compiled code of other sources than these."""
    for folder in kept.parent.glob("kernel-*"):
        if folder != kept:
            shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Compile, and say how long it took."""
    if not COMPILED:
        print("The solver runs without compiled code, only slower.")
        return
    start = perf_counter()
    compile_kernel()
    delete_other_caches(CACHE)
    print(f"The solver's compiled code is ready ({perf_counter() - start:.1f} s).")


if __name__ == "__main__":
    main()
