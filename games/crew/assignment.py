"""The usual assignment of tasks: each player takes one in turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .phases import Phase
from .proposals import proposals, propose
from .tasks import Task, find, put, untaken

if TYPE_CHECKING:
    from .state import State


class Choosing(Phase):
    """One task each in turn, clockwise from the captain, until all are taken.

    Planet Nine has no passing: by its rulebook (p. 8–9) each player in turn takes one of the remaining tasks. The
    captain chooses for the robot in its turn.
    """

    def turn(self, state: State) -> int:
        """Return the seat whose turn it is, the robot's included."""
        given_out = len(state.tasks) - len(untaken(state.tasks))
        return (state.captain + given_out) % state.seats

    def choices(self, state: State) -> list[str]:
        """The actions of the seat whose turn it is, without `robot`."""
        return [f"take {task.name}" for task in untaken(state.tasks)]

    def waiting_on(self, state: State) -> Iterable[int]:
        """Return the seat whose turn it is to take a task."""
        return [self.turn(state)]

    def legal(self, state: State, seat: int) -> list[str]:
        """The remaining tasks for the seat whose turn it is; for every seat, the proposals about the tasks."""
        turn = self.turn(state)
        offers = proposals(state)
        if seat != state.acts_for(turn):
            return offers
        robot = "" if turn == seat else "robot "
        return offers + [robot + choice for choice in self.choices(state)]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Take the task, or put a proposal to the others."""
        if parts[0] == "propose":
            return propose(state, seat, parts)
        taken = state.evolve(tasks=give(state.tasks, parts[1], self.turn(state)))
        return taken if untaken(taken.tasks) else taken.advance()


def give(tasks: tuple[Task, ...], name: str, owner: int) -> tuple[Task, ...]:
    """The tasks once this one has its owner."""
    return put(tasks, on_table(tasks, name)._replace(owner=owner))


def give_all(tasks: tuple[Task, ...], owner: int) -> tuple[Task, ...]:
    """The tasks once everything untaken has this owner, and all lie face up."""
    return tuple(
        task._replace(owner=owner, face_up=True) if task.owner is None else task._replace(face_up=True)
        for task in tasks
    )


def on_table(tasks: tuple[Task, ...], name: str) -> Task:
    """The face-up task of that name, which is there."""
    task = find(tasks, name)
    assert task is not None, name
    return task
