"""From stored rows to the engine's state: the only place that folds.

Services and selectors alone come here; what they hand on is a `View`. The memory below is keyed by the whole record
(setup and actions), so an entry can be forgotten but never be wrong.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, Final

import games
from logbook.lib.compiled_queries import CompiledQuery
from logbook.tables.models import Attempt, Event

REMEMBERED = 1024

_ACTIONS: Final = CompiledQuery(
    lambda attempt: Event.objects.filter(attempt=attempt).order_by("sequence").values_list("seat", "text")
)

Key = tuple[games.Setup, tuple[games.Action, ...]]
_memory: OrderedDict[Key, games.State] = OrderedDict()
_lock = Lock()


def setup_of(attempt: Attempt) -> games.Setup:
    """The setup that an attempt was dealt from. It holds the seed: for folding only."""
    table = attempt.table
    options = tuple(attempt.options.split())
    return games.Setup(table.game, table.mission, table.players, attempt.seed, options)


def actions_of(attempt: Attempt) -> tuple[games.Action, ...]:
    """The attempt's actions, in order."""
    return tuple(games.Action(seat, text) for seat, text in _ACTIONS.tuples(attempt.pk))


def state_of(attempt: Attempt) -> games.State:
    """The attempt as it stands: its setup, and all its events."""
    return state_after(setup_of(attempt), actions_of(attempt))


def moments_of(attempt: Attempt) -> tuple[games.State, ...]:
    """Every moment of the attempt, one after the other: the fresh deal first, how it stands last."""
    state = games.deal(setup_of(attempt))
    moments = [state]
    for action in actions_of(attempt):
        state = state.apply(action)
        moments.append(state)
    return tuple(moments)


def deadline_of(attempt: Attempt) -> datetime | None:
    """When the attempt's time is up, while its clock runs.

    The clock starts with the action (or the deal) after which it runs. A distress signal stops it, and once all cards
    have been passed on it starts anew.
    """
    state = games.deal(setup_of(attempt))
    started = attempt.started_at if seconds_running(state) else None
    for seat, text, at in attempt.events.order_by("sequence").values_list("seat", "text", "at"):
        state = state.apply(games.Action(seat, text))
        started = (started or at) if seconds_running(state) else None
    return started + timedelta(seconds=seconds_running(state) or 0) if started else None


def seconds_running(state: games.State) -> int | None:
    """How many seconds the clock was set to, while it runs."""
    clock = getattr(state.view(None), "clock", None)
    return clock["seconds"] if clock and clock["running"] else None


def view_for(state: games.State, seat: int | None, deadline: datetime | None) -> games.View:
    """What the seat may know, with the deadline while the clock runs: the rules know seconds, but no time."""
    view = state.view(seat)
    if deadline is None or seconds_running(state) is None:
        return view
    told: dict[str, Any] = {"deadline": deadline.isoformat()}
    return replace(view, **told)


def state_after(setup: games.Setup, actions: Sequence[games.Action]) -> games.State:
    """The state after these actions, going on from the longest beginning that is remembered."""
    actions = tuple(actions)
    length, state = _longest_remembered(setup, actions)
    if state is None:
        state = games.deal(setup)
    for action in actions[length:]:
        state = state.apply(action)
    _remember((setup, actions), state)
    return state


def _longest_remembered(setup: games.Setup, actions: tuple[games.Action, ...]) -> tuple[int, games.State | None]:
    # Almost always the record is known whole, or but for its last action or two.
    with _lock:
        for length in (len(actions), len(actions) - 1, len(actions) - 2, 0):
            state = _memory.get((setup, actions[:length])) if length >= 0 else None
            if state is not None:
                return length, state
    return 0, None


def _remember(key: Key, state: games.State) -> None:
    with _lock:
        _memory[key] = state
        _memory.move_to_end(key)
        while len(_memory) > REMEMBERED:
            _memory.popitem(last=False)
