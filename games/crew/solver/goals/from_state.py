"""From a position's tasks and conditions to the goals of a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...cards import CARDS, Card, Trick
from ...deep_sea.mission import Mission as SeaMission
from ...deep_sea.predicting import predicted
from ...deep_sea.task_cards import TASK_CARDS
from ...planet_nine.mission import Mission as SpaceMission
from ...state import State
from ...tasks import Task
from ..puzzle import Puzzle, bare_puzzle
from .deep_sea import goals_of_deep_sea, goals_of_family
from .kinds import Goal, MustWin, Order, Take, Winning
from .planet_nine import goals_of_planet_nine

_SETTLED_EARLY = (Take, Winning, MustWin, Order)
"""Goals that are fulfilled for good at one moment, in public."""


GoalsOf = Callable[[int], tuple[Goal, ...]]
"""The goals of a task for an owner."""


class Unsolvable(Exception):
    """No engine knows this kind of position."""


class BeforeExchange(Unsolvable):
    """Cards change hands after the first trick."""


def puzzle_of(state: State) -> Puzzle:
    """The position as a puzzle. Raises Unsolvable before the tasks are assigned, and before an exchange of cards."""
    if state.trick is None or state.outcome is not None:
        raise Unsolvable(f"no trick can be played in phase {state.phase!r}")
    puzzle = validate(bare_puzzle(state))
    if isinstance(state.mission, SpaceMission):
        return _in_space(state, puzzle)
    assert isinstance(state.mission, SeaMission)
    tasks, conditions = goals_of_deep_sea(state)
    return replace(puzzle, goals=(*tasks, *conditions), exact=not (tasks and conditions))


def validate(puzzle: Puzzle) -> Puzzle:
    """Check that each seat has a card for every trick and that no card lies in two places. Raises Unsolvable if not."""
    sizes = [hand.bit_count() for hand in puzzle.hands]
    for place in range(len(puzzle.plays)):
        sizes[(puzzle.leader + place) % puzzle.seats] += 1
    cards = sum(1 << card for card in set(puzzle.plays))
    for hand in puzzle.hands:
        if hand & cards:
            raise Unsolvable("a card lies in two places")
        cards |= hand
    if len(sizes) != puzzle.seats or not all(0 <= size - puzzle.tricks_left <= 1 for size in sizes):
        raise Unsolvable("the hands do not last for the tricks that are left")
    return puzzle


def puzzle_to_assign(state: State) -> tuple[Puzzle, tuple[GoalsOf, ...]]:
    """The puzzle of a round before its tasks are assigned: the mission's own goals, and each task's goals by owner.

    Raises Unsolvable before an exchange of cards.
    """
    tasks = tuple(task._replace(owner=task.owner or 0, face_up=True) for task in state.tasks)
    at_start = state.evolve(phase="gap", agenda=(), proposal=None, trick=Trick(1, state.captain), tasks=tasks)
    if isinstance(state.mission, SpaceMission):
        together = puzzle_of(at_start.evolve(tasks=tuple(task._replace(owner=0) for task in tasks)))
        # Of one owner, the cards of all tasks are the first goal.
        return together.with_goals(together.goals[bool(tasks) :]), tuple(_card_task(CARDS[task.name]) for task in tasks)
    at_start = state.book.recall(at_start)
    alone = puzzle_of(at_start.evolve(tasks=()))
    return replace(alone, exact=not (tasks and alone.goals)), tuple(_sea_task(at_start, task) for task in tasks)


def _card_task(card: Card) -> GoalsOf:
    return lambda owner: (Take(owner, 1 << card.order),)


def _sea_task(state: State, task: Task) -> GoalsOf:
    ledger, family, prediction = state.ledger, TASK_CARDS[task.name].family, predicted(state, task)
    assert ledger is not None
    return lambda owner: goals_of_family(family, ledger, owner, prediction)


def _in_space(state: State, puzzle: Puzzle) -> Puzzle:
    if "random-card-from-right-after-trick-1" in state.mission.special and not state.tricks:
        raise BeforeExchange
    goals, forbids = goals_of_planet_nine(state)
    if forbids and goals and all(isinstance(goal, _SETTLED_EARLY) for goal in goals):
        return replace(puzzle, goals=goals, forbids=forbids)
    return replace(puzzle, goals=(*goals, *forbids))
