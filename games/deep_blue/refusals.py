"""Reasons why actions are refused, each in one sentence that says what would be right.

`State.legal_actions` alone decides legality; this module explains it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..contract import Action, GameError, IllegalAction, UnreadableAction
from .components import TOKEN
from .diving import why_not_held
from .gems import SPOTS
from .phases import Reason

if TYPE_CHECKING:
    from .state import State

_ID = "[A-Z][A-Z0-9_]*"
_WITH = rf"with (?:{_ID}|{TOKEN})(?: (?:{_ID}|{TOKEN}))*"
_SHAPES = re.compile(
    rf"recruit [1-4] {_WITH}|refresh {_WITH}|take [1-4]|rest|dive {_ID}|sail (?:{_ID}|{TOKEN})|move [12] {_ID}|anchor"
    rf"|reveal {_ID}|spot [12] (?:{'|'.join(SPOTS)})|rush (?:1|2|both)|stay"
    rf"|protect (?:{_ID}|blue|black|joker)|surface|play {_ID}|pass|hold|draw|stop"
)
_OF_DIVERS = ("play", "protect", "surface", "pass", "hold")
_CARD_AFTER = re.compile(r"(?:with|sail|play|protect) (?P<card>.+)")


def refusal(state: State, action: Action) -> GameError:
    """The error for an action that is not legal now."""
    seat, text = action
    if seat not in state.people:
        return IllegalAction("no-such-seat", number=seat, last=state.seats - 1)
    if not _SHAPES.fullmatch(text) or not _names_known_cards(state, text):
        return UnreadableAction("deep-blue-unreadable", seat=seat, text=text)
    code, params = _reason(state, seat, text.split())
    return IllegalAction(code, seat=seat, **params)


def _names_known_cards(state: State, text: str) -> bool:
    """Return whether every word where a card should be is a card of the box."""
    match = _CARD_AFTER.search(text)
    parts = match["card"].split() if match else ()
    return all(word in (TOKEN, *SPOTS) or word in state.box.cards for word in parts)


def _reason(state: State, seat: int, parts: list[str]) -> Reason:
    if state.outcome is not None:
        return "game-over", {}
    if parts[0] in _OF_DIVERS and (why := _why_no_diver(state, seat, parts[0])):
        return why
    is_awaited = seat in state.waiting_on
    if parts[0] not in state.current.verbs:
        return ("not-now", {"text": " ".join(parts)}) if is_awaited else _waiting(state)
    if not is_awaited and parts[0] != "play":
        return _waiting(state)
    return state.current.refuses(state, seat, parts) or ("not-now", {"text": " ".join(parts)})


def _why_no_diver(state: State, seat: int, verb: str) -> Reason | None:
    """Return why the seat can take no such action in this dive at any time; None if there is no dive, or it can."""
    dive = state.dive
    if dive is None or not dive.divers:
        return None
    if seat not in dive.divers:
        return "not-in-dive", {}
    if seat in dive.surfaced:
        return "has-surfaced", {}
    return why_not_held(state, seat) if verb == "hold" else None


def _waiting(state: State) -> Reason:
    return "not-your-turn", {"other_seat": min(state.waiting_on)}
