"""One incremental SAT solver for many questions about one deal: clauses learnt for one question help with the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from ...families.masks import orders
from ..goals import kinds
from ..goals.kinds import Goal
from ..puzzle import Puzzle
from .encoding.implied import add_all, add_implied
from .encoding.play import Lines
from .engine import LOST, UNKNOWN, WON, Engine, Status, demand_some, line

Part = tuple[Goal, ...]
"""Goals that belong together: what one task asks, or one condition."""


def clash_by_sat(puzzle: Puzzle, parts: Sequence[Part], conflicts: int) -> tuple[int, ...]:
    """Indices of parts that conflict, though all but any one of them are possible; () if the solver finds none.

    The parts replace the puzzle's own goals. `conflicts` is the budget of each question; a part stays in the answer if
    the budget does not suffice to leave it out.
    """
    with DealSolver(puzzle, parts, replays=False) as solver:
        return solver.clash(conflicts)


class DealSolver:
    """A puzzle with a literal for each goal, so that each question can demand some goals after some cards."""

    def __init__(self, puzzle: Puzzle, parts: Sequence[Part] | None = None, *, replays: bool = True) -> None:
        """`parts` stand in the place of the puzzle's goals; without `replays` no cards can be given."""
        self._parts = [(goal,) for goal in puzzle.goals] if parts is None else list(parts)
        self._replays = replays
        self._lines = Lines(replace(puzzle, goals=tuple(goal for part in self._parts for goal in part)))
        self._selectors = self._lines.clauses.several(len(self._parts))
        """The literal that asks for each part."""
        self._demand()
        self._engine = Engine(self._lines, add_implied if replays else add_all)
        self.line: tuple[int, ...] = ()
        """The cards of the latest winning line, from the puzzle's position to the end of the round."""
        self._wins = False
        """Whether it reaches all goals."""

    def _demand(self) -> None:
        demands = [(goal, [-one]) for one, part in zip(self._selectors, self._parts, strict=True) for goal in part]
        for goal, (dropped,) in demands:
            if isinstance(goal, kinds.Take):
                self._lines.dropped |= dict.fromkeys(orders(goal.cards), dropped)
        demand_some(self._lines, demands)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the solver's memory back."""
        self._engine.close()

    @property
    def conflicts(self) -> int:
        """The conflicts that all questions so far have cost."""
        return self._engine.conflicts

    def after(self, cards: Sequence[int], conflicts: int) -> Status:
        """Return whether the crew can still win after these cards, played in this order from the position."""
        if self._wins and self.line[: len(cards)] == tuple(cards):
            return WON
        status = self.ask(range(len(self._parts)), cards, conflicts)
        return UNKNOWN if status == LOST and not self._lines.puzzle.exact else status

    def ask(self, parts: Sequence[int], cards: Sequence[int], conflicts: int) -> Status:
        """Return whether these parts can be reached after these cards."""
        assert self._replays or not cards, "of lines that are alike, only one is known here"
        status = self._engine.solve([*self._played(cards), *(self._selectors[part] for part in parts)], conflicts)
        if status == WON:
            self.line, self._wins = line(self._lines, self._engine.model), len(parts) == len(self._parts)
        return status

    def _played(self, cards: Sequence[int]) -> list[int]:
        started, seats = len(self._lines.puzzle.plays), len(self._lines.seats)
        return [self._lines.at[card][(started + place) // seats] for place, card in enumerate(cards)]

    def clash(self, conflicts: int) -> tuple[int, ...]:
        """A minimal set of conflicting parts; () if the solver finds none."""
        retained: list[int] = list(range(len(self._parts)))
        if self.ask(retained, (), conflicts) != LOST:
            return ()
        retained = self._in_core(retained)
        for part in tuple(retained):
            fewer = [other for other in retained if other != part]
            if part in retained and self.ask(fewer, (), conflicts) == LOST:
                retained = self._in_core(fewer)
        return tuple(retained)

    def _in_core(self, parts: Sequence[int]) -> list[int]:
        core = set(self._engine.core)
        return [part for part in parts if self._selectors[part] in core]
