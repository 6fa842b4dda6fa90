"""The crew's own choice: free selection, one agreed taker, and the split between two volunteers.

Talk at a table is a proposal here: which player takes which task; all others agree or one declines.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..assignment import give, give_all
from ..phases import Phase
from ..proposals import JointDecision, proposals, propose
from ..tasks import Task, untaken
from .task_cards import TASK_CARDS

if TYPE_CHECKING:
    from ..state import State


class Selecting(Phase):
    """Any player proposes an owner for a task, or for all remaining tasks, until none is left (rulebook p. 21).

    In mission 6 only one taker of all tasks can be proposed.
    """

    shares_freely = True

    def waiting_on(self, state: State) -> Iterable[int]:
        """The table waits for the captain, because some seat must begin."""
        return [state.captain]

    def legal(self, state: State, seat: int) -> list[str]:
        """All proposals of the phase."""
        return proposals(state)

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Put it to the others."""
        return propose(state, seat, parts)


class AllotTask(JointDecision):
    """`propose TASK SEAT`: that seat takes that task. Between two volunteers it is the other's to agree."""

    phases = ("selecting", "splitting")
    closed = "allot-closed"

    def offers(self, state: State) -> Iterable[str]:
        """Every task that is left to every seat that may take it."""
        choosers = state.volunteers or range(state.seats)
        return [
            f"{task.name} {seat}" for task in untaken(state.tasks) for seat in choosers if may_have(state, task, seat)
        ]

    def enact(self, state: State, parts: list[str]) -> State:
        """Give the task; the last one leads on."""
        return gone_on(state.evolve(tasks=give(state.tasks, parts[0], int(parts[1]))))


class AllotAll(JointDecision):
    """`propose all SEAT`: that seat takes all tasks that are left."""

    phases = ("selecting", "agreeing")
    closed = "allot-closed"

    def offers(self, state: State) -> Iterable[str]:
        """Every seat that may have them all."""
        return [f"all {seat}" for seat in all_to_one(state)]

    def enact(self, state: State, parts: list[str]) -> State:
        """Give them all."""
        return gone_on(state.evolve(tasks=give_all(state.tasks, int(parts[1]))))


class Splitting(Phase):
    """Mission 26: two volunteers divide the tasks as they like; each has at least one."""

    def waiting_on(self, state: State) -> Iterable[int]:
        """Both."""
        return state.volunteers

    def legal(self, state: State, seat: int) -> list[str]:
        """Take a task, or propose that the other takes it."""
        if seat not in state.volunteers:
            return []
        return [
            f"take {task.name}" if owner == seat else f"propose {task.name} {owner}"
            for task in untaken(state.tasks)
            for owner in state.volunteers
            if may_have(state, task, owner)
        ]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Take it, or ask the other volunteer."""
        if parts[0] == "take":
            return gone_on(state.evolve(tasks=give(state.tasks, parts[1], seat)))
        return propose(state, seat, parts, tuple(other for other in state.volunteers if other != seat))


def gone_on(state: State) -> State:
    """The next step, after every task has its owner."""
    return state if untaken(state.tasks) else state.advance()


def all_to_one(state: State) -> list[int]:
    """The seats that may have all tasks that are left."""
    tasks = untaken(state.tasks)
    return [seat for seat in range(state.seats) if not any(for_the_captain(state, task, seat) for task in tasks)]


def may_have(state: State, task: Task, seat: int) -> bool:
    """Return whether the seat may take the task, and every volunteer can then still have one."""
    if for_the_captain(state, task, seat):
        return False
    if not state.volunteers:
        return True
    left = [other for other in untaken(state.tasks) if other != task]
    owners = {other.owner for other in state.tasks} | {seat}
    without = [other for other in state.volunteers if other not in owners]
    return all(any(not for_the_captain(state, other, one) for other in left) for one in without)


def for_the_captain(state: State, task: Task, seat: int) -> bool:
    """Return whether this would give the captain a comparison with the captain's own tricks (4–6)."""
    return seat == state.captain and TASK_CARDS[task.name].captain_may_not_take
