"""Verdicts of a judge after a trick, in both Crew games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..contract import Sentence
from .tasks import DONE, OPEN

if TYPE_CHECKING:
    from .state import State

Verdict = Sentence | str
"""A sentence says why the mission is lost; otherwise `open` or `done`."""


def at_the_end(state: State) -> Verdict:
    """Met if it has held to the last trick."""
    return OPEN if state.tricks_left else DONE


def success(state: State) -> Sentence:
    """Return why the mission is won."""
    if state.tasks:
        return Sentence("tasks-done", {"count": len(state.tasks), "number": len(state.tricks)})
    return Sentence("condition-met", {"number": len(state.tricks)})
