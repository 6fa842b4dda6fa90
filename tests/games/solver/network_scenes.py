"""Scenes that the tests of network share with others."""

from __future__ import annotations

from games.crew.solver.compiled import Numbers
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.playout.evaluator import Facts, with_facts
from games.crew.solver.search.program import program_of
from games.crew.state import State

NOTHING = Facts((0,) * 5, (0,) * 5, (0,) * 5)


def program(state: State) -> Numbers:
    return with_facts(program_of(puzzle_of(state)), NOTHING)
