"""Scenes that the tests of rulings sailing share with others."""

from __future__ import annotations

from games.deep_blue.state import State
from tests.games.deep_blue.builders import dealt, on_turn, play, with_boats, with_hand, with_tile


def boats(state: State, seat: int = 0) -> list[str]:
    """Where the seat's boats lie, as builders write it."""
    return [f"{boat.space}:{boat.spot}".rstrip(":") for boat in state.fleets[seat].boats]


def sailing(one: str, other: str = "P", *, steps: int = 6) -> State:
    """Seat 0 sails from there with so many steps; all advanced tiles lie face down, and A1 has gold, red and blue."""
    state = with_tile(dealt(2, "reefs-ahead"), "A1", "W07", face_up=False)
    state = on_turn(with_boats(with_hand(state, 0, *["CR_RUBY_C"] * 2), 0, one, other), 0)
    state = play(state, *["0 sail CR_RUBY_C"] * 2)
    assert state.sail is not None
    return state.evolve(sail=state.sail._replace(steps=steps))
