"""Scenes that the tests of signal choice share with others."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.crew.bots import BOTS
from games.crew.state import State
from tests.games.builders import act, dealt, table

HANDS = {0: "R4 P9 B9", 1: "P1 P2 B1 B2 G9", 2: "P8 B8 Y1"}


@pytest.fixture
def taken() -> State:
    """By the rules, seat 1's signals of blue 1 and pink 1 are worth 4.5 and 4; the next one is worth 1.5."""
    return act(table("tasks=3", HANDS, tasks="P1 B1 Y1"), "0 take P1", "1 take B1", "2 take Y1")


def before_signals(setup: games.Setup) -> State:
    """The deal once careful bots have taken its tasks."""
    state = dealt(setup)
    while state.phase == "choosing":
        (seat,) = state.waiting_on
        state = act(state, f"{seat} {BOTS['careful'].choose(state.view(seat), Random(1))}")
    return state
