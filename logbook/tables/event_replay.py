"""Event replay: stored rows to the engine's state. No other module folds events.

Only services and selectors call it; they hand on a `View`. The cache below is keyed by the whole record (setup and
actions), or by the number that one action took at one time, so an entry can be evicted but never be wrong.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, Final, TypeVar

import games
from logbook.lib.compiled_queries import CompiledQuery
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Event

REMEMBERED = 1024
Key = TypeVar("Key")

_ACTIONS: Final = CompiledQuery(
    lambda attempt: Event.objects.filter(attempt=attempt).order_by("sequence").values_list("seat", "text")
)
_ACTIONS_AFTER: Final = CompiledQuery(
    lambda attempt, length: (
        Event.objects.filter(attempt=attempt, sequence__gt=length).order_by("sequence").values_list("seat", "text")
    ),
    2,
)

Record = tuple[games.Setup, tuple[games.Action, ...]]
Present = tuple[int, int, datetime]
"""The attempt's key, its table's number, and when the number was taken."""
_records: OrderedDict[Record, games.State] = OrderedDict()
_presents: OrderedDict[Present, games.State] = OrderedDict()
_lock = Lock()


def setup_of(attempt: Attempt) -> games.Setup:
    """Return the attempt's setup. It holds the seed, or the deal in its place: for folding only."""
    table = attempt.table
    options = tuple(attempt.options.split())
    return games.Setup(table.game, table.mission, table.players, attempt.seed, options, attempt.deal or None)


def actions_of(attempt: Attempt) -> tuple[games.Action, ...]:
    """Return the attempt's actions, in order."""
    return tuple(games.Action(seat, text) for seat, text in _ACTIONS.tuples(attempt.pk))


def actions_after(attempt_id: int, length: int) -> tuple[games.Action, ...]:
    """Return the attempt's actions after the first `length` ones, in order."""
    return tuple(games.Action(seat, text) for seat, text in _ACTIONS_AFTER.tuples(attempt_id, length))


def state_of(attempt: Attempt) -> games.State:
    """Return the attempt's state after all its events."""
    return state_after(setup_of(attempt), actions_of(attempt))


def present_state(attempt: Attempt) -> games.State:
    """Return the state of a running attempt that was read together with its table, in one statement."""
    return remembered_present(attempt) or state_of(attempt)


def remembered_present(attempt: Attempt) -> games.State | None:
    """Return the same if this process has stored the table's last action; otherwise None."""
    with _lock:
        return _presents.get(_present_of(attempt))


def remember_present(attempt: Attempt, state: games.State) -> None:
    """Keep the state that an action leads to, before it is stored: its table has just taken a number for it.

    A number that is not stored after all is taken again at another time.
    """
    _remember(_records, (setup_of(attempt), state.log), state)
    _remember(_presents, _present_of(attempt), state)


def _present_of(attempt: Attempt) -> Present:
    return attempt.pk, attempt.table.version, attempt.table.moved_at


def moments_of(attempt: Attempt) -> tuple[games.State, ...]:
    """Return every state of the attempt in order, from the fresh deal to the present."""
    state = games.deal(setup_of(attempt))
    moments = [state]
    for action in actions_of(attempt):
        state = state.apply(action)
        moments.append(state)
    return tuple(moments)


def states_of(attempt: Attempt) -> tuple[games.State, ...]:
    """Return what a page shows: every state, where its log tells all turns; otherwise only the present one."""
    return moments_of(attempt) if kind_of(attempt.table.game).shows_every_state else (state_of(attempt),)


def deadline_of(attempt: Attempt) -> datetime | None:
    """Return the deadline of the attempt, while its clock runs.

    The clock starts with the action (or the deal) after which it runs. A distress signal stops it, and it restarts once
    all cards have been passed on.
    """
    state = games.deal(setup_of(attempt))
    started = attempt.started_at if seconds_running(state) else None
    for seat, text, at in attempt.events.order_by("sequence").values_list("seat", "text", "at"):
        state = state.apply(games.Action(seat, text))
        started = (started or at) if seconds_running(state) else None
    return started + timedelta(seconds=seconds_running(state) or 0) if started else None


def seconds_running(state: games.State) -> int | None:
    """Return the seconds that the clock was set to, while it runs."""
    clock = getattr(state.view(None), "clock", None)
    return clock["seconds"] if clock and clock["running"] else None


def view_for(state: games.State, seat: int | None, deadline: datetime | None) -> games.View:
    """Return the seat's view, with the deadline while the clock runs: the rules know seconds, but no time of day."""
    view = state.view(seat)
    if deadline is None or seconds_running(state) is None:
        return view
    changes: dict[str, Any] = {"deadline": deadline.isoformat()}
    return replace(view, **changes)


def state_after(setup: games.Setup, actions: Sequence[games.Action]) -> games.State:
    """Return the state after these actions, continued from the longest cached prefix."""
    actions = tuple(actions)
    length, state = _longest_remembered(setup, actions)
    if state is None:
        state = games.deal(setup)
    for action in actions[length:]:
        state = state.apply(action)
    _remember(_records, (setup, actions), state)
    return state


def _longest_remembered(setup: games.Setup, actions: tuple[games.Action, ...]) -> tuple[int, games.State | None]:
    # Almost always the cache holds the whole record, or all but its last action or two.
    with _lock:
        for length in (len(actions), len(actions) - 1, len(actions) - 2, 0):
            state = _records.get((setup, actions[:length])) if length >= 0 else None
            if state is not None:
                return length, state
    return 0, None


def _remember(memory: OrderedDict[Key, games.State], key: Key, state: games.State) -> None:
    with _lock:
        memory[key] = state
        memory.move_to_end(key)
        while len(memory) > REMEMBERED:
            memory.popitem(last=False)
