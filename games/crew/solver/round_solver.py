"""Solves the positions of one round with incremental SAT solvers, which learn from one position for the next.

Assigning the tasks is one question with fewer and fewer answers, and so is playing the cards. Each has one solver, to
which all earlier decisions are assumptions.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Self

from ..state import State
from .answers import LOST, SAT, SEARCH, WON
from .budget import BudgetTracker
from .engines import by_search
from .goals.allowed_assignments import AllowedAssignments
from .goals.assignments import assignments_of, carry_out, is_assigning
from .goals.from_state import GoalsOf, Unsolvable, puzzle_of, puzzle_to_assign
from .goals.setup_choices import agree_on, is_setup, reachable, trades
from .line_replay import settle
from .puzzle import Puzzle, bare_puzzle
from .questions import MOST_SETUPS, Question
from .sat.assignment_solver import AssignmentSolver, GoalsByOwner
from .sat.deal_solver import DealSolver
from .verdicts import Budget, Lost, Unknown, Verdict, Won

_QUICK = 2_000
"""Nodes of a quick search. What it cannot decide is left to clauses."""


@dataclass
class RoundSolver:
    """The moments of one round. To be closed: the solvers' memory is not Python's."""

    states: Sequence[State]
    budget: Budget
    _deals: dict[Hashable, _Deal] = field(default_factory=dict)
    _assignment_solvers: dict[tuple[Puzzle, tuple[GoalsByOwner, ...]], AssignmentSolver] = field(default_factory=dict)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for deal in self._deals.values():
            deal.close()
        for solver in self._assignment_solvers.values():
            solver.close()

    # During play

    def by_quick_search(self, place: int) -> Verdict:
        """The verdict of a quick search on a position during play."""
        state = self.states[place]
        position = settle(state)
        deal = self._deal(position) if position.outcome is None and not is_setup(position) else None
        if deal is None:
            return Unknown()
        cards = deal.since(position)
        if deal.line[: len(cards)] != cards:
            answer = by_search(puzzle_of(position), min(_QUICK, self.budget.nodes))
            if answer.status != WON:
                lost = answer.status == LOST and not trades(position)
                return Lost(None, (SEARCH,)) if lost else Unknown()
            deal.line = (*cards, *answer.cards)
        return self._confirm(state, position, deal.line[len(cards) :])

    def by_deal_solver(self, place: int) -> Verdict:
        """The verdict of the deal's SAT solver on a position during play."""
        state = self.states[place]
        position = settle(state)
        deal = self._deal(position) if position.outcome is None and not is_setup(position) else None
        if deal is None:
            return Unknown()
        cards = deal.since(position)
        status = deal.solver.after(cards, self.budget.conflicts)
        if status == LOST:
            return self._after_hand_over(state, position) if trades(position) else Lost(None, (SAT,))
        if status != WON:
            return Unknown()
        deal.line = deal.solver.line
        return self._confirm(state, position, deal.line[len(cards) :])

    def _after_hand_over(self, state: State, position: State) -> Verdict:
        """Return the verdict on a lost position after each change that the crew may agree on before trick 1."""
        puzzle, tasks = puzzle_to_assign(position)
        results = [settle(agree_on(position, change.text)) for change in trades(position)]
        owned = [_owners_as_they_are(one) for one in results]
        solver = self._assignment_solver(puzzle, tasks)
        verdict: Verdict = Lost(None, (SAT,))
        for one, limits in zip(results, owned, strict=True):
            choice = solver.assign(limits, self.budget.conflicts // len(owned))
            after = self._confirm(state, one, choice.cards) if choice.status == WON else Unknown()
            if isinstance(after, Won):
                return after
            if choice.status != LOST:
                verdict = Unknown()
        return verdict

    def _deal(self, position: State) -> _Deal | None:
        """The deal that the position belongs to: the first moment from which on only cards were played."""
        key = _key(position)
        if key not in self._deals:
            same = (settle(state) for state in self.states if _is_play(state))
            try:
                self._deals[key] = _Deal(puzzle_of(next((one for one in same if _key(one) == key), position)))
            except Unsolvable:
                return None
        return self._deals[key]

    def _confirm(self, start: State, position: State, cards: tuple[int, ...]) -> Verdict:
        return Question(start, BudgetTracker(self.budget), both=False).confirm(position, cards)

    # Before play

    def by_assignment_solver(self, place: int) -> Verdict:
        """The verdict of the assignment solver on a position before play."""
        state = self.states[place]
        start = settle(state)
        openings = reachable(start, MOST_SETUPS, is_assigning) if is_setup(start) else None
        verdict: Verdict = Lost(None, (SAT,)) if openings else Unknown()
        for opening in openings or ():
            one = self._assign(state, opening, self.budget.conflicts // len(openings or ()))
            if isinstance(one, Won):
                return one
            verdict = one if isinstance(one, Unknown) else verdict
        return verdict

    def _assign(self, state: State, opening: State, conflicts: int) -> Verdict:
        shared = not is_setup(opening)
        try:
            # Predictions that are not made yet are free.
            free = opening.evolve(predictions=state.predictions) if shared else opening
            puzzle, tasks = puzzle_to_assign(free)
        except Unsolvable:
            return Unknown()
        assignments = [_owners_as_they_are(opening)] if shared else assignments_of(opening)
        solver = self._assignment_solver(puzzle, tasks)
        verdict: Verdict = Lost(None, (SAT,))
        for limits in assignments:
            choice = solver.assign(limits, conflicts // len(assignments))
            if choice.status == WON:
                owners = dict(zip([task.name for task in opening.tasks], choice.chosen, strict=True))
                at_start = carry_out(opening, owners)
                one = self._confirm(state, at_start, choice.cards) if at_start else Unknown()
                if isinstance(one, Won):
                    return one
            if choice.status != LOST:
                verdict = Unknown()
        return verdict

    def _assignment_solver(self, puzzle: Puzzle, tasks: Sequence[GoalsOf]) -> AssignmentSolver:
        goals_by_task = tuple(tuple(task(seat) for seat in range(puzzle.seats)) for task in tasks)
        if (puzzle, goals_by_task) not in self._assignment_solvers:
            self._assignment_solvers[puzzle, goals_by_task] = AssignmentSolver(puzzle, goals_by_task)
        return self._assignment_solvers[puzzle, goals_by_task]


class _Deal:
    """Cards that are only played from here on."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.line: tuple[int, ...] = ()
        """The cards of the latest winning line."""
        self._solver: DealSolver | None = None

    @property
    def solver(self) -> DealSolver:
        """The solver of this deal, created at its first use."""
        self._solver = self._solver or DealSolver(self.puzzle)
        return self._solver

    def since(self, position: State) -> tuple[int, ...]:
        """The cards played since."""
        return _played(position)[self.puzzle.played * self.puzzle.seats + len(self.puzzle.plays) :]

    def close(self) -> None:
        """Give the solver's memory back."""
        if self._solver:
            self._solver.close()


def _owners_as_they_are(state: State) -> AllowedAssignments:
    """Each player keeps the tasks that they own."""
    return AllowedAssignments(tuple(1 << task.owner for task in state.tasks if task.owner is not None))


def _is_play(state: State) -> bool:
    return state.outcome is None and not is_setup(state)


def _played(state: State) -> tuple[int, ...]:
    return tuple(card.order for trick in state.tricks for _, card in trick.plays) + bare_puzzle(state).plays


def _key(state: State) -> Hashable:
    """Return the facts that do not change while only cards are played: the hands dealt, and each player's tasks."""
    hands = list(bare_puzzle(state).hands)
    assert state.trick is not None
    for trick in (*state.tricks, state.trick):
        for seat, card in trick.plays:
            hands[seat] |= 1 << card.order
    tasks = tuple((task.name, task.token, task.owner) for task in state.tasks)
    return (*hands, tasks, state.named, state.roles, state.collector, state.predictions, state.distress.direction)
