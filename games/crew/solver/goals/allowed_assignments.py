"""Assignments of tasks to seats that the rules allow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .kinds import Goal

GoalsOf = Callable[[int], tuple[Goal, ...]]
"""The goals of a task for an owner."""

Bounds = tuple[tuple[int, int], ...]
"""The least and the greatest number of tasks of each seat."""


@dataclass(frozen=True, slots=True)
class AllowedAssignments:
    """The assignments of tasks that the rules allow."""

    seats: tuple[int, ...]
    """The seats that may have each task, as a mask."""
    counts: tuple[Bounds, ...] = ()
    """Bounds on each seat's number of tasks: one of these must hold, if there are any."""
