"""Where was it lost? What the solver says about every position of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...contract import Action, State
from ..state import State as CrewState
from .questions import solve
from .verdicts import ORDINARY, Budget, Lost, Unknown, Verdict, Won


@dataclass(frozen=True, slots=True)
class Annotation:
    """Whether the mission could still be won at each moment of a round, and the action that lost it."""

    winnable: tuple[bool | None, ...]
    """Before the first action, after the first, and so on: one more than there are actions. None is unknown."""
    fatal: int | None
    """The place in the log of the action that lost the mission; None if none did, or it is not known which."""
    saving: tuple[Action, ...] = ()
    """What would have won instead of the fatal action and all after it."""


def annotate(states: Sequence[State], budget: Budget = ORDINARY) -> Annotation:
    """The annotation of a round, from its states one after the other: the fresh deal first, the end last.

    What is lost stays lost, and what is won was won before: so the turning point is found by halving, and only
    moments between the two that no engine could decide stay unknown. Before a distress signal that was sent, lost
    means only "lost without the signal", so it is not called so there.
    """
    asked = _Asked(states, budget)
    won, lost = -1, len(states)
    untried = set(range(len(states)))
    while untried:
        middle = sorted(untried)[len(untried) // 2]
        verdict = asked.verdict(middle)
        if isinstance(verdict, Won):
            won = max(won, middle)
        elif isinstance(verdict, Lost):
            lost = min(lost, middle)
        untried = {place for place in untried if won < place < lost and place != middle}
    winnable = tuple(True if place <= won else False if place >= lost else None for place in range(len(states)))
    if 0 <= won == lost - 1 < len(states) - 1:
        return Annotation(winnable, won, asked.line(won))
    return Annotation(winnable, None)


class _Asked:
    """The verdicts on a round's states, each asked for once."""

    def __init__(self, states: Sequence[State], budget: Budget) -> None:
        self._states, self._budget = states, budget
        self._known: dict[int, Verdict] = {}

    def verdict(self, place: int) -> Verdict:
        """The verdict on this state."""
        if place not in self._known:
            verdict = solve(self._states[place], self._budget)
            if isinstance(verdict, Lost) and self._before_signal(place):
                verdict = Unknown(verdict.effort)
            self._known[place] = verdict
        return self._known[place]

    def _before_signal(self, place: int) -> bool:
        """Whether the crew passed cards later on."""
        now, then = self._states[place], self._states[-1]
        assert isinstance(now, CrewState)
        assert isinstance(then, CrewState)
        return now.distress.direction != then.distress.direction

    def line(self, place: int) -> tuple[Action, ...]:
        """What wins from this state, which can be won."""
        verdict = self.verdict(place)
        assert isinstance(verdict, Won)
        return verdict.line
