"""Taking tasks in turn, with passing, a captain who takes the hardest, and a captain who is skipped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..assignment import Choosing
from ..phases import Reason
from ..tasks import Task, untaken
from .mission import HARDEST, SKIPPED, mission_of
from .task_cards import TASK_CARDS

if TYPE_CHECKING:
    from ..state import State


class Picking(Choosing):
    """Clockwise from the captain, one task each in turn (rulebook p. 9–10).

    A player may pass if there are fewer tasks than seats that have yet to choose, but one round must be enough. Where
    all must take in turn, no player may leave a comparison with the captain's tricks (4–6) to the captain.
    """

    def turn(self, state: State) -> int:
        """Return the seat whose turn it is, the robot's included."""
        order = _order(state)
        return order[_turns_had(state) % len(order)]

    def choices(self, state: State) -> list[str]:
        """Take a task, or pass."""
        turn = _turn(state)
        takes = [f"take {task.name}" for task in turn.takeable]
        return [*takes, "pass"] if turn.may_pass else takes

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Take the task, or pass."""
        if parts == ["pass"]:
            return state.evolve(passed=(*state.passed, self.turn(state)))
        return super().act(state, seat, parts)

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        """Return why a task may not be taken, or why one may not pass."""
        turn = _turn(state)
        if seat != state.acts_for(turn.seat):
            return None
        if parts == ["pass"]:
            return turn.why_not, {}
        task = next((task for task in turn.left if parts == ["take", task.name]), None)
        if task is None or task in turn.takeable:
            return None
        if turn.seat != state.captain:
            return "leaves-it-to-the-captain", {"task": task.name}
        return "not-for-the-captain" if _of_the_captains_tricks(task) else "captain-takes-hardest", {"task": task.name}


class _Turn(NamedTuple):
    """The actions of the seat on turn."""

    seat: int
    left: tuple[Task, ...]
    takeable: tuple[Task, ...]
    may_pass: bool
    why_not: str


def _turn(state: State) -> _Turn:
    order, left = _order(state), untaken(state.tasks)
    had = _turns_had(state)
    seat = order[had % len(order)]
    others = tuple(task for task in left if not _of_the_captains_tricks(task))
    if mission_of(state).way == HARDEST and not had and others:
        return _Turn(seat, left, _hardest(others, len(state.people)), may_pass=False, why_not="pass-hardest")
    to_come = captains_turns_to_come(state.captain, order, len(state.tasks), had)
    takeable = _takeable(left, others, seat == state.captain, to_come)
    one_round = len(state.tasks) < len(order)
    return _Turn(
        seat,
        left,
        takeable,
        may_pass=one_round and len(left) < len(order) - had,
        why_not="pass-forced" if one_round else "no-passing",
    )


def _turns_had(state: State) -> int:
    taken = sum([task.owner is not None for task in state.tasks])
    return len(state.passed) + taken


def _takeable(left: tuple[Task, ...], others: tuple[Task, ...], captain: bool, to_come: int) -> tuple[Task, ...]:
    """The tasks that can be taken; of the `others`, which compare nothing with the captain, enough must be left for the
    captain.

    `to_come` is how often the captain has to take after this turn.
    """
    if captain:
        return others
    return left if len(others) > to_come or len(others) == len(left) else tuple(t for t in left if t not in others)


def _hardest(tasks: tuple[Task, ...], players: int) -> tuple[Task, ...]:
    difficulties = [TASK_CARDS[task.name].difficulty(players) for task in tasks]
    most = max(difficulties)
    return tuple(task for task, difficulty in zip(tasks, difficulties, strict=True) if difficulty == most)


def _order(state: State) -> tuple[int, ...]:
    """The seats that choose, in turn."""
    seats = state.clockwise_from(state.captain)
    return seats[1:] if mission_of(state).way == SKIPPED else seats


def captains_turns_to_come(captain: int, order: Sequence[int], count: int, had: int) -> int:
    """Return how often the captain, who begins each round of the table, takes of so many tasks after this turn."""
    if count < len(order) or order[0] != captain:
        return 0
    return len(range(0, count, len(order))) - len(range(0, had + 1, len(order)))


def _of_the_captains_tricks(task: Task) -> bool:
    return TASK_CARDS[task.name].captain_may_not_take
