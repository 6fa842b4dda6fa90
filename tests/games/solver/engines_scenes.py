"""Scenes that the tests of engines share with others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.solver.compiled import COMPILED
from games.crew.state import State
from tests.games.solver.rounds import CONDITIONS, played, sea_round, space_round


def space(seed: int) -> State:
    """Tasks with any owners and tokens, now and then under a special condition."""
    chance = Random(seed)
    special = (chance.choice(CONDITIONS),) if chance.random() < 0.4 else ()
    return space_round(f"engines/{seed}", chance.randint(2, 5), special, chance)


def sea(seed: int) -> State:
    """Some of the 96 tasks with any owners."""
    chance = Random(seed)
    players = chance.randint(2, 5)
    names = chance.sample(sorted(TASK_CARDS), chance.randint(1, 5))
    seats = max(players, 3)
    owners = [(name, chance.randrange(seats)) for name in names]
    return sea_round(f"engines/{seed}", players, owners, said=chance.randint(0, 4))


def wins(state: State, cards: Sequence[int]) -> bool:
    """Whether the rules say so."""
    for card in cards:
        if state.outcome is not None:
            break
        state = played(state, card)
    return bool(state.outcome and state.outcome.success)


def in_plain_python(script: str) -> list[Any]:
    """What the script prints, as JSON, where the kernel is not compiled; skips the test where it is not here either."""
    if not COMPILED and not os.environ.get("REQUIRE_FAST"):
        pytest.skip("numba is not installed")
    environment = {**os.environ, "CREWSITE_PLAIN_SOLVER": "1"}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    printed: list[Any] = json.loads(run.stdout)
    return printed
