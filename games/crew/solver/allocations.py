"""Owners of tasks at the start of play: as a crew shared the tasks, and as it could have shared them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from ...contract import State as AnyState
from ..state import State
from .goals.assignments import carry_out
from .goals.setup_choices import promising_setups


def with_owners(state: AnyState, owners: Mapping[str, int]) -> AnyState | None:
    """Return the start of play in which these seats own the tasks, by name; None if the mission does not allow it.

    `state` is a fresh deal, and `owners` names all its tasks.
    """
    assert isinstance(state, State)
    return carry_out(state, owners)


def likely_allocations(state: AnyState, most: int) -> list[AnyState]:
    """Return at most so many starts of play, each with other owners of tasks, the most promising first."""
    assert isinstance(state, State)
    return list(islice(promising_setups(state), most))


def owners_of(state: AnyState) -> dict[str, int | None]:
    """Return the owner of each task, by its name."""
    assert isinstance(state, State)
    return {task.name: task.owner for task in state.tasks}
