"""Annotates a round: could the mission still be won at each position, and which action lost it?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ...contract import Action, State
from ..state import State as CrewState
from .distress_solver import best_pass
from .gc_pause import paused_gc
from .goals.setup_choices import is_setup
from .questions import solve
from .round_solver import RoundSolver
from .verdicts import ORDINARY, Budget, Lost, Unknown, Verdict, Won


@dataclass(frozen=True, slots=True)
class Annotation:
    """Whether the mission could still be won at each position of a round, and the action that lost it."""

    winnable: tuple[bool | None, ...]
    """Before the first action, after the first, and so on: one more than there are actions. None is unknown."""
    fatal: int | None
    """The place in the log of the action that lost the mission; None if none did, or it is not known which."""
    saving: tuple[Action, ...] = ()
    """The actions that would have won, in place of the fatal action and all after it."""


def annotate(states: Sequence[State], budget: Budget = ORDINARY, known: Mapping[int, bool] | None = None) -> Annotation:
    """Annotate a round. `states` are its positions in order, from the fresh deal to the end.

    `known` says of some places whether the mission can still be won there: another round of the deal came by.

    A lost position stays lost, and every position before a won one is won. So bisection finds the turning point, and
    only positions between the two bounds can stay unknown. Before a distress signal that was sent, "lost" would mean
    only "lost without the signal"; such a position stays unknown.
    """
    moments = [state for state in states if isinstance(state, CrewState)]
    assert len(moments) == len(states)
    with paused_gc(), RoundSolver(moments, budget) as round_:
        between = _TurningPoint(moments)
        between.narrow(lambda place: _verdict_of_end(moments[place]), only=[len(moments) - 1])
        between.take_over(known or {})
        _ask(between, round_, moments, budget)
        if between.lacks_line:
            with between.only_last_won():
                _ask(between, round_, moments, budget)
    return between.annotation()


def _ask(between: _TurningPoint, round_: RoundSolver, moments: Sequence[CrewState], budget: Budget) -> None:
    """Ask the engines about the positions between the bounds, the cheapest one first."""
    between.narrow(round_.by_quick_search, earlier_is_harder=True)
    between.narrow(
        round_.by_deal_solver, only=[place for place, state in enumerate(moments) if state.trick], skewed=True
    )
    between.narrow(
        round_.by_assignment_solver,
        only=[place for place, state in enumerate(moments) if is_setup(state)],
        skewed=True,
    )
    between.narrow(lambda place: solve(moments[place], budget))


@dataclass(frozen=True, slots=True)
class Rescue:
    """A distress signal that would have won a round: the place in the log where it is sent, and all actions from it."""

    place: int
    line: tuple[Action, ...]


def rescue(states: Sequence[State], annotation: Annotation, budget: Budget = ORDINARY) -> Rescue | None:
    """The distress signal that would have won a round that was lost when it could still be sent; None if none would."""
    for place in range(len(states) - 1, -1, -1):
        if annotation.winnable[place] is False and _may_signal(states[place]):
            verdict = best_pass(states[place], budget)
            return Rescue(place, verdict.line) if isinstance(verdict, Won) else None
    return None


def _may_signal(state: State) -> bool:
    """Return whether the crew can agree now to pass cards on. (Once it no longer can, it never can again.)"""
    assert isinstance(state, CrewState)
    return any(action.text.startswith("propose distress") for action in state.legal_actions(state.captain))


def _verdict_of_end(state: CrewState) -> Verdict:
    return solve(state) if state.outcome is not None else Unknown()


class _TurningPoint:
    """Between which two moments of a round it was lost."""

    def __init__(self, states: Sequence[CrewState]) -> None:
        self._states = states
        self._won, self._lost = -1, len(states)
        self._line: tuple[Action, ...] | None = ()
        """The line that wins from the last won position; None where another round’s verdict was taken over."""
        self._lost_without_signal: set[int] = set()
        """Lost but for a signal that was sent later."""

    def narrow(
        self,
        ask: Callable[[int], Verdict],
        *,
        only: Sequence[int] | None = None,
        earlier_is_harder: bool = False,
        skewed: bool = False,
    ) -> None:
        """Ask about the positions between the bounds (all of them, or `only` some), the middle one first.

        `skewed` asks about an earlier one than the middle, because a proof of "lost" costs most. `earlier_is_harder`:
        after an unknown answer, earlier positions are not tried.
        """
        places = range(len(self._states)) if only is None else only
        untried = [place for place in places if place not in self._lost_without_signal]
        while untried := [place for place in untried if self._won < place < self._lost]:
            middle = untried[len(untried) // (4 if skewed else 2)]
            known = self._note(middle, ask(middle))
            untried = [
                place for place in untried if place > middle or (place < middle and (known or not earlier_is_harder))
            ]

    def take_over(self, known: Mapping[int, bool]) -> None:
        """Take these verdicts as they are, without a line."""
        for place in sorted(known, reverse=True):
            if not known[place] and place < self._lost:
                self._note(place, Lost())
        for place in sorted(known):
            if known[place] and self._won < place < self._lost:
                self._won, self._line = place, None

    @property
    def lacks_line(self) -> bool:
        """Whether the turning point is known, but not what would have won there."""
        return self._line is None and self._is_found()

    @contextmanager
    def only_last_won(self) -> Iterator[None]:
        """Let `narrow` ask about the last won position alone, which stays won without an answer."""
        won, self._won = self._won, self._won - 1
        yield
        self._won = won

    def _is_found(self) -> bool:
        return 0 <= self._won == self._lost - 1 < len(self._states) - 1

    def _note(self, place: int, verdict: Verdict) -> bool:
        if isinstance(verdict, Won):
            self._won, self._line = place, verdict.line
        elif isinstance(verdict, Lost) and self._before_signal(place):
            self._lost_without_signal.add(place)
        elif isinstance(verdict, Lost):
            self._lost = place
        return not isinstance(verdict, Unknown)

    def _before_signal(self, place: int) -> bool:
        """Return whether the crew passed cards later on."""
        return self._states[place].distress.direction != self._states[-1].distress.direction

    def annotation(self) -> Annotation:
        """The bounds as an annotation."""
        won, lost = self._won, self._lost
        winnable = tuple(
            True if place <= won else False if place >= lost else None for place in range(len(self._states))
        )
        if self._line is not None and self._is_found():
            return Annotation(winnable, won, self._line)
        return Annotation(winnable, None)
