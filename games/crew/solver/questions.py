"""The solver's questions about a position with open hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ...contract import Action, GameError, Sentence
from ...contract import State as AnyState
from ..state import State
from .answers import LOST, SEARCH, WON
from .answers import SAT as SAT_ENGINE
from .assignment_refuter import refute_assignments
from .budget import BudgetTracker
from .gc_pause import paused_gc
from .goals.allowed_assignments import AllowedAssignments
from .goals.assignments import assignments_of, carry_out, is_assigning
from .goals.from_state import BeforeExchange, GoalsOf, Unsolvable, puzzle_of, puzzle_to_assign
from .goals.setup_choices import agree_on, all_setups, is_setup, promising_setups, reachable, trades
from .line_replay import play_line, settle, tricks_won
from .portfolio import decide, refuted_too
from .puzzle import Puzzle
from .sat.choices import assign_by_sat
from .verdicts import ORDINARY, Budget, Effort, Lost, Unknown, Verdict, Won

BOTH = (SAT_ENGINE, SEARCH)
_QUICK = Budget(1_500, 0)
"""For each of the most promising setups."""
_THOROUGH = Budget(1_500, 4_000)
"""For each of many positions."""
_QUICK_SETUPS = 6
_THOROUGH_SETUPS = 40
MOST_SETUPS = 240
"""The largest number of ways to assign the tasks for which each is solved separately before the answer is "lost"."""


def solve(state: AnyState, budget: Budget = ORDINARY) -> Verdict:
    """Return whether the crew can still win from here with all cards open, and without a new distress signal.

    What is still to be decided before the first trick is decided too, in the mission's own way. A line has been
    replayed by the rules; a verdict that none of the engines is sure of is `Unknown`.
    """
    return _solve(state, budget, both=False)


def solve_by_both(state: AnyState, budget: Budget = ORDINARY) -> Verdict:
    """The same, but lost only what both engines find lost."""
    return _solve(state, budget, both=True)


def _solve(state: AnyState, budget: Budget, *, both: bool) -> Verdict:
    assert isinstance(state, State)
    if state.outcome is not None:
        return Won(()) if state.outcome.success else Lost(Sentence(state.outcome.code, state.outcome.params))
    if budget.nodes <= 0 and budget.conflicts <= 0:
        return Unknown()
    question = Question(state, BudgetTracker(budget), both)
    with paused_gc():
        verdict = question.before_play() if is_setup(state) else question.in_play()
    return replace(verdict, effort=question.tracker.spent)


def solve_each(state: AnyState, budget: Budget = ORDINARY) -> dict[Action, Verdict]:
    """For each card that may be played now: whether the mission can still be won after it."""
    return {
        action: solve(state.apply(action), budget)
        for seat in sorted(state.waiting_on)
        for action in state.legal_actions(seat)
        if action.text.removeprefix("robot ").startswith("play ")
    }


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one position. Every line begins at `start`."""

    start: State
    tracker: BudgetTracker
    both: bool
    """Whether both engines have to find it lost."""

    # During play

    def in_play(self) -> Verdict:
        """All that the crew may still agree to change is tried too."""
        position = settle(self.start)
        verdict = self.play(position, self.tracker.left)
        changes = trades(position) if isinstance(verdict, Lost) else []
        for place, change in enumerate(changes):
            after = settle(agree_on(position, change.text))
            verdict = combine(verdict, self.play(after, self.tracker.portion(len(changes) - place)))
            if isinstance(verdict, Won):
                break
        return verdict

    def play(self, position: State, budget: Budget) -> Verdict:
        """A position in which only cards are played. Numbers predicted on the way to it are free."""
        predicted = position.evolve(predictions=self.start.predictions)
        try:
            puzzle = puzzle_of(predicted)
        except BeforeExchange:
            return self._before_exchange(position)
        except Unsolvable:
            return Unknown()
        answer, effort = decide(puzzle, budget)
        self.tracker.pay(effort)
        if answer.status == WON:
            return self.confirm(position, answer.cards)
        if answer.status != LOST:
            return Unknown()
        if not self.both:
            return Lost(None, (effort.engine,))
        refuted, more = refuted_too(puzzle, effort.engine, self.tracker.at_most(budget))
        self.tracker.pay(more)
        return Lost(None, BOTH) if refuted else Unknown()

    def confirm(self, position: State, cards: tuple[int, ...]) -> Verdict:
        """The line as a verdict, if the rules accept it and agree that it wins."""
        try:
            end = play_line(self._with_predictions(position, cards), cards)
        except GameError:
            return Unknown()
        won = end.outcome is not None and end.outcome.success
        return Won(end.log[len(self.start.log) :]) if won else Unknown()

    def _with_predictions(self, position: State, cards: tuple[int, ...]) -> State:
        """The same position with the numbers that these cards will make true."""
        if len(position.predictions) == len(self.start.predictions):
            return position
        numbers = tricks_won(puzzle_of(position), cards)
        again = self.start
        for action in position.log[len(again.log) :]:
            again = again.apply(_with_number(again, action, numbers))
        return again

    # Before play

    def before_play(self) -> Verdict:
        """Tries a few promising setups, then all assignments in one SAT question, then every setup separately."""
        verdict = self._try_setups(_QUICK, _QUICK_SETUPS)
        if not isinstance(verdict, Won):
            verdict = self._try_assignments()
        if isinstance(verdict, Unknown):
            verdict = self._try_setups(_THOROUGH, _THOROUGH_SETUPS)
        if isinstance(verdict, Unknown) or (isinstance(verdict, Lost) and len(verdict.engines) == 1 and self.both):
            verdict = self._one_by_one()
        return verdict

    def _try_setups(self, budget: Budget, most: int) -> Verdict:
        for start_of_play in islice(promising_setups(self.start), most):
            if self.tracker.is_empty:
                break
            verdict = self.play(start_of_play, self.tracker.at_most(budget))
            if isinstance(verdict, Won):
                return verdict
        return Unknown()

    def _one_by_one(self) -> Verdict:
        every = all_setups(settle(self.start), MOST_SETUPS) or []
        verdict: Verdict = Lost(None, ()) if every else Unknown()
        for place, start_of_play in enumerate(every):
            verdict = combine(verdict, self.play(start_of_play, self.tracker.portion(len(every) - place)))
            if not isinstance(verdict, Lost):
                break
        return verdict

    def _try_assignments(self) -> Verdict:
        """Ask the SAT engine about all assignments at once, for each way to decide the choices before them."""
        openings = reachable(settle(self.start), MOST_SETUPS, is_assigning) or []
        verdict: Verdict = Lost(None, ()) if openings else Unknown()
        for place, opening in enumerate(openings):
            budget = self.tracker.portion(len(openings) - place)
            one = self._assign(opening, budget) if is_setup(opening) else self.play(opening, budget)
            verdict = combine(verdict, one)
            if isinstance(verdict, Won):
                break
        return verdict

    def _assign(self, opening: State, budget: Budget) -> Verdict:
        try:
            puzzle, tasks = puzzle_to_assign(opening)
        except Unsolvable:
            return Unknown()
        assignments = assignments_of(opening)
        verdict: Verdict = Lost(None, ()) if assignments else Unknown()
        budget = Budget(budget.nodes // max(len(assignments), 1), budget.conflicts // max(len(assignments), 1))
        for limits in assignments:
            choice = assign_by_sat(puzzle, tasks, limits, budget.conflicts)
            self.tracker.pay(Effort(SAT_ENGINE, 0, choice.conflicts))
            if choice.status == WON:
                owners = dict(zip([task.name for task in opening.tasks], choice.chosen, strict=True))
                start_of_play = carry_out(opening, owners)
                one: Verdict = self.confirm(start_of_play, choice.cards) if start_of_play else Unknown()
            else:
                one = self._refute(puzzle, tasks, limits, budget.nodes) if choice.status == LOST else Unknown()
            verdict = combine(verdict, one)
            if isinstance(verdict, Won):
                break
        return verdict

    def _refute(self, puzzle: Puzzle, tasks: Sequence[GoalsOf], limits: AllowedAssignments, nodes: int) -> Lost:
        """A verdict "lost" by the SAT engine, and by the search too if it confirms."""
        if not self.both:
            return Lost(None, (SAT_ENGINE,))
        answer = refute_assignments(puzzle, tasks, limits, min(nodes, self.tracker.left.nodes))
        self.tracker.pay(Effort(SEARCH, answer.nodes))
        return Lost(None, BOTH if answer.status == LOST else (SAT_ENGINE,))

    # Mission 12

    def _before_exchange(self, position: State) -> Verdict:
        """Before the exchange after trick 1: try every way to play that trick, then solve the rest.

        A signal would change the exchange, so the answer is never "lost".
        """
        for after in _after_the_trick(position):
            verdict = (
                self.play(after, self.tracker.at_most(_THOROUGH))
                if after.outcome is None
                else _won_by(self.start, after)
            )
            if isinstance(verdict, Won):
                return verdict
            if self.tracker.is_empty:
                break
        return Unknown()


def _with_number(state: State, action: Action, numbers: Sequence[int]) -> Action:
    """A prediction with the number of tricks that its owner is going to win; any other action as it is."""
    parts = action.text.split()
    if "predict" not in parts:
        return action
    owner = next(task.owner for task in state.tasks if task.name == parts[-2])
    assert owner is not None
    return Action(action.seat, " ".join([*parts[:-1], str(numbers[owner])]))


def _won_by(start: State, end: State) -> Verdict:
    return Won(end.log[len(start.log) :])


def combine(verdict: Verdict, other: Verdict) -> Verdict:
    """Combine two alternatives: won if one wins; lost if both lose, by the engines that agree on it."""
    if isinstance(verdict, Won) or isinstance(other, Won):
        return verdict if isinstance(verdict, Won) else other
    if isinstance(verdict, Lost) and isinstance(other, Lost):
        one, two = {*verdict.engines}, {*other.engines}
        return Lost(other.reason, tuple(sorted(one & two or one | two)))
    return Unknown()


def _after_the_trick(state: State) -> Iterable[State]:
    """All positions after the running trick that are not lost."""
    for seat in sorted(state.waiting_on):
        for action in state.legal_actions(seat):
            if not action.text.removeprefix("robot ").startswith("play "):
                continue
            after = settle(state.apply(action))
            if len(after.tricks) == len(state.tricks) and after.outcome is None:
                yield from _after_the_trick(after)
            elif after.outcome is None or after.outcome.success:
                yield after
