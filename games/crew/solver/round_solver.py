"""One round followed from moment to moment: solvers that keep what they have learnt from one to the next.

Sharing the tasks is one question with fewer and fewer answers, and so is playing the cards: each has one solver,
to which everything decided so far is an assumption.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Self

from ..state import State
from .budget import Purse
from .engines import LOST, SAT, SEARCH, WON, by_search
from .goals.assignments import carried_out, shares_of, shares_tasks
from .goals.from_state import AskedOf, Unsolvable, puzzle_of, puzzle_to_share
from .goals.setup_choices import agreed_on, is_beginning, reached, trades
from .line_replay import settled
from .puzzle import Puzzle, laid_out
from .questions import MOST_BEGINNINGS, Question
from .sat.assignment_solver import Asked, ShareSolver
from .sat.choices import Shares
from .sat.deal_solver import DealSolver
from .verdicts import Budget, Lost, Unknown, Verdict, Won

_GLANCE = 2_000
"""Nodes of a quick search. What it cannot decide is left to clauses."""


@dataclass
class Following:
    """The moments of one round. To be closed: the solvers' memory is not Python's."""

    states: Sequence[State]
    budget: Budget
    _deals: dict[Hashable, _Deal] = field(default_factory=dict)
    _shares: dict[tuple[Puzzle, tuple[Asked, ...]], ShareSolver] = field(default_factory=dict)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for deal in self._deals.values():
            deal.close()
        for solver in self._shares.values():
            solver.close()

    # Once play has begun

    def at_a_glance(self, place: int) -> Verdict:
        """What a quick search says of a moment of play."""
        state = self.states[place]
        position = settled(state)
        deal = self._deal(position) if position.outcome is None and not is_beginning(position) else None
        if deal is None:
            return Unknown()
        cards = deal.since(position)
        if deal.line[: len(cards)] != cards:
            answer = by_search(puzzle_of(position), min(_GLANCE, self.budget.nodes))
            if answer.status != WON:
                lost = answer.status == LOST and not trades(position)
                return Lost(None, (SEARCH,)) if lost else Unknown()
            deal.line = (*cards, *answer.cards)
        return self._confirmed(state, position, deal.line[len(cards) :])

    def played_on(self, place: int) -> Verdict:
        """What the solver of the deal says of a moment of play."""
        state = self.states[place]
        position = settled(state)
        deal = self._deal(position) if position.outcome is None and not is_beginning(position) else None
        if deal is None:
            return Unknown()
        cards = deal.since(position)
        status = deal.solver.after(cards, self.budget.conflicts)
        if status == LOST:
            return self._handed_over(state, position) if trades(position) else Lost(None, (SAT,))
        if status != WON:
            return Unknown()
        deal.line = deal.solver.line
        return self._confirmed(state, position, deal.line[len(cards) :])

    def _handed_over(self, state: State, position: State) -> Verdict:
        """What is lost as it is, after each change that the crew may agree on before the first trick."""
        puzzle, tasks = puzzle_to_share(position)
        changed = [settled(agreed_on(position, change.text)) for change in trades(position)]
        owned = [_as_it_is(one) for one in changed]
        solver = self._sharing(puzzle, tasks)
        verdict: Verdict = Lost(None, (SAT,))
        for one, shares in zip(changed, owned, strict=True):
            found = solver.share(shares, self.budget.conflicts // len(owned))
            after = self._confirmed(state, one, found.cards) if found.status == WON else Unknown()
            if isinstance(after, Won):
                return after
            if found.status != LOST:
                verdict = Unknown()
        return verdict

    def _deal(self, position: State) -> _Deal | None:
        """The deal that the position belongs to: the first moment from which on only cards were played."""
        key = _key(position)
        if key not in self._deals:
            same = (settled(state) for state in self.states if _is_play(state))
            try:
                self._deals[key] = _Deal(puzzle_of(next((one for one in same if _key(one) == key), position)))
            except Unsolvable:
                return None
        return self._deals[key]

    def _confirmed(self, start: State, position: State, cards: tuple[int, ...]) -> Verdict:
        return Question(start, Purse(self.budget), both=False).confirmed(position, cards)

    # Before play

    def shared(self, place: int) -> Verdict:
        """What the solver that shares the tasks says of a moment before play."""
        state = self.states[place]
        start = settled(state)
        openings = reached(start, MOST_BEGINNINGS, shares_tasks) if is_beginning(start) else None
        verdict: Verdict = Lost(None, (SAT,)) if openings else Unknown()
        for opening in openings or ():
            one = self._share(state, opening, self.budget.conflicts // len(openings or ()))
            if isinstance(one, Won):
                return one
            verdict = one if isinstance(one, Unknown) else verdict
        return verdict

    def _share(self, state: State, opening: State, conflicts: int) -> Verdict:
        shared = not is_beginning(opening)
        try:
            # Numbers that are yet to be predicted are free.
            free = opening.evolve(predictions=state.predictions) if shared else opening
            puzzle, tasks = puzzle_to_share(free)
        except Unsolvable:
            return Unknown()
        allowed = [_as_it_is(opening)] if shared else shares_of(opening)
        solver = self._sharing(puzzle, tasks)
        verdict: Verdict = Lost(None, (SAT,))
        for shares in allowed:
            found = solver.share(shares, conflicts // len(allowed))
            if found.status == WON:
                owners = dict(zip([task.name for task in opening.tasks], found.chosen, strict=True))
                begun = carried_out(opening, owners)
                one = self._confirmed(state, begun, found.cards) if begun else Unknown()
                if isinstance(one, Won):
                    return one
            if found.status != LOST:
                verdict = Unknown()
        return verdict

    def _sharing(self, puzzle: Puzzle, tasks: Sequence[AskedOf]) -> ShareSolver:
        asked = tuple(tuple(task(seat) for seat in range(puzzle.seats)) for task in tasks)
        if (puzzle, asked) not in self._shares:
            self._shares[puzzle, asked] = ShareSolver(puzzle, asked)
        return self._shares[puzzle, asked]


class _Deal:
    """Cards that are only played from here on."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.line: tuple[int, ...] = ()
        """The cards of the line found last."""
        self._solver: DealSolver | None = None

    @property
    def solver(self) -> DealSolver:
        """Made when it is first asked."""
        self._solver = self._solver or DealSolver(self.puzzle)
        return self._solver

    def since(self, position: State) -> tuple[int, ...]:
        """The cards played since."""
        return _played(position)[self.puzzle.played * self.puzzle.seats + len(self.puzzle.plays) :]

    def close(self) -> None:
        """Give the solver's memory back."""
        if self._solver:
            self._solver.close()


def _as_it_is(state: State) -> Shares:
    """Everybody has the tasks that they have."""
    return Shares(tuple(1 << task.owner for task in state.tasks if task.owner is not None))


def _is_play(state: State) -> bool:
    return state.outcome is None and not is_beginning(state)


def _played(state: State) -> tuple[int, ...]:
    return tuple(card.order for trick in state.tricks for _, card in trick.plays) + laid_out(state).plays


def _key(state: State) -> Hashable:
    """What does not change while only cards are played: who was dealt what, and who has to do what."""
    hands = list(laid_out(state).hands)
    assert state.trick is not None
    for trick in (*state.tricks, state.trick):
        for seat, card in trick.plays:
            hands[seat] |= 1 << card.order
    tasks = tuple((task.name, task.token, task.owner) for task in state.tasks)
    return (*hands, tasks, state.named, state.roles, state.collector, state.predictions, state.distress.direction)
