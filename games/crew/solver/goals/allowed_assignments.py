"""Which shares of the tasks among the seats the rules allow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .kinds import Goal

GoalsOf = Callable[[int], tuple[Goal, ...]]
"""What a task asks of an owner."""

Bounds = tuple[tuple[int, int], ...]
"""By seat, the least and the greatest number of tasks."""


@dataclass(frozen=True, slots=True)
class AllowedAssignments:
    """Which shares of the tasks are allowed."""

    seats: tuple[int, ...]
    """By task, the seats that may have it, as a mask."""
    counts: tuple[Bounds, ...] = ()
    """Bounds on each seat's number of tasks: one of these must hold, if there are any."""
