"""Scenes that the tests of policy share with scripts in other processes."""

from __future__ import annotations

import games
from games.crew.rating import played_out
from games.crew.state import State


def turns_of(mission: str, players: int, seed: str) -> list[State]:
    """The positions of a round of careful bots in which a card is played."""
    state = games.deal(games.Setup("planet-nine", mission, players, seed))
    log, states = played_out(state, "careful", "policy").log, list[State]()
    for action in log:
        assert isinstance(state, State)
        if "play " in action.text:
            states.append(state)
        state = state.apply(action)
    return states
