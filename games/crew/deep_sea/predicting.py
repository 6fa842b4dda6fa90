"""Predictions (tasks 90 and 91): the owner's number of tricks, fixed before the first signal and trick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..phases import Phase, Reason, Step
from ..tasks import Task
from .task_cards import TASK_CARDS

if TYPE_CHECKING:
    from ..state import State

KIND = "predict_tricks"


class Predicting(Phase):
    """Owners look at their hands and each fix a number, in any order; the captain fixes the robot's."""

    def enter(self, state: State, step: Step) -> State:
        """Go on if no task needs a prediction."""
        return state if _unpredicted(state) else state.advance()

    def waiting_on(self, state: State) -> Iterable[int]:
        """The seats that have not made a prediction yet."""
        return [task.owner for task in _unpredicted(state) if task.owner is not None]

    def legal(self, state: State, seat: int) -> list[str]:
        """Every number of tricks, from none to all."""
        return [
            f"{'' if task.owner == seat else 'robot '}predict {task.name} {tricks}"
            for task in _unpredicted(state)
            if task.owner is not None and state.acts_for(task.owner) == seat
            for tricks in range(state.tricks_total + 1)
        ]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Note the number."""
        name = parts[1]
        owner = next(task.owner for task in state.tasks if task.name == name)
        noted = state.evolve(predictions=(*state.predictions, (owner, name, int(parts[2]))))
        return noted if _unpredicted(noted) else noted.advance()

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        """Return why this cannot be predicted."""
        if parts[0] != "predict" or seat not in state.waiting_on:
            return None
        if int(parts[2]) > state.tricks_total:
            return "predict-too-many", {"number": state.tricks_total}
        return "predict-own", {"task": parts[1]}


def predicted(state: State, task: Task) -> int | None:
    """The number fixed for the task."""
    return next((tricks for _, name, tricks in state.predictions if name == task.name), None)


def is_secret(name: str) -> bool:
    """Return whether the number stays with its owner."""
    return bool(TASK_CARDS[name].params.get("secret"))


def expected_tricks(tricks: int, seats: int, won: int, left: int) -> int:
    """Return the secret number that the other seats expect: a fair share of all tricks, as far as it can be won."""
    return min(max(round(tricks / seats), won), won + left)


def _unpredicted(state: State) -> list[Task]:
    return [task for task in state.tasks if TASK_CARDS[task.name].kind == KIND and predicted(state, task) is None]
