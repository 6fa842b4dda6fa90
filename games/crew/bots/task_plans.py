"""Plans for the tasks without an owner: who will probably take which, so that all tasks can be won together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from math import fsum
from typing import Final, NamedTuple

from ...contract import View
from ..deep_sea.impossible import fault_of
from ..solver.playout.evaluator import Effort, Worlds
from .evaluation import ViewEvaluator
from .possible_choices import known_to

Owned = tuple[str, int]
"""A task and its owner."""
Fit = Mapping[Owned, float]
"""The value of tasks with owners, each by itself."""

_FIRST: Final = Effort(worlds=16, nodes=0, playouts=1)
"""The first look at a plan. It plays worlds out and searches none: a quick search says little of many tasks."""
_REST: Final = Effort(worlds=48, nodes=0, playouts=1)
"""The rest of the look."""
_WORSE: Final = 0.15
"""A changed plan is given up if its first value is so much lower. This is about a standard error of the difference, so
one of six plans that are as good is given up, too.
"""
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
"""The value of a plan that the rules do not allow, or that was given up."""


class PlanValue(NamedTuple):
    """The value of a plan, over the first worlds and over all of them."""

    first: float
    whole: float
    """`_FORBIDDEN` if the plan was given up."""


class Planner:
    """Finds good plans; it sees the same sampled worlds each time, so that plans can be compared."""

    def __init__(self, evaluator: ViewEvaluator, fits: Fit) -> None:
        self._evaluator, self._fits = evaluator, fits
        self._first, self._rest = evaluator.worlds(_FIRST.worlds), evaluator.worlds(_REST.worlds)
        self._few = evaluator.worlds(_GLANCE.worlds)
        self._owned = owned(evaluator.view)
        self._known = known_to(evaluator.view) if evaluator.view["game"] == "deep-sea" else None

    def value(self, plan: Sequence[Owned], rival: PlanValue | None = None) -> PlanValue:
        """The value of these tasks with these owners, beside the tasks that have one.

        A plan that looks worse than its rival is given up.
        """
        first = self._value_in(self._first, plan, _FIRST)
        if rival and first < rival.first - _WORSE:
            return PlanValue(first, _FORBIDDEN)
        rest = self._value_in(self._rest, plan, _REST)
        share = len(self._first) / (len(self._first) + len(self._rest))
        return PlanValue(first, rest + (first - rest) * share)

    def in_turn(self, choices: Mapping[str, Sequence[Owned]], alone: Mapping[str, float], chooser: int) -> str:
        """The choice with the best plan found in which the chooser takes these tasks, and the others take turns.

        `alone` is what each choice is worth besides. Only the best plans are changed, to find better ones.
        """
        plans = {text: self._begun(taken, chooser) for text, taken in choices.items()}
        values = {text: self.value([*choices[text], *plan]) for text, plan in plans.items()}
        worth = {text: value.whole + alone[text] for text, value in values.items()}
        for text in sorted(worth, key=worth.__getitem__, reverse=True)[:_CHANGED]:
            _plan, value = self._improved(plans[text], choices[text], values[text], free=False)
            worth[text] = value.whole + alone[text]
        return max(worth, key=worth.__getitem__)

    def freely(self) -> Sequence[Owned]:
        """The best plan found in which the crew gives every task to any of the seats that may have it."""
        names = sorted({name for name, _ in self._fits})
        plan = [max((pair for pair in self._fits if pair[0] == name), key=self._fits.__getitem__) for name in names]
        if self._is_impossible(plan):
            plan = self._possible(names, []) or plan
        return self._improved(plan, (), self.value(plan), free=True)[0]

    def _is_impossible(self, plan: Sequence[Owned]) -> bool:
        """Return whether public facts or the own hand exclude these tasks with these owners."""
        return self._known is not None and fault_of(self._known, [*self._owned, *plan]) is not None

    def _possible(self, left: Sequence[str], plan: list[Owned]) -> list[Owned] | None:
        """The first plan without a fault, each task with the seat that it fits best; None where there is none."""
        if not left:
            return plan
        pairs = sorted((pair for pair in self._fits if pair[0] == left[0]), key=lambda pair: -self._fits[pair])
        possible = ([*plan, pair] for pair in pairs if not self._is_impossible([*plan, pair]))
        return next((found for more in possible if (found := self._possible(left[1:], more)) is not None), None)

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
            best = self._best_with(likely, seat, [*taken, *plan])
            plan.append((best, seat))
            left = [name for name in left if name != best]
        return plan

    def _best_with(self, names: Sequence[str], seat: int, plan: Sequence[Owned]) -> str:
        """The task of these with which this seat goes best with the plan; none if there is none."""
        if len(names) < 2:
            return names[0] if names else _NOTHING
        return max(names, key=lambda name: self._value_in(self._few, [*plan, (name, seat)], _GLANCE))

    def _improved(
        self, plan: list[Owned], taken: Sequence[Owned], value: PlanValue, *, free: bool
    ) -> tuple[list[Owned], PlanValue]:
        """A plan found by changes of this one, each for the better, and its value. `taken` stays as it is."""
        for _ in range(_FREE_CHANGES if free else _CHANGES):
            changed = self._changed(plan, free=free)
            found = self.value([*taken, *changed], value) if changed != plan else value
            if found.whole > value.whole:
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

    def _value_in(self, worlds: Worlds, plan: Sequence[Owned], effort: Effort) -> float:
        pairs = [pair for pair in plan if pair[0]]
        if any(pair not in self._fits for pair in pairs) or self._is_impossible(pairs):
            return _FORBIDDEN
        state = self._evaluator.with_tasks([*self._owned, *pairs])
        together = self._evaluator.evaluate_position(state, worlds, effort)
        return together.worth + _FIT * fsum(self._fits[pair] for pair in pairs)


def owned(view: View) -> list[Owned]:
    """The tasks that have an owner."""
    return [(task["task"], task["owner"]) for task in view["tasks"] if task["owner"] is not None]
