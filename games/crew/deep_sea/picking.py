"""Choosing tasks in turn, with passing, a captain who takes the hardest, and a captain who is skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..assignment import Choosing
from ..phases import Reason
from ..tasks import Task, untaken
from .mission import HARDEST, SKIPPED, mission_of
from .task_cards import TASK_CARDS

if TYPE_CHECKING:
    from ..state import State


class Picking(Choosing):
    """Clockwise from the captain, one task each in turn (rulebook p. 9–10).

    Anybody may pass if there are fewer tasks than there are seats to choose, but one round must be enough. Where
    all have to take in turn, nobody may leave a comparison with the captain's tricks (4–6) to the captain.
    """

    def turn(self, state: State) -> int:
        """Whose turn it is, the robot's seat included."""
        order = _order(state)
        return order[_turns_had(state) % len(order)]

    def choices(self, state: State) -> list[str]:
        """Take a task, or pass."""
        takes = [f"take {task.name}" for task in untaken(state.tasks) if self._may_take(state, task)]
        return [*takes, "pass"] if self._may_pass(state) else takes

    def act(self, state: State, seat: int, words: list[str]) -> State:
        """Take the task, or pass."""
        if words == ["pass"]:
            return state.evolve(passed=(*state.passed, self.turn(state)))
        return super().act(state, seat, words)

    def refuses(self, state: State, seat: int, words: list[str]) -> Reason | None:
        """Why a task may not be taken, or why one may not pass."""
        if seat != state.acts_for(self.turn(state)):
            return None
        if words == ["pass"]:
            return ("pass-hardest" if self._takes_the_hardest(state) else _why_no_pass(state)), {}
        task = next((task for task in untaken(state.tasks) if words == ["take", task.name]), None)
        if task is None or self._may_take(state, task):
            return None
        if self._captains_turn(state):
            return ("captain-takes-hardest" if not _of_the_captains_tricks(task) else "not-for-the-captain"), {
                "task": task.name
            }
        return "leaves-it-to-the-captain", {"task": task.name}

    def _may_pass(self, state: State) -> bool:
        """Whether those who come after can still take all that is left."""
        seats = len(_order(state))
        if len(state.tasks) >= seats or self._takes_the_hardest(state):
            return False
        return len(untaken(state.tasks)) < seats - _turns_had(state)

    def _may_take(self, state: State, task: Task) -> bool:
        left = [other for other in untaken(state.tasks) if not _of_the_captains_tricks(other)]
        if self._captains_turn(state) and task not in left:
            return False
        if self._takes_the_hardest(state):
            return _difficulty(state, task) == max(_difficulty(state, other) for other in left)
        return len(left) - (task in left) >= self._captains_turns_to_come(state)

    def _captains_turn(self, state: State) -> bool:
        return self.turn(state) == state.captain

    def _takes_the_hardest(self, state: State) -> bool:
        """He must, unless all that lies there compares with his own tricks."""
        first = mission_of(state).way == HARDEST and not _turns_had(state)
        return first and not all(_of_the_captains_tricks(task) for task in state.tasks)

    def _captains_turns_to_come(self, state: State) -> int:
        """How often the captain will have to take, after this turn."""
        order, count = _order(state), len(state.tasks)
        if count < len(order):
            return 0
        return sum(order[turn % len(order)] == state.captain for turn in range(_turns_had(state) + 1, count))


def _order(state: State) -> tuple[int, ...]:
    """The seats that choose, in turn."""
    seats = state.clockwise_from(state.captain)
    return seats[1:] if mission_of(state).way == SKIPPED else seats


def _turns_had(state: State) -> int:
    return len(state.passed) + len(state.tasks) - len(untaken(state.tasks))


def _of_the_captains_tricks(task: Task) -> bool:
    return TASK_CARDS[task.name].captain_may_not_take


def _difficulty(state: State, task: Task) -> int:
    return TASK_CARDS[task.name].difficulty(len(state.people))


def _why_no_pass(state: State) -> str:
    return "no-passing" if len(state.tasks) >= len(_order(state)) else "pass-forced"
