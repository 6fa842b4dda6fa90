"""The SAT engine: the puzzle as clauses; Glucose satisfies them or proves that they are unsatisfiable.

It shares no code with the search. Its budget counts conflicts, not seconds, so one question always has one answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Self

from ..goals.kinds import Goal
from ..puzzle import Puzzle
from .encoding.goals import demand, done_before, forbid, only_if_done
from .encoding.implied import add_all
from .encoding.play import Lines

ENGINE = "sat"
Status = Literal["won", "lost", "unknown"]
WON: Final = "won"
LOST: Final = "lost"
UNKNOWN: Final = "unknown"

SOON = 400
"""Conflicts of one call after which a question counts as hard: more clauses are worth writing down then."""


@dataclass(frozen=True, slots=True)
class SatAnswer:
    """Whether some line fulfils everything; the cards of one, in the order played, to the end of the round."""

    status: Status
    cards: tuple[int, ...] = ()
    conflicts: int = 0


def solve_by_sat(puzzle: Puzzle, conflicts: int) -> SatAnswer:
    """Return whether the puzzle has a solution. Goals may be reached before the line ends; the caller stops there."""
    with PuzzleSolver(puzzle) as solver:
        return solver.solve(conflicts)


def demand_all(lines: Lines) -> None:
    """All goals of the puzzle, and its conditions until these are reached."""
    demand_some(lines, [(goal, []) for goal in lines.puzzle.goals])


def demand_some(lines: Lines, demands: Sequence[tuple[Goal, list[int]]]) -> None:
    """These goals, each unless one of its literals is true; and the puzzle's conditions until these are reached."""
    for goal, unless in demands:
        demand(lines, goal, unless)
    if lines.puzzle.forbids:
        done = done_before(lines)
        for goal, unless in demands:
            only_if_done(lines, done, goal, unless)
        for condition in lines.puzzle.forbids:
            forbid(lines, condition, done)


class Engine:
    """Glucose with the clauses of these lines. To be closed: its memory is not Python's."""

    def __init__(self, lines: Lines, help_with: Callable[[Lines], None] | None = None) -> None:
        """`help_with` adds clauses that change no answer, once a question turns out to be hard."""
        from pysat.solvers import Glucose42  # All other commands of the terminal work without this package.

        self.lines = lines
        self._help_with = help_with
        self._clauses_taken = len(lines.clauses.all)
        self._glucose = Glucose42(bootstrap_with=lines.clauses.all)
        self.model: frozenset[int] = frozenset()
        """The literals that were true when last something was possible."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the memory back."""
        self._glucose.delete()

    @property
    def conflicts(self) -> int:
        """The conflicts of all questions so far."""
        return int(self._glucose.accum_stats()["conflicts"])

    @property
    def core(self) -> list[int]:
        """Some of the assumptions of the last question, which together are impossible."""
        return list(self._glucose.get_core() or ())

    def solve(self, assumptions: Sequence[int], conflicts: int) -> Status:
        """Return whether all clauses and assumptions can be true. Glucose looks at its budget between restarts."""
        status = self._solve(assumptions, min(conflicts, SOON))
        if status == UNKNOWN and conflicts > SOON:
            self._add_clauses()
            status = self._solve(assumptions, conflicts - SOON)
        return status

    def _solve(self, assumptions: Sequence[int], conflicts: int) -> Status:
        if conflicts <= 0:
            return UNKNOWN
        self._glucose.conf_budget(conflicts)
        is_satisfied = self._glucose.solve_limited(assumptions=assumptions)
        if is_satisfied:
            self.model = frozenset(self._glucose.get_model())
        return UNKNOWN if is_satisfied is None else WON if is_satisfied else LOST

    def _add_clauses(self) -> None:
        if self._help_with:
            self._help_with(self.lines)
            self._help_with = None
            self.take_new()

    def take_new(self) -> None:
        """Take in the clauses that were added to the lines meanwhile."""
        self._glucose.append_formula(self.lines.clauses.all[self._clauses_taken :])
        self._clauses_taken = len(self.lines.clauses.all)


class PuzzleSolver:
    """Solves one puzzle with more and more conflicts, and retains what it has learnt. Use it in a `with` statement."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._engine: Engine | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._engine:
            self._engine.close()

    def solve(self, conflicts: int) -> SatAnswer:
        """Return whether the puzzle has a solution, with this many conflicts more. The answer counts this call's."""
        if conflicts <= 0:
            return SatAnswer(UNKNOWN)
        engine = self._engine = self._engine or self._new_engine()
        before = engine.conflicts
        status = engine.solve((), conflicts)
        spent = engine.conflicts - before
        if status == WON:
            return SatAnswer(WON, line(engine.lines, engine.model), spent)
        return SatAnswer(status if self._puzzle.exact else UNKNOWN, (), spent)

    def _new_engine(self) -> Engine:
        """The puzzle as clauses. It takes time, so it waits for the first question."""
        lines = Lines(self._puzzle)
        demand_all(lines)
        return Engine(lines, add_all)


def line(lines: Lines, true: frozenset[int]) -> tuple[int, ...]:
    """The cards still to be played, in the order of play, as these literals say."""
    cards = [card for trick in lines.tricks for card in _trick(lines, trick, true)]
    return tuple(cards[len(lines.puzzle.plays) :])


def _trick(lines: Lines, trick: int, true: frozenset[int]) -> Iterable[int]:
    """The cards of a trick from its leader on."""
    leader = next(seat for seat in lines.seats if lines.leads[trick][seat] in true)
    for place in lines.seats:
        seat = (leader + place) % len(lines.seats)
        yield next(card for card, _, at in lines.held[seat] if at[trick] in true)
