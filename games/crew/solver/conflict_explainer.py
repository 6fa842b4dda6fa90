"""Explains a lost position: a minimal set of tasks that conflict, as a sentence."""

from __future__ import annotations

from ...contract import Sentence
from ...contract import State as AnyState
from ..cards import CARDS
from ..deep_sea.mission import Mission as SeaMission
from ..deep_sea.predicting import predicted
from ..deep_sea.task_cards import TASK_CARDS
from ..families.masks import orders
from ..state import State
from ..tasks import OPEN
from .goals.deep_sea import goals_of_family
from .goals.from_state import Unsolvable, puzzle_of
from .goals.kinds import Goal, Order, Take
from .line_replay import settle
from .puzzle import Puzzle
from .sat.deal_solver import clash_by_sat
from .verdicts import ORDINARY, Budget

_Part = tuple[Goal, ...]
_ORDER, _CONDITIONS = "order", "conditions"


def clash(state: AnyState, budget: Budget = ORDINARY) -> Sentence | None:
    """A minimal set of tasks that cannot all be fulfilled from here, as a sentence; None if the engine finds none.

    Every task must have its owner. The order of tokens and the mission's conditions may be part of the conflict.
    """
    assert isinstance(state, State)
    if state.outcome is not None or state.trick is None or budget.conflicts <= 0:
        return None
    position = settle(state)
    try:
        puzzle = puzzle_of(position)
    except Unsolvable:
        return None
    parts = _parts(position, puzzle)
    explanation = clash_by_sat(puzzle, list(parts.values()), budget.conflicts)
    names = [name for place, name in enumerate(parts) if place in explanation]
    return _task_names_sentence(names) if names and puzzle.exact else None


def _parts(state: State, puzzle: Puzzle) -> dict[str, _Part]:
    """Return the demands of each task by its name, then the order of their tokens, then the mission's conditions."""
    parts: dict[str, _Part] = {}
    rest = list(puzzle.goals)
    for task in state.tasks:
        if task.status != OPEN or task.owner is None:
            continue
        if isinstance(state.mission, SeaMission):
            assert state.ledger is not None
            parts[task.name] = goals_of_family(
                TASK_CARDS[task.name].family, state.ledger, task.owner, predicted(state, task)
            )
            rest = rest[len(parts[task.name]) :]
        else:
            parts[task.name] = (Take(task.owner, 1 << CARDS[task.name].order),)
    cards = sum(1 << CARDS[name].order for name in parts if name in CARDS)
    order = tuple(goal for goal in rest if isinstance(goal, Order))
    conditions = tuple(goal for goal in rest if not isinstance(goal, Order) and not _is_of_tasks(goal, cards))
    return parts | ({_ORDER: order} if order else {}) | ({_CONDITIONS: conditions} if conditions else {})


def _is_of_tasks(goal: Goal, cards: int) -> bool:
    """Return whether the goal is to win task cards of Planet Nine."""
    return isinstance(goal, Take) and bool(cards) and all(cards >> card & 1 for card in orders(goal.cards))


def _task_names_sentence(names: list[str]) -> Sentence:
    tasks = ", ".join(name for name in names if name not in (_ORDER, _CONDITIONS))
    if not tasks:
        return Sentence("conditions-clash")
    code = (
        "tasks-clash-conditions" if _CONDITIONS in names else "tasks-clash-order" if _ORDER in names else "tasks-clash"
    )
    return Sentence(code, {"tasks": tasks})
