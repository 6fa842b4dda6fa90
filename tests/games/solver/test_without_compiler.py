"""The strongest bot chooses the same with compiled code and in plain Python."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.bot import next_action
from games.crew.bots import BOTS
from tests.games.bots_scenes import hurry
from tests.games.solver.engines_scenes import in_plain_python

pytestmark = pytest.mark.slow

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


@pytest.mark.parametrize(("game", "mission"), [("planet-nine", "tasks=3"), ("deep-sea", "5")])
def test_the_strongest_bot_chooses_the_same_without_compiled_code(game: str, mission: str) -> None:
    here = choices(game, mission)
    assert {text.split()[1] for text in here} >= {"take", "signal", "play"}
    script = f"""
import json
from tests.games.solver.test_without_compiler import choices
print(json.dumps(choices({game!r}, {mission!r})))
"""
    assert in_plain_python(script) == here
