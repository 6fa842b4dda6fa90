"""Owners of tasks at the start of play: as a crew shared the tasks, and as it could have shared them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from ...contract import State as AnyState
from ..state import State
from .budget import BudgetTracker
from .gc_pause import paused_gc
from .goals.assignments import carry_out, starts_with
from .goals.setup_choices import MOST_STARTS, promising_setups, trades
from .questions import Question, combine
from .verdicts import ORDINARY, Budget, Lost, Unknown, Verdict, Won


def with_owners(state: AnyState, owners: Mapping[str, int]) -> AnyState | None:
    """Return the start of play in which these seats own the tasks, by name; None if the mission does not allow it.

    `state` is a fresh deal, and `owners` names all its tasks.
    """
    assert isinstance(state, State)
    return _start_with(state, owners)


def _start_with(state: State, owners: Mapping[str, int]) -> State | None:
    """The start of play with these owners: by the shortest way, or else by any."""
    return carry_out(state, owners) or next(iter(starts_with(state, owners, MOST_STARTS) or ()), None)


def before_predictions(state: AnyState, owners: Mapping[str, int]) -> AnyState | None:
    """Return the same, but before the owners predict their numbers of tricks, where they do."""
    start = with_owners(state, owners)
    if start is None:
        return None
    place = next((place for place, action in enumerate(start.log) if "predict" in action.text.split()), len(start.log))
    for action in start.log[:place]:
        state = state.apply(action)
    return state if place < len(start.log) else start


def solve_with_owners(state: AnyState, owners: Mapping[str, int], budget: Budget = ORDINARY) -> Verdict:
    """Return whether the crew can win a fresh deal if these seats own the tasks.

    Whatever else is decided before the first trick (a player named, numbers predicted) is decided in the best way. A
    line begins at the fresh deal. Unknown where the mission does not allow these owners, and where no line wins but too
    many ways lead to them, or tokens may be moved.
    """
    assert isinstance(state, State)
    start = _start_with(state, owners)
    if start is None:
        return Unknown()
    starts, is_complete = [start], True
    if start.named is not None or start.roles:
        every = starts_with(state, owners, MOST_STARTS)
        starts, is_complete = every or starts, bool(every)
    question = Question(state, BudgetTracker(budget), both=False)
    verdict: Verdict = Lost(None, ())
    with paused_gc():
        for place, one in enumerate(starts):
            verdict = combine(verdict, question.play(one, question.tracker.portion(len(starts) - place)))
            if isinstance(verdict, Won):
                return verdict
    return verdict if is_complete and not any(map(_may_move_tokens, starts)) else Unknown()


def _may_move_tokens(start: State) -> bool:
    """Return whether the crew may agree on other tokens, of which the owners say nothing."""
    return any(not action.text.startswith("propose hand ") for action in trades(start))


def likely_allocations(state: AnyState, most: int) -> list[AnyState]:
    """Return at most so many starts of play, each with other owners of tasks, the most promising first."""
    assert isinstance(state, State)
    return list(islice(promising_setups(state), most))


def owners_of(state: AnyState) -> dict[str, int | None]:
    """Return the owner of each task, by its name."""
    assert isinstance(state, State)
    return {task.name: task.owner for task in state.tasks}
