"""One SAT solver for all questions about a deal's assignment of tasks, while the players take them one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from ..goals.allowed_assignments import AllowedAssignments, Bounds
from ..goals.kinds import Goal
from ..puzzle import Puzzle
from .choices import SatChoice
from .clauses import at_least
from .encoding.implied import add_implied
from .encoding.play import Lines
from .engine import LOST, UNKNOWN, WON, Engine, demand_some, line

GoalsByOwner = tuple[tuple[Goal, ...], ...]
"""The goals of a task by its owner."""


class AssignmentSolver:
    """A deal whose tasks are not assigned yet. Each question restricts the allowed assignments."""

    def __init__(self, puzzle: Puzzle, tasks: Sequence[GoalsByOwner]) -> None:
        """`tasks`: by task and owner, what it asks."""
        self._lines = Lines(puzzle)
        self._owners = [self._lines.clauses.several(puzzle.seats) for _ in tasks]
        self._bounds: dict[tuple[Bounds, ...], int] = {}
        for owners in self._owners:
            self._lines.clauses.add([*owners])
            self._lines.clauses.at_most_one(owners)
        demands = [
            (goal, [-owner])
            for task, owners in zip(tasks, self._owners, strict=True)
            for goals, owner in zip(task, owners, strict=True)
            for goal in goals
        ]
        demand_some(self._lines, [*((goal, []) for goal in puzzle.goals), *demands])
        self._engine = Engine(self._lines, add_implied)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the solver's memory back."""
        self._engine.close()

    def assign(self, limits: AllowedAssignments, conflicts: int) -> SatChoice:
        """Return whether the tasks can be shared so that they, and the puzzle's own goals, can be reached."""
        before = self._engine.conflicts
        status = self._engine.solve([*self._not_allowed(limits), *self._holding_to(limits.counts)], conflicts)
        spent = self._engine.conflicts - before
        if status == WON:
            return SatChoice(WON, self._chosen(), line(self._lines, self._engine.model), spent)
        return SatChoice(UNKNOWN if status == LOST and not self._lines.puzzle.exact else status, conflicts=spent)

    def _not_allowed(self, limits: AllowedAssignments) -> list[int]:
        return [
            -literal
            for owners, seats in zip(self._owners, limits.seats, strict=True)
            for seat, literal in enumerate(owners)
            if not seats >> seat & 1
        ]

    def _holding_to(self, counts: tuple[Bounds, ...]) -> list[int]:
        """A literal that enforces one of these bounds on the seats' numbers of tasks, if there are any."""
        if not counts:
            return []
        if counts not in self._bounds:
            self._bounds[counts] = self._bounds_literal(counts)
            self._engine.take_new()
        return [self._bounds[counts]]

    def _bounds_literal(self, counts: tuple[Bounds, ...]) -> int:
        clauses = self._lines.clauses
        kept, kinds = clauses.new(), clauses.several(len(counts))
        clauses.add([-kept, *kinds])
        for kind, bounds in zip(kinds, counts, strict=True):
            for seat, (low, high) in enumerate(bounds):
                number = clauses.how_many([owners[seat] for owners in self._owners])
                clauses.add([-kind, at_least(number, low)])
                clauses.add([-kind, -at_least(number, high + 1)])
        return kept

    def _chosen(self) -> tuple[int, ...]:
        true = self._engine.model
        return tuple(next(seat for seat, one in enumerate(owners) if one in true) for owners in self._owners)
