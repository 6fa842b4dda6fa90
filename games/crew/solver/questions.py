"""What can be asked about a position with open hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ...contract import Action, GameError, Sentence
from ...contract import State as AnyState
from ..state import State
from .budget import Purse
from .engines import LOST, SEARCH, WON
from .engines import SAT as SAT_ENGINE
from .gc_pause import not_collecting
from .goals.assignments import carried_out, shares_of, shares_tasks
from .goals.from_state import AskedOf, BeforeExchange, Unsolvable, puzzle_of, puzzle_to_share
from .goals.setup_choices import agreed_on, beginnings, every_beginning, is_beginning, reached, trades
from .line_replay import played, settled, tricks_won
from .portfolio import decide, refuted_too
from .puzzle import Puzzle
from .sat.choices import Shares
from .verdicts import ORDINARY, Budget, Effort, Lost, Unknown, Verdict, Won

BOTH = (SAT_ENGINE, SEARCH)
_GLANCE = Budget(1_500, 0)
"""For each of the first beginnings that look good."""
_LOOK = Budget(1_500, 4_000)
"""For each of many positions."""
_GLANCES = 6
_LOOKS = 40
MOST_BEGINNINGS = 240
"""Where there are no more ways to share the tasks, each of them may be looked at before anything is called lost."""


def solve(state: AnyState, budget: Budget = ORDINARY) -> Verdict:
    """Whether the crew can still win from here with all cards open, and without a new distress signal.

    What is still to be decided before the first trick is decided too, in the mission's own way. A line has been
    replayed by the rules; a verdict that none of the engines is sure of is `Unknown`.
    """
    return _solve(state, budget, both=False)


def solve_surely(state: AnyState, budget: Budget = ORDINARY) -> Verdict:
    """The same, but lost only what both engines find lost."""
    return _solve(state, budget, both=True)


def _solve(state: AnyState, budget: Budget, *, both: bool) -> Verdict:
    assert isinstance(state, State)
    if state.outcome is not None:
        return Won(()) if state.outcome.success else Lost(Sentence(state.outcome.code, state.outcome.params))
    if budget.nodes <= 0 and budget.conflicts <= 0:
        return Unknown()
    question = Question(state, Purse(budget), both)
    with not_collecting():
        verdict = question.before_play() if is_beginning(state) else question.in_play()
    return replace(verdict, effort=question.purse.spent)


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
    """A position asked about. Lines begin where it does."""

    start: State
    purse: Purse
    both: bool
    """Whether both engines have to find it lost."""

    # Once play has begun

    def in_play(self) -> Verdict:
        """All that the crew may still agree to change is tried too."""
        position = settled(self.start)
        verdict = self.play(position, self.purse.left)
        changes = trades(position) if isinstance(verdict, Lost) else []
        for place, change in enumerate(changes):
            after = settled(agreed_on(position, change.text))
            verdict = _worse(verdict, self.play(after, self.purse.portion(len(changes) - place)))
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
        self.purse.pay(effort)
        if answer.status == WON:
            return self.confirmed(position, answer.cards)
        if answer.status != LOST:
            return Unknown()
        if not self.both:
            return Lost(None, (effort.engine,))
        refuted, more = refuted_too(puzzle, effort.engine, self.purse.at_most(budget))
        self.purse.pay(more)
        return Lost(None, BOTH) if refuted else Unknown()

    def confirmed(self, position: State, cards: tuple[int, ...]) -> Verdict:
        """The line, once the rules have accepted it and agree that it wins."""
        try:
            end = played(self._predicting(position, cards), cards)
        except GameError:
            return Unknown()
        won = end.outcome is not None and end.outcome.success
        return Won(end.log[len(self.start.log) :]) if won else Unknown()

    def _predicting(self, position: State, cards: tuple[int, ...]) -> State:
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
        """Tries a few ways of sharing that look good, then all at once, then one by one."""
        verdict = self._looked_at(_GLANCE, _GLANCES)
        if not isinstance(verdict, Won):
            verdict = self._shared()
        if isinstance(verdict, Unknown):
            verdict = self._looked_at(_LOOK, _LOOKS)
        if isinstance(verdict, Unknown) or (isinstance(verdict, Lost) and len(verdict.engines) == 1 and self.both):
            verdict = self._one_by_one()
        return verdict

    def _looked_at(self, budget: Budget, most: int) -> Verdict:
        for begun in islice(beginnings(self.start), most):
            if self.purse.is_empty:
                break
            verdict = self.play(begun, self.purse.at_most(budget))
            if isinstance(verdict, Won):
                return verdict
        return Unknown()

    def _one_by_one(self) -> Verdict:
        every = every_beginning(settled(self.start), MOST_BEGINNINGS) or []
        verdict: Verdict = Lost(None, ()) if every else Unknown()
        for place, begun in enumerate(every):
            verdict = _worse(verdict, self.play(begun, self.purse.portion(len(every) - place)))
            if not isinstance(verdict, Lost):
                break
        return verdict

    def _shared(self) -> Verdict:
        """The SAT engine on all ways of sharing at once, after each way to decide what comes before."""
        openings = reached(settled(self.start), MOST_BEGINNINGS, shares_tasks) or []
        verdict: Verdict = Lost(None, ()) if openings else Unknown()
        for place, opening in enumerate(openings):
            budget = self.purse.portion(len(openings) - place)
            one = self._share(opening, budget) if is_beginning(opening) else self.play(opening, budget)
            verdict = _worse(verdict, one)
            if isinstance(verdict, Won):
                break
        return verdict

    def _share(self, opening: State, budget: Budget) -> Verdict:
        from .sat.choices import share_by_sat

        try:
            puzzle, tasks = puzzle_to_share(opening)
        except Unsolvable:
            return Unknown()
        allowed = shares_of(opening)
        verdict: Verdict = Lost(None, ()) if allowed else Unknown()
        budget = Budget(budget.nodes // max(len(allowed), 1), budget.conflicts // max(len(allowed), 1))
        for shares in allowed:
            found = share_by_sat(puzzle, tasks, shares, budget.conflicts)
            self.purse.pay(Effort(SAT_ENGINE, 0, found.conflicts))
            if found.status == WON:
                owners = dict(zip([task.name for task in opening.tasks], found.chosen, strict=True))
                begun = carried_out(opening, owners)
                one: Verdict = self.confirmed(begun, found.cards) if begun else Unknown()
            else:
                one = self._refuted(puzzle, tasks, shares, budget.nodes) if found.status == LOST else Unknown()
            verdict = _worse(verdict, one)
            if isinstance(verdict, Won):
                break
        return verdict

    def _refuted(self, puzzle: Puzzle, tasks: Sequence[AskedOf], shares: Shares, nodes: int) -> Lost:
        """What the one engine finds lost, and perhaps the other too."""
        from .search.assignment_refuter import refute_shares

        if not self.both:
            return Lost(None, (SAT_ENGINE,))
        answer = refute_shares(puzzle, tasks, shares, min(nodes, self.purse.left.nodes))
        self.purse.pay(Effort(SEARCH, answer.nodes))
        return Lost(None, BOTH if answer.status == LOST else (SAT_ENGINE,))

    # Mission 12

    def _before_exchange(self, position: State) -> Verdict:
        """Cards change hands after trick 1: every way to play that trick, then the rest.

        A signal would change what is exchanged, so nothing is called lost.
        """
        for after in _after_the_trick(position):
            verdict = (
                self.play(after, self.purse.at_most(_LOOK)) if after.outcome is None else _ended(self.start, after)
            )
            if isinstance(verdict, Won):
                return verdict
            if self.purse.is_empty:
                break
        return Unknown()


def _with_number(state: State, action: Action, numbers: Sequence[int]) -> Action:
    """A prediction with the number of tricks that its owner is going to win; any other action as it is."""
    words = action.text.split()
    if "predict" not in words:
        return action
    owner = next(task.owner for task in state.tasks if task.name == words[-2])
    assert owner is not None
    return Action(action.seat, " ".join([*words[:-1], str(numbers[owner])]))


def _ended(start: State, end: State) -> Verdict:
    return Won(end.log[len(start.log) :])


def _worse(verdict: Verdict, other: Verdict) -> Verdict:
    """Of two ways to go on: won if one wins, lost if both lose (by the engines that found both, if one did)."""
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
            after = settled(state.apply(action))
            if len(after.tricks) == len(state.tricks) and after.outcome is None:
                yield from _after_the_trick(after)
            elif after.outcome is None or after.outcome.success:
                yield after
