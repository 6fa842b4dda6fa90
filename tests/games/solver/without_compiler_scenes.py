"""Scenes that the tests without a compiler share with scripts in other processes."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.bot import next_action
from games.crew.bots import BOTS
from tests.games.bots_scenes import hurry

ACTIONS = 9
"""Tasks, signals and the first cards."""


def next_of(state: games.State) -> games.Action:
    """The next action of four of the strongest bots."""

    def choose(seat: int) -> str | None:
        return BOTS["solver"].choose(state.view(seat), Random(f"{len(state.log)} {seat}"))

    action = next_action(state, range(4), choose)
    assert action is not None
    return action


def choices(game: str, mission: str) -> list[str]:
    """The first actions of bots in a hurry."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        hurry(monkeypatch)
        state = games.deal(games.Setup(game, mission, 4, "plain"))
        while len(state.log) < ACTIONS:
            state = state.apply(next_of(state))
    return [str(action) for action in state.log]
