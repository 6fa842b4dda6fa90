"""A round in the terminal: the seat's view as text, and a prompt."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from .bot import Bot, next_action
from .contract import Action, GameError, Sentence, State, View
from .registry import GAMES

_TOLD_AS_IS = ("collector", "named", "roles", "tricks_won", "tokens_left", "hand_sizes")
_RACE = (
    *("turn", "scores", "score", "hand", "rest", "shown", "tokens", "boats", "sites", "market", "prices", "bag"),
    *("sail", "dive", "last_dive"),
)
_TOLD_IF_ANY = (
    "terrain",
    "clock",
    "predictions",
    "poll",
    "proposal",
    "last_trick",
    "trick",
    "signals",
    "asking",
    "gave",
    "robot",
    "tasks",
    "hand",
)


def play_round(state: State, people: Collection[int], bot: Bot | None) -> State:
    """Play until the round is over or the input ends; `bot` plays for the seats that are not `people`'s.

    The terminal prompts a person whenever the table waits for their seat, and once before bots act wherever they may
    signal.
    """
    passed = -1
    while state.outcome is None:
        seat = _who_is_asked(state, people, passed)
        action = _typed(state, seat) if seat is not None else _bots(state, people, bot)
        if action is None and seat is None:
            raise AssertionError("a bot left the table waiting")
        if action is None and seat in state.waiting_on:
            return state
        if action is None:
            passed = len(state.log)
            continue
        state = _applied(state, action, aloud=action.seat not in people)
    return state


def ending(state: State) -> str:
    """The end of the round in one line, or the seats for which the table waits."""
    outcome = state.outcome
    if outcome is None:
        return f"not over: {', '.join(f'seat {seat}' for seat in sorted(state.waiting_on))} to act"
    if outcome.success is None:
        return f"scores: {' '.join(map(str, outcome.scores or ()))}"
    return f"{'success' if outcome.success else 'failure'}: {outcome.reason}"


def _who_is_asked(state: State, people: Collection[int], passed: int) -> int | None:
    """The person to prompt now; None where the bots act."""
    waited = sorted(state.waiting_on & set(people))
    if waited:
        return waited[0]
    if passed == len(state.log) or not people:
        return None
    return next((seat for seat in sorted(people) if _may_speak(state, seat)), None)


def _may_speak(state: State, seat: int) -> bool:
    return any(not action.text.startswith("ask") for action in state.legal_actions(seat))


def _bots(state: State, people: Collection[int], bot: Bot | None) -> Action | None:
    if bot is None:
        return None
    seats = [seat for seat in range(state.setup.players) if seat not in people]
    chance = {seat: Random(f"{state.setup.seed} {len(state.log)} {seat}") for seat in seats}
    return next_action(state, seats, lambda seat: bot.choose(state.view(seat), chance[seat]))


def _applied(state: State, action: Action, *, aloud: bool) -> State:
    try:
        after = state.apply(action)
    except GameError as error:
        print(error)
        return state
    if aloud:
        print(action)
    return after


def _typed(state: State, seat: int) -> Action | None:
    """Prompt for an action; None for an empty line where the seat need not act, and at the end of the input."""
    view = state.view(seat)
    legal: tuple[str, ...] = view["legal"]
    _show(view)
    print("  ".join(f"[{number}] {text}" for number, text in enumerate(legal, 1)))
    hint = "" if seat in state.waiting_on else " (Enter to go on)"
    try:
        typed = input(f"Seat {seat}{hint}> ").strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None
    if not typed and seat not in state.waiting_on:
        return None
    if typed.isascii() and typed.isdecimal() and 1 <= int(typed[:4]) <= len(legal):
        typed = legal[int(typed) - 1]
    return Action(seat, typed)


def _show(view: View) -> None:
    shown = view.as_dict()
    if GAMES[view["game"]].is_race:
        _show_race(shown)
        return
    print(f"\n{'phase':>11}: {shown['phase']}, captain is seat {shown['captain']}")
    for key in _TOLD_AS_IS:
        if shown[key] is not None:
            print(f"{key:>11}: {_line(shown[key])}")
    if shown["distress"]["active"]:
        print(f"{'distress':>11}: {shown['distress']['direction'] or 'active'}")
    if shown["communication"] != "normal" or shown["communication_from"]:
        print(f"{'signals are':>11}: {shown['communication']}, from trick {shown['communication_from'] or 1}")
    wordings = {task.code: str(task) for task in GAMES[view["game"]].tasks(view["players"])}
    for task in shown["tasks"]:
        if task["task"] in wordings:
            progress = task.pop("progress")
            addition = f" ({Sentence(**progress)})" if progress else ""
            print(f"{task['task']:>11}: {wordings[task['task']]}{addition}")
    for key in _TOLD_IF_ANY:
        if shown.get(key):
            print(f"{key:>11}: {_line(shown[key])}")


def _show_race(shown: dict[str, Any]) -> None:
    print(f"\n{'phase':>11}: {shown['phase']}")
    for key in _RACE:
        if shown[key] not in (None, []):
            print(f"{key:>11}: {_line(shown[key])}")
    for sentence in shown["effects"]:
        print(f"{'':>11}  {Sentence(**sentence)}")


def _line(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_line(inner)}" for key, inner in value.items() if inner is not None)
    if isinstance(value, list):
        separator = "; " if value and isinstance(value[0], dict) else " "
        return separator.join(_line(inner) for inner in value)
    return "-" if value is None else str(value)
