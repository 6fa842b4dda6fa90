"""Plans for the tasks without an owner: who will probably take which, so that all tasks can be won together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from typing import Final

from ...contract import View
from ..solver.playout.evaluator import Effort, Worlds
from .evaluation import ViewEvaluator

Owned = tuple[str, int]
"""A task and its owner."""
Fit = Mapping[Owned, float]
"""The value of tasks with owners, each by itself."""

_LOOK: Final = Effort(worlds=64, nodes=50, playouts=1)
_GLANCE: Final = Effort(worlds=8, nodes=100, playouts=2)
_LIKELY: Final = 3
"""The tasks that fit a seat best, among which a plan begins."""
_CHANGES: Final = 3
"""Changes of a plan that are tried where seats take turns."""
_CHANGED: Final = 2
"""The best plans, of those with each choice, that are changed."""
_FREE_CHANGES: Final = 15
"""Changes that are tried where each task goes to any seat."""
_GIVEN: Final = 0.5
"""The share of these that give one task to another seat; the others exchange two."""
_FIT: Final = 0.05
"""The weight of how well the tasks fit by themselves: it decides between plans that look equally good."""
_NOTHING: Final = ""
"""The task of a seat that passes."""
_FORBIDDEN: Final = -1.0
"""The value of a plan that the rules do not allow."""


class Planner:
    """Finds good plans; it sees the same sampled worlds each time, so that plans can be compared."""

    def __init__(self, evaluator: ViewEvaluator, fits: Fit) -> None:
        self._evaluator, self._fits = evaluator, fits
        self._worlds, self._few = evaluator.worlds(_LOOK.worlds), evaluator.worlds(_GLANCE.worlds)
        self._owned = owned(evaluator.view)

    def worth(self, plan: Sequence[Owned]) -> float:
        """The value of these tasks with these owners, beside the tasks that have one."""
        return self._value(plan, self._worlds, _LOOK)

    def in_turn(self, choices: Mapping[str, Sequence[Owned]], alone: Mapping[str, float], chooser: int) -> str:
        """The choice with the best plan found in which the chooser takes these tasks, and the others take turns.

        `alone` is what each choice is worth besides. Only the best plans are changed, to find better ones.
        """
        plans = {text: self._begun(taken, chooser) for text, taken in choices.items()}
        values = {text: self.worth([*choices[text], *plan]) + alone[text] for text, plan in plans.items()}
        for text in sorted(values, key=values.__getitem__, reverse=True)[:_CHANGED]:
            values[text] = self._improved(plans[text], choices[text], free=False)[1] + alone[text]
        return max(values, key=values.__getitem__)

    def freely(self) -> Sequence[Owned]:
        """The best plan found in which the crew gives every task to any of the seats that may have it."""
        names = sorted({name for name, _ in self._fits})
        plan = [max((pair for pair in self._fits if pair[0] == name), key=self._fits.__getitem__) for name in names]
        return self._improved(plan, (), free=True)[0]

    def _turns_after(self, chooser: int, least: int) -> list[int]:
        """The seats that choose after this one: to the end of the round, and in as many rounds as it takes."""
        turns = self._evaluator.position.clockwise_from(self._evaluator.view["captain"])
        later = turns[turns.index(chooser) + 1 :]
        rounds = -(-max(0, least - len(later)) // len(turns))
        return [*later, *chain.from_iterable(repeat(turns, rounds))]

    def _begun(self, taken: Sequence[Owned], chooser: int) -> list[Owned]:
        """Each later seat in turn takes, of the tasks that fit it best, the one that goes best with all others."""
        left = sorted({name for name, _ in self._fits} - {name for name, _ in taken})
        plan = list[Owned]()
        for seat in self._turns_after(chooser, len(left)):
            likely = sorted(left, key=lambda name: -self._fits.get((name, seat), -1.0))[:_LIKELY]
            best = max(likely, key=lambda name: self._glance([*taken, *plan, (name, seat)]), default=_NOTHING)
            plan.append((best, seat))
            left = [name for name in left if name != best]
        return plan

    def _improved(self, plan: list[Owned], taken: Sequence[Owned], *, free: bool) -> tuple[list[Owned], float]:
        """The plan after changes that made it better, and its value."""
        value = self.worth([*taken, *plan])
        for _ in range(_FREE_CHANGES if free else _CHANGES):
            changed = self._changed(plan, free=free)
            found = self.worth([*taken, *changed]) if changed != plan else value
            if found > value:
                plan, value = changed, found
        return plan, value

    def _changed(self, plan: Sequence[Owned], *, free: bool) -> list[Owned]:
        """The plan with the seats of two tasks exchanged, or with one task given to another seat."""
        chance, changed = self._evaluator.chance, list(plan)
        if not plan:
            return changed
        one, other = chance.randrange(len(plan)), chance.randrange(len(plan))
        (name, seat), (other_name, other_seat) = plan[one], plan[other]
        if free and chance.random() < _GIVEN:
            changed[one] = name, chance.randrange(self._evaluator.position.seats)
        else:
            changed[one], changed[other] = (name, other_seat), (other_name, seat)
        return changed

    def _glance(self, plan: Sequence[Owned]) -> float:
        return self._value(plan, self._few, _GLANCE)

    def _value(self, plan: Sequence[Owned], worlds: Worlds, effort: Effort) -> float:
        pairs = [pair for pair in plan if pair[0]]
        if any(pair not in self._fits for pair in pairs):
            return _FORBIDDEN
        state = self._evaluator.with_tasks([*self._owned, *pairs])
        together = self._evaluator.evaluate_position(state, worlds, effort)
        return together.worth + _FIT * sum(self._fits[pair] for pair in pairs)


def owned(view: View) -> list[Owned]:
    """The tasks that have an owner."""
    return [(task["task"], task["owner"]) for task in view["tasks"] if task["owner"] is not None]
