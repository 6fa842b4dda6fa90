"""Selector of the card that a player has just received: passed after the distress signal, or drawn in mission 12."""

from __future__ import annotations

import games
from games.crew.state import State as CrewState
from logbook.rounds.view.parts import PassedCard

_PLAYED = ("play ", "robot play ")


def received_card(state: games.State, own_seat: int | None) -> PassedCard | None:
    """Return what the reader received, until the next card is played.

    The reader knows this card and its giver; no other card that changed hands is looked at.
    """
    if own_seat is None or not isinstance(state, CrewState):
        return None
    passed = _passed(state, own_seat)
    return _drawn(state, own_seat, passed) if _cards_played(state) else passed


def _cards_played(state: CrewState) -> int:
    return sum(action.text.startswith(_PLAYED) for action in state.log)


def _passed(state: CrewState, own_seat: int) -> PassedCard | None:
    """Return the card that the reader was passed in this attempt; None before all have chosen."""
    given = {action.seat: action.text[5:] for action in state.log if action.text.startswith("give ")}
    if not given or (view := state.view(own_seat))["phase"] == "giving":
        return None
    giver = (own_seat + (-1 if view["distress"]["direction"] == "left" else 1)) % len(given)
    return PassedCard(given[giver], giver, state.log[-1].text.startswith("give "))


def _drawn(state: CrewState, own_seat: int, passed: PassedCard | None) -> PassedCard | None:
    """Return the card that the reader drew after trick 1 of mission 12: the only new one in their hand."""
    if len(state.tricks) != 1 or _cards_played(state) != state.seats:
        return None
    given = {action.text[5:] for action in state.log if action.seat == own_seat and action.text.startswith("give ")}
    known = {str(card) for card in state.dealt.hands[own_seat]} - given | ({passed.card} if passed else set())
    drawn = {str(card) for card in state.hands[own_seat]} - known
    giver = (own_seat - 1) % state.seats
    return next((PassedCard(card, giver, state.log[-1].text.startswith(_PLAYED)) for card in drawn), None)
