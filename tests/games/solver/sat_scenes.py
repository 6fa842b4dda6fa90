"""Scenes that the tests of sat share with others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.sat.engine import (
    solve_by_sat,
)
from games.crew.state import State
from tests.games.solver.rounds import CONDITIONS, can_play, played, sea_round, space_round


def ending(kind: int, chance: Random) -> State | None:
    """A round of either game played until a few cards are left, on a line that wins for most of it."""
    players = (4, 3, 5, 2)[kind % 4]
    if kind % 8 < 4:
        special = chance.sample(CONDITIONS, chance.choice([0, 1, 1]))
        state = space_round(f"ending {kind}", players, special, chance, challenge=kind % 16 == 1)
    else:
        names = chance.sample(list(TASK_CARDS), chance.choice([0, 1, 1, 2]))
        mission = chance.choice(["8", "21", "23", "27"]) if not names or chance.random() < 0.2 else "12"
        owners = [(name, chance.randrange(max(players, 3))) for name in names]
        state = sea_round(f"ending {kind}", players, owners, chance.randrange(5), mission)
    left = chance.choice([1, 2, 2, 3]) * state.seats - chance.randrange(state.seats)
    line = solve_by_sat(puzzle_of(state), 3000).cards if chance.random() < 0.7 else ()
    return played_until(state, left, line[: len(line) - left - chance.choice([0, 1, 4, 8])], chance)


def played_until(state: State, left: int, line: Sequence[int], chance: Random) -> State | None:
    """The state with so many cards to come; None if the rules end it before."""
    for number in range(state.tricks_total * state.seats - left):
        if state.outcome is not None:
            return None
        state = played(state, line[number] if number < len(line) else chance.choice(can_play(state)).order)
    return state if state.outcome is None else None
