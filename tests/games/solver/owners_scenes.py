"""Scenes that the tests of owners share with scripts in other processes."""

from __future__ import annotations

from games.crew.cards import CARDS
from games.crew.families.masks import mask_of
from games.crew.solver.compiled import numbers
from games.crew.solver.playout.evaluator import Worlds, chances_of_owner
from games.crew.solver.playout.world_evaluation import WORLD
from games.crew.state import State
from tests.games.builders import table

HANDS = {0: "R4 P9 P2 B8 B7 G1", 1: "P1 P3 P4 P5 B1 B2 B3 G9", 2: "R1 R2 B9 G2 G3", 3: "P6 P7 P8 Y9"}


def hands_of(state: State) -> list[int]:
    return [mask_of(hand) for hand in state.hands]


def chances(names: str, owner: int) -> dict[str, float]:
    """The crew's chance with each of these tasks with this owner, in the deal of `HANDS`."""
    world = numbers([*hands_of(table("1", HANDS)), 0, *(-1,) * (WORLD - 5)])
    tasks = [(CARDS[name].order, None, None) for name in names.split()]
    return dict(zip(names.split(), chances_of_owner(Worlds(world), tasks, 4, 0, owner), strict=True))
