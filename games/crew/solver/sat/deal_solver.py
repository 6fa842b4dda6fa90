"""Many questions about one deal, put to one solver: what it has learnt from the first helps with the next."""

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
    """The places of some parts that are impossible together, and possible without any one of them; () if none is found.

    The parts stand in the place of the puzzle's own goals. `conflicts` is the budget of each question asked on the
    way; a part that cannot be spared within it stays.
    """
    with DealSolver(puzzle, parts, replays=False) as solver:
        return solver.clash(conflicts)


class DealSolver:
    """A puzzle whose goals can be asked for one by one, and after any cards."""

    def __init__(self, puzzle: Puzzle, parts: Sequence[Part] | None = None, *, replays: bool = True) -> None:
        """`parts` stand in the place of the puzzle's goals; without `replays` no cards can be given."""
        self._parts = [(goal,) for goal in puzzle.goals] if parts is None else list(parts)
        self._replays = replays
        self._lines = Lines(replace(puzzle, goals=tuple(goal for part in self._parts for goal in part)))
        self._asked = self._lines.clauses.several(len(self._parts))
        """By part, the literal that asks for it."""
        self._demand()
        self._engine = Engine(self._lines, add_implied if replays else add_all)
        self.line: tuple[int, ...] = ()
        """The cards of the line found last, from the puzzle's position to the end of the round."""
        self._wins = False
        """Whether it reaches all goals."""

    def _demand(self) -> None:
        asked = [(goal, [-one]) for one, part in zip(self._asked, self._parts, strict=True) for goal in part]
        for goal, (dropped,) in asked:
            if isinstance(goal, kinds.Take):
                self._lines.dropped |= dict.fromkeys(orders(goal.cards), dropped)
        demand_some(self._lines, asked)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the solver's memory back."""
        self._engine.close()

    @property
    def conflicts(self) -> int:
        """What all questions so far have cost."""
        return self._engine.conflicts

    def after(self, cards: Sequence[int], conflicts: int) -> Status:
        """Whether the crew can still win once these cards have been played, in this order, from the position on."""
        if self._wins and self.line[: len(cards)] == tuple(cards):
            return WON
        status = self.ask(range(len(self._parts)), cards, conflicts)
        return UNKNOWN if status == LOST and not self._lines.puzzle.exact else status

    def ask(self, parts: Sequence[int], cards: Sequence[int], conflicts: int) -> Status:
        """Whether these parts can be reached after these cards."""
        assert self._replays or not cards, "of lines that are alike, only one is known here"
        status = self._engine.solve([*self._played(cards), *(self._asked[part] for part in parts)], conflicts)
        if status == WON:
            self.line, self._wins = line(self._lines, self._engine.model), len(parts) == len(self._parts)
        return status

    def _played(self, cards: Sequence[int]) -> list[int]:
        begun, seats = len(self._lines.puzzle.plays), len(self._lines.seats)
        return [self._lines.at[card][(begun + place) // seats] for place, card in enumerate(cards)]

    def clash(self, conflicts: int) -> tuple[int, ...]:
        """A set of parts that is impossible, and possible without any one of them; () if none was found."""
        kept: list[int] = list(range(len(self._parts)))
        if self.ask(kept, (), conflicts) != LOST:
            return ()
        kept = self._in_core(kept)
        for part in tuple(kept):
            fewer = [other for other in kept if other != part]
            if part in kept and self.ask(fewer, (), conflicts) == LOST:
                kept = self._in_core(fewer)
        return tuple(kept)

    def _in_core(self, parts: Sequence[int]) -> list[int]:
        core = set(self._engine.core)
        return [part for part in parts if self._asked[part] in core]
