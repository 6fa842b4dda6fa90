"""Scenes of what a seat can be sure of: the true hands, and a round that is ready for its first card."""

from __future__ import annotations

import games
from games.crew.cards import Card
from games.crew.robot import ROBOT_SEAT
from games.crew.state import State
from tests.games.builders import table

FOUR = {
    0: "P9 P8 R4 R1 B1 B4 G9 G8 Y9 Y8",
    1: "P1 P2 P3 P5 P6 P7 B2 B5 G3 Y2",
    2: "B3 B6 B7 G1 G2 G5 Y4 Y5 R2 R3",
    3: "P4 B8 B9 G4 G6 G7 Y1 Y3 Y6 Y7",
}


def ready() -> State:
    """The tasks are taken, and seat 0 leads."""
    state: games.State = table("4", FOUR)
    while state.view(0)["phase"] != "gap":
        seat = min(state.waiting_on)
        state = state.apply(state.legal_actions(seat)[0])
    assert isinstance(state, State)
    return state


def holders(state: State) -> dict[int, set[Card]]:
    """The true hands by seat, the robot's covered cards included."""
    hands = {seat: set(hand) for seat, hand in enumerate(state.hands)}
    if state.robot:
        hands[ROBOT_SEAT] = {*state.robot.hand, *(card for card in state.robot.down if card)}
    return hands
