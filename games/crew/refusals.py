"""Reasons why actions are refused, each in one sentence that says what would be right.

`State.legal_actions` alone decides legality; this module explains it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..contract import Action, GameError, IllegalAction, UnreadableAction
from .cards import CARDS, playable
from .phases import Reason
from .polls import ANSWERS
from .robot import ROBOT_SEAT
from .signals import NONE, WORDLESS, signalable, tokens_left
from .tasks import find

if TYPE_CHECKING:
    from .state import State


def refusal(state: State, action: Action) -> GameError:
    """The error for an action that is not legal now."""
    seat, text = action
    if seat not in range(state.seats):
        return IllegalAction("no-such-seat", number=seat, last=state.seats - 1)
    if not state.book.grammar.fullmatch(text):
        return UnreadableAction("action-unreadable", seat=seat, text=text)
    code, params = _reason(state, seat, text)
    return IllegalAction(code, seat=seat, **params)


def _reason(state: State, seat: int, text: str) -> Reason:
    if state.outcome is not None:
        return "over", {}
    if seat not in state.people:
        return "robots-seat", {}
    parts = text.removeprefix("robot ").split()
    if text.startswith("robot "):
        return _for_robot(state, seat) or _explained(state, seat, parts, text)
    return _explained(state, seat, parts, text)


def _explained(state: State, seat: int, parts: list[str], text: str) -> Reason:
    explain = _BY_VERB.get(parts[0])
    reason = state.current.refuses(state, seat, parts) or (explain(state, seat, parts) if explain else None)
    return reason or _waiting(state, seat) or _robots_turn(state, text) or ("not-now", {"text": text})


def _for_robot(state: State, seat: int) -> Reason | None:
    """Return why this seat cannot act for the robot now."""
    if state.robot is None:
        return "no-robot", {}
    if seat != state.captain:
        return "robot-is-the-captains", {"other_seat": state.captain}
    if ROBOT_SEAT in state.current.waiting_on(state):
        return None
    return "not-robots-turn", {}


def _waiting(state: State, seat: int) -> Reason | None:
    """If the table waits for another seat, name it."""
    if seat in state.waiting_on:
        return None
    other = min(state.waiting_on)
    if state.proposal is not None:
        answered = seat in state.proposal.agreed or seat == state.proposal.seat
        return ("answered-already" if answered else "waits-for-answers"), {"other_seat": other}
    if state.phase == "window":
        return "waits-for-signal", {"other_seat": other}
    return "not-your-turn", {"other_seat": other}


def _robots_turn(state: State, text: str) -> Reason | None:
    """On the robot's turn: how the captain states its action."""
    if ROBOT_SEAT in state.current.waiting_on(state) and text.split(maxsplit=1)[0] in ("play", "take"):
        return "robots-turn", {"text": text}
    return None


def _play(state: State, seat: int, parts: list[str]) -> Reason | None:
    if state.trick is None:
        return "not-yet-playing", {}
    if reason := _waiting(state, seat):
        return reason
    if state.proposal or state.phase == "window":
        return None
    turn = next(iter(state.current.waiting_on(state)))
    hand = state.hand_of(turn)
    if parts[1] not in hand:
        return ("robot-lacks" if turn == ROBOT_SEAT else "not-in-hand"), {"card": parts[1]}
    if parts[1] not in playable(hand, state.trick):
        led_card = state.trick.plays[0][1]
        return "must-follow-trump" if led_card.is_trump else "must-follow", {"suit": led_card.suit, "card": parts[1]}
    return None


def _take(state: State, seat: int, parts: list[str]) -> Reason | None:
    if state.phase != "choosing" or _waiting(state, seat):
        return None
    task = find(state.tasks, parts[1])
    return None if task and task.owner is None else ("task-not-there", {"task": parts[1]})


def _pass(state: State, seat: int, parts: list[str]) -> Reason | None:
    return ("no-passing", {}) if state.phase == "choosing" and not _waiting(state, seat) else None


def _answer(state: State, seat: int, parts: list[str]) -> Reason | None:
    if state.phase not in ("poll", "volunteering", "accepting") or _waiting(state, seat) or state.poll is None:
        return None
    return "answer-word", {"words": ", ".join(ANSWERS[state.poll.question])}


def _captains_choice(state: State, seat: int, parts: list[str]) -> Reason | None:
    kind = "all" if parts[:2] == ["assign", "all"] else parts[0]
    if state.phase not in _CHOICES[kind] or state.proposal:
        return None
    if seat != state.captain:
        return "not-the-captain", {"other_seat": state.captain}
    seat_chosen = int(parts[-1])
    if seat_chosen not in range(state.seats):
        return "no-such-seat", {"number": seat_chosen, "last": state.seats - 1}
    if kind != "assign":
        return "not-himself", {}
    task = find(state.tasks, parts[1])
    if task is None or task.owner is not None:
        return "task-not-there", {"task": parts[1]}
    return "stays-even", {"other_seat": seat_chosen}


_CHOICES = {"name": ("naming",), "all": ("deciding", "offering"), "assign": ("distributing",)}
"""The phases of each of the captain's choices."""


def _proposal(state: State, seat: int, parts: list[str]) -> Reason | None:
    if state.proposal:
        return None
    decision = state.book.joint_decision(parts[1:])
    if state.phase in decision.phases and any(decision.offers(state)):
        return "not-an-offer", {"text": " ".join(parts[1:])}
    return decision.closed, {}


def _reply(state: State, seat: int, parts: list[str]) -> Reason | None:
    return None if state.proposal else ("no-proposal", {})


def _give(state: State, seat: int, parts: list[str]) -> Reason | None:
    if state.phase != "giving" or _waiting(state, seat):
        return None
    if parts[1] not in state.hands[seat]:
        return "not-in-hand", {"card": parts[1]}
    return "give-trump", {"card": parts[1]}


def _signal(state: State, seat: int, parts: list[str]) -> Reason | None:
    if state.proposal or state.phase == "giving":
        return None
    if state.trick is None:
        return "signal-before-tasks", {}
    if state.phase == "trick":
        return "signal-during-trick", {}
    reason = _waiting(state, seat) if state.phase == "window" else None
    return _no_radio(state, seat) or reason or _card(state, seat, parts)


def _card(state: State, seat: int, parts: list[str]) -> Reason | None:
    """Return the fault in the card or the word of a signal."""
    card = CARDS[parts[1]]
    if card not in state.hands[seat]:
        return "not-in-hand", {"card": parts[1]}
    if card.is_trump:
        return "signal-trump", {"card": parts[1]}
    if state.shared_tokens is not None and any((seat, card) == signal[:2] for signal in state.signals):
        return "signal-lies-already", {"card": parts[1]}
    if card not in [signalled for signalled, _ in signalable(state.hands[seat])]:
        return "signal-not-an-end", {"card": parts[1], "suit": card.suit}
    if state.communication.kind in WORDLESS:
        return "signal-says-nothing", {}
    return (
        ("signal-not-true", {"card": parts[1], "says": parts[2]})
        if len(parts) == 3
        else (
            "signal-needs-word",
            {"card": parts[1]},
        )
    )


def _no_radio(state: State, seat: int) -> Reason | None:
    kind, since, until = state.communication
    if kind == NONE:
        return "no-communication", {}
    if not tokens_left(state, seat):
        return "no-signal-left", {}
    coming = len(state.tricks) + (2 if state.trick and state.trick.plays else 1)
    if since and coming < since:
        return "disruption", {"number": since}
    if until and coming > until:
        return "communication-is-over", {"number": until}
    return ("no-trick-to-come", {}) if coming > state.tricks_total else None


def _ask(state: State, seat: int, parts: list[str]) -> Reason | None:
    if state.phase not in ("gap", "trick") or state.proposal:
        return None
    if seat in state.asking:
        return "asked-already", {}
    if state.phase == "gap" and seat in state.heard:
        return "heard-already", {}
    return _no_radio(state, seat) or ("nothing-to-signal", {})


def _timeout(state: State, seat: int, parts: list[str]) -> Reason | None:
    return "timeout-is-the-tables", {}


_BY_VERB = {
    "timeout": _timeout,
    "play": _play,
    "take": _take,
    "pass": _pass,
    "answer": _answer,
    "name": _captains_choice,
    "assign": _captains_choice,
    "propose": _proposal,
    "agree": _reply,
    "decline": _reply,
    "give": _give,
    "signal": _signal,
    "ask": _ask,
}
