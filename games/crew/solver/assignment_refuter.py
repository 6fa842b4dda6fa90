"""Proves by search alone that no assignment of the tasks wins.

The search examines each assignment that no refuted part excludes. From a lost assignment, tasks are left out while it
stays lost. The rest is a refuted part: it loses in every assignment that contains it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..families.masks import orders
from .answers import LOST, UNKNOWN, Answer
from .engines import by_search
from .goals.allowed_assignments import AllowedAssignments, Bounds, GoalsOf
from .puzzle import Puzzle

Part = tuple[tuple[int, int], ...]
"""Some tasks, each with an owner."""

_SMALL = 4_000
_LARGE = 1_000_000
"""Nodes for one question: where tasks are left out, and at most for a whole share."""


def refute_assignments(puzzle: Puzzle, tasks: Sequence[GoalsOf], limits: AllowedAssignments, nodes: int) -> Answer:
    """LOST if no share allowed can be won, else UNKNOWN: one that can be won is not looked for."""
    refuting = _Refuter(puzzle, tasks, limits, nodes)
    return Answer(LOST if refuting.succeeds() else UNKNOWN, (), nodes - refuting.left)


class _Refuter:
    def __init__(self, puzzle: Puzzle, tasks: Sequence[GoalsOf], limits: AllowedAssignments, nodes: int) -> None:
        self.left = nodes
        self._puzzle = puzzle
        self._tasks = tasks
        self._limits = limits
        self._refuted: list[Part] = []

    def succeeds(self) -> bool:
        for task, seats in enumerate(self._limits.seats):
            self._refuted += [((task, seat),) for seat in orders(seats) if self._is_lost(((task, seat),), _SMALL)]
        while self.left > 0:
            share = self._next_assignment()
            if share is None:
                return True
            if not self._is_lost(share, _SMALL) and not self._is_lost(share, _LARGE):
                return False
            self._refuted.append(self._minimal(share))
        return False

    def _is_lost(self, part: Part, nodes: int) -> bool:
        if self.left <= 0:
            return False
        goals = [goal for task, owner in part for goal in self._tasks[task](owner)]
        puzzle = self._puzzle.with_goals((*self._puzzle.goals, *goals))
        answer = by_search(puzzle, min(nodes, self.left))
        # A question costs something even if no trick is tried.
        self.left -= max(answer.nodes, 1)
        return answer.status == LOST

    def _minimal(self, part: Part) -> Part:
        for one in part:
            fewer = tuple(other for other in part if other != one)
            if self._is_lost(fewer, _SMALL):
                part = fewer
        return part

    def _next_assignment(self) -> Part | None:
        """A share that is allowed and not known to be lost."""
        owned = self._complete(self._in_order(), {}, [0] * self._puzzle.seats)
        return None if owned is None else tuple(sorted(owned.items()))

    def _in_order(self) -> list[int]:
        """The tasks that are often too much come first."""
        weight = [0.0] * len(self._tasks)
        for part in self._refuted:
            for task, _ in part:
                weight[task] += 1 / len(part)
        return sorted(range(len(weight)), key=lambda task: -weight[task])

    def _complete(self, left: list[int], owned: dict[int, int], counts: list[int]) -> dict[int, int] | None:
        if not left:
            return owned
        task, *others = left
        for seat in orders(self._limits.seats[task]):
            more = [count + (place == seat) for place, count in enumerate(counts)]
            now = {**owned, task: seat}
            if not self._is_refuted(now, task) and _allows(self._limits.counts, more, len(others)):
                owners = self._complete(others, now, more)
                if owners is not None:
                    return owners
        return None

    def _is_refuted(self, owned: dict[int, int], task: int) -> bool:
        """Return whether some tasks, this one among them, have owners with which they are too much."""
        return any(
            all(owned.get(other) == seat for other, seat in part)
            for part in self._refuted
            if (task, owned[task]) in part
        )


def _allows(kinds: Sequence[Bounds], counts: Sequence[int], left: int) -> bool:
    """Return whether these task counts, with `left` more tasks, can still satisfy one of the bounds."""
    if not kinds:
        return True
    for kind in kinds:
        if all(count <= high for count, (_, high) in zip(counts, kind, strict=True)):
            missing = sum(max(low - count, 0) for count, (low, _) in zip(counts, kind, strict=True))
            room = sum(high - count for count, (_, high) in zip(counts, kind, strict=True))
            if missing <= left <= room:
                return True
    return False
