"""Who takes which task: the usual choosing, the commander's decision, the commander's distribution.

Also the one task that five players may hand over afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .phases import Phase
from .proposals import JointDecision, proposals, propose
from .tasks import Task, find, put, untaken

if TYPE_CHECKING:
    from .state import State


class Choosing(Phase):
    """The usual way: one task each in turn, clockwise from the captain, until all are taken.

    Planet Nine knows no passing: its rulebook (p. 8–9) gives everybody in turn one of the remaining tasks.
    The captain chooses for the robot in its turn.
    """

    def waiting_on(self, state: State) -> Iterable[int]:
        """Whose turn it is to take a task."""
        taken = len(state.tasks) - len(untaken(state.tasks))
        return [(state.captain + taken) % state.seats]

    def legal(self, state: State, seat: int) -> list[str]:
        """The tasks left for whose turn it is; for anybody, what the crew may agree to change first."""
        (turn,) = self.waiting_on(state)
        offers = proposals(state)
        if seat != state.acts_for(turn):
            return offers
        robot = "" if turn == seat else "robot "
        return offers + [f"{robot}take {task.name}" for task in untaken(state.tasks)]

    def act(self, state: State, seat: int, words: list[str]) -> State:
        """Take the task, or put a proposal to the others."""
        if words[0] == "propose":
            return propose(state, seat, words)
        (turn,) = self.waiting_on(state)
        taken = state.evolve(tasks=_give(state.tasks, words[1], turn))
        return taken if untaken(taken.tasks) else taken.advance()


class Deciding(Phase):
    """The commander's decision: all tasks, still face down, go to one other player (rulebook p. 17–18)."""

    def waiting_on(self, state: State) -> Iterable[int]:
        """The captain."""
        return [state.captain]

    def legal(self, state: State, seat: int) -> list[str]:
        """Anybody but himself."""
        if seat != state.captain:
            return []
        return [f"assign all {other}" for other in range(state.seats) if other != seat]

    def act(self, state: State, seat: int, words: list[str]) -> State:
        """Give all tasks and turn them up."""
        owner = int(words[2])
        return state.evolve(tasks=tuple(task._replace(owner=owner, face_up=True) for task in state.tasks)).advance()


class Distributing(Phase):
    """The commander's distribution: he gives the task just turned up to anybody, himself included.

    In the end nobody may have two tasks more than another (rulebook p. 18): whatever still allows such an end
    is allowed now.
    """

    def waiting_on(self, state: State) -> Iterable[int]:
        """The captain."""
        return [state.captain]

    def legal(self, state: State, seat: int) -> list[str]:
        """Everybody to whom the task may go."""
        if seat != state.captain:
            return []
        task = untaken(state.tasks)[0]
        return [f"assign {task.name} {owner}" for owner in range(state.seats) if _stays_even(state, owner)]

    def act(self, state: State, seat: int, words: list[str]) -> State:
        """Give the task."""
        return state.evolve(tasks=_give(state.tasks, words[1], int(words[2]))).advance()


class HandOver(JointDecision):
    """Five players, golden pentagon: `propose hand TASK SEAT`, once, before any distress pass and any signal.

    The token goes along; a distribution need not stay even, and a decision may then have two owners.
    """

    phase = "gap"
    closed = "hand-over-closed"

    def offers(self, state: State) -> Iterable[str]:
        """Every task to everybody who does not have it."""
        if state.task_handed or state.tricks or state.signals or state.distress.direction:
            return []
        if not state.mission.five_player_rule or len(state.people) != 5:
            return []
        return [f"hand {task.name} {seat}" for task in state.tasks for seat in state.people if seat != task.owner]

    def enact(self, state: State, words: list[str]) -> State:
        """Hand the task over."""
        return state.evolve(tasks=_give(state.tasks, words[0], int(words[1])), task_handed=True)


def _give(tasks: tuple[Task, ...], name: str, owner: int) -> tuple[Task, ...]:
    return put(tasks, on_table(tasks, name)._replace(owner=owner))


def on_table(tasks: tuple[Task, ...], name: str) -> Task:
    """The face-up task of that name, which is there."""
    task = find(tasks, name)
    assert task is not None, name
    return task


def _stays_even(state: State, owner: int) -> bool:
    """Whether final counts within one of each other can still be reached once the owner has one more."""
    counts = [sum(task.owner == seat for task in state.tasks) for seat in range(state.seats)]
    counts[owner] += 1
    fewest, extra = divmod(len(state.tasks), state.seats)
    missing = sum(max(0, fewest - count) for count in counts)
    return counts[owner] <= fewest + (extra > 0) and missing <= len(untaken(state.tasks)) - 1
