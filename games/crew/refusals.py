"""Why an action is refused, in one sentence that says what would be right.

Legality itself is decided in one place, `State.legal_actions`; here it is only explained.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..contract import Action, GameError, IllegalAction, UnreadableAction
from .cards import CARDS, playable
from .polls import ANSWERS
from .robot import ROBOT_SEAT
from .signals import signalable
from .tasks import find

if TYPE_CHECKING:
    from .state import State

_CARD = r"(?:[PBGY][1-9]|[RS][1-4])"
_TASK = rf"(?:{_CARD}|T[1-9]\d?)"
_READABLE = re.compile(
    rf"""
    (?:robot[ ])?(?:play[ ]{_CARD} | take[ ]{_TASK} | pass)
    | answer[ ](?:yes|no|good|bad|first|middle|last)
    | name[ ]\d | assign[ ](?:all|{_TASK})[ ]\d
    | propose[ ](?:distress[ ](?:left|right) | (?:swap|move)[ ]{_TASK}[ ]{_TASK} | hand[ ]{_TASK}[ ]\d
                   | roles[ ]\d[ ]\d | (?:all|{_TASK})[ ]\d)
    | agree | decline | give[ ]{_CARD} | predict[ ]{_TASK}[ ]\d+
    | signal[ ]{_CARD}(?:[ ](?:highest|only|lowest))? | ask | refrain | timeout
    """,
    re.VERBOSE,
)


def refusal(state: State, action: Action) -> GameError:
    """The error for an action that is not legal now."""
    seat, text = action
    if seat not in range(state.seats):
        return IllegalAction("no-such-seat", number=seat, last=state.seats - 1)
    if not _READABLE.fullmatch(text):
        return UnreadableAction("action-unreadable", seat=seat, text=text)
    code, params = _reason(state, seat, text)
    return IllegalAction(code, seat=seat, **params)


Reason = tuple[str, dict[str, object]]


def _reason(state: State, seat: int, text: str) -> Reason:
    if state.outcome is not None:
        return "over", {}
    if seat not in state.people:
        return "robots-seat", {}
    words = text.removeprefix("robot ").split()
    for_robot = text.startswith("robot ")
    if for_robot and state.robot is None:
        return "no-robot", {}
    if for_robot and seat != state.captain:
        return "not-the-captain", {"other_seat": state.captain}
    explain = _BY_VERB.get(words[0])
    found = explain(state, seat, words) if explain else None
    return found or _waiting(state, seat) or _robots_turn(state, text, for_robot) or ("not-now", {"text": text})


def _waiting(state: State, seat: int) -> Reason | None:
    """If the table waits for somebody else, say for whom."""
    if seat in state.waiting_on:
        return None
    other = min(state.waiting_on)
    if state.proposal is not None:
        answered = seat in state.proposal.agreed or seat == state.proposal.seat
        return ("answered-already" if answered else "waits-for-answers"), {"other_seat": other}
    if state.phase == "window":
        return "waits-for-signal", {"other_seat": other}
    return "not-your-turn", {"other_seat": other}


def _robots_turn(state: State, text: str, for_robot: bool) -> Reason | None:
    turn = next(iter(state.current.waiting_on(state)))
    if for_robot and turn != ROBOT_SEAT:
        return "not-robots-turn", {"other_seat": turn}
    if not for_robot and state.robot and turn == ROBOT_SEAT:
        return "robots-turn", {"text": text}
    return None


def _play(state: State, seat: int, words: list[str]) -> Reason | None:
    if state.trick is None:
        return "not-yet-playing", {}
    if waiting := _waiting(state, seat):
        return waiting
    if state.proposal or state.phase == "window":
        return None
    turn = next(iter(state.current.waiting_on(state)))
    hand = state.hand_of(turn)
    if words[1] not in hand:
        return "not-in-hand", {"card": words[1]}
    if words[1] not in playable(hand, state.trick):
        return "must-follow", {"suit": state.trick.plays[0][1].suit, "card": words[1]}
    return None


def _take(state: State, seat: int, words: list[str]) -> Reason | None:
    if state.phase != "choosing" or _waiting(state, seat):
        return None
    task = find(state.tasks, words[1])
    return None if task and task.owner is None else ("task-not-there", {"task": words[1]})


def _pass(state: State, seat: int, words: list[str]) -> Reason | None:
    return ("no-passing", {}) if state.phase == "choosing" and not _waiting(state, seat) else None


def _answer(state: State, seat: int, words: list[str]) -> Reason | None:
    if state.phase != "poll" or _waiting(state, seat) or state.poll is None:
        return None
    return "answer-word", {"words": ", ".join(ANSWERS[state.poll.question])}


def _captains_choice(state: State, seat: int, words: list[str]) -> Reason | None:
    if seat != state.captain:
        return "not-the-captain", {"other_seat": state.captain}
    if state.phase not in ("naming", "deciding", "distributing") or state.proposal:
        return None
    chosen = int(words[-1])
    if chosen not in range(state.seats):
        return "no-such-seat", {"number": chosen, "last": state.seats - 1}
    if words[0] == "assign" and words[1] != "all" and not find(state.tasks, words[1]):
        return "task-not-there", {"task": words[1]}
    if chosen == seat and state.phase != "distributing":
        return "not-himself", {}
    return ("stays-even", {"other_seat": chosen}) if state.phase == "distributing" else None


def _proposal(state: State, seat: int, words: list[str]) -> Reason | None:
    if state.proposal:
        return None
    too_late = words[1] == "distress" and (state.tricks or state.signals or state.phase == "trick")
    return ("distress-too-late" if too_late else "cannot-propose"), {}


def _reply(state: State, seat: int, words: list[str]) -> Reason | None:
    return None if state.proposal else ("no-proposal", {})


def _give(state: State, seat: int, words: list[str]) -> Reason | None:
    if state.phase != "giving" or _waiting(state, seat):
        return None
    if words[1] not in state.hands[seat]:
        return "not-in-hand", {"card": words[1]}
    return "give-trump", {"card": words[1]}


def _signal(state: State, seat: int, words: list[str]) -> Reason | None:
    if state.phase not in ("gap", "window", "trick") or state.proposal:
        return ("signal-before-tasks", {}) if state.trick is None else None
    if state.phase == "trick":
        return "signal-during-trick", {}
    return _no_radio(state, seat) or (_waiting(state, seat) if state.phase == "window" else _card(state, seat, words))


def _card(state: State, seat: int, words: list[str]) -> Reason | None:
    """What is wrong with the card or the word of a signal."""
    card = CARDS[words[1]]
    if card not in state.hands[seat]:
        return "not-in-hand", {"card": words[1]}
    if card.is_trump:
        return "signal-trump", {"card": words[1]}
    if card not in [shown for shown, _ in signalable(state.hands[seat])]:
        return "signal-not-an-end", {"card": words[1], "suit": card.suit}
    if state.mission.dead_zone:
        return "signal-says-nothing", {}
    return (
        ("signal-not-true", {"card": words[1], "says": words[2]})
        if len(words) == 3
        else (
            "signal-needs-word",
            {"card": words[1]},
        )
    )


def _no_radio(state: State, seat: int) -> Reason | None:
    if not state.radios[seat]:
        return "no-signal-left", {}
    coming = len(state.tricks) + (2 if state.trick and state.trick.plays else 1)
    if state.mission.disruption and coming < state.mission.disruption:
        return "disruption", {"number": state.mission.disruption}
    return ("no-trick-to-come", {}) if coming > state.tricks_total else None


def _ask(state: State, seat: int, words: list[str]) -> Reason | None:
    if state.phase not in ("gap", "trick") or state.proposal:
        return None
    if seat in state.asking:
        return "asked-already", {}
    if state.phase == "gap" and seat in state.heard:
        return "heard-already", {}
    return _no_radio(state, seat) or ("nothing-to-signal", {})


_BY_VERB = {
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
