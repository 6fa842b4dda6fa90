"""Replays an engine's cards as actions; the rules accept each of them or raise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...contract import Action
from ..cards import Card
from ..families.masks import CARDS_IN_ORDER, winning_order
from ..state import State
from .puzzle import Puzzle

_IDLE = ("decline", "refrain")
"""Actions that end a proposal or a request to signal without changing any card."""


def settle(state: State) -> State:
    """The position in which only a card can be played: open proposals are declined, requested signals are not given."""
    while state.outcome is None and (state.proposal is not None or state.phase == "window"):
        state = state.apply(_idle_action(state))
    return state


def _idle_action(state: State) -> Action:
    return next(
        action for seat in sorted(state.waiting_on) for action in state.legal_actions(seat) if action.text in _IDLE
    )


def play_line(state: State, cards: Iterable[int]) -> State:
    """The position after these cards (places in the deck), and any others that a decided round still asks for.

    Raises IllegalAction where the rules do not accept one.
    """
    for place in cards:
        state = settle(state)
        if state.outcome is not None:
            return state
        state = state.apply(_card_action(state, place))
    while (state := settle(state)).outcome is None:
        state = state.apply(_any_card(state))
    return state


def _card_action(state: State, place: int) -> Action:
    turn = seat_to_play(state)
    card = _card_of(state, place)
    robot = "" if turn in state.people else "robot "
    return Action(state.acts_for(turn), f"{robot}play {card}")


def _any_card(state: State) -> Action:
    seat = min(state.waiting_on)
    return next(a for a in state.legal_actions(seat) if a.text.removeprefix("robot ").startswith("play "))


def seat_to_play(state: State) -> int:
    """The seat whose card comes next, the robot's included."""
    assert state.trick is not None
    return (state.trick.leader + len(state.trick.plays)) % state.seats


def _card_of(state: State, place: int) -> Card:
    """The card at this place of the round's own deck: trumps are rockets or submarines."""
    card = CARDS_IN_ORDER[place]
    return next(other for other in state.cards if other.order == place) if card.is_trump else card


def tricks_won(puzzle: Puzzle, cards: Sequence[int]) -> list[int]:
    """The number of tricks that each seat has won after these cards."""
    wins, leader = list(puzzle.wins), puzzle.leader
    line = (*puzzle.plays, *cards)
    for start in range(0, len(line), puzzle.seats):
        trick = line[start : start + puzzle.seats]
        best = winning_order(trick[0], sum(1 << place for place in trick))
        leader = (leader + trick.index(best)) % puzzle.seats
        wins[leader] += 1
    return wins
