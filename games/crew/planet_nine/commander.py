"""Tasks that the commander assigns, and the task that five players may hand over afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..assignment import give, give_all
from ..phases import Phase
from ..proposals import JointDecision
from ..tasks import untaken
from .mission import mission_of

if TYPE_CHECKING:
    from ..state import State


class Deciding(Phase):
    """The commander's decision: all tasks, still face down, go to one other player (rulebook p. 17–18)."""

    def waiting_on(self, state: State) -> Iterable[int]:
        """The captain."""
        return [state.captain]

    def legal(self, state: State, seat: int) -> list[str]:
        """Every other player."""
        if seat != state.captain:
            return []
        return [f"assign all {other}" for other in range(state.seats) if other != seat]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Give all tasks and turn them up."""
        owner = int(parts[2])
        return state.evolve(tasks=give_all(state.tasks, owner)).advance()


class Distributing(Phase):
    """The commander's distribution: the captain gives the task just turned up to any player, the captain included.

    In the end no player may have two tasks more than another (rulebook p. 18): an action is legal while such an end
    stays possible.
    """

    def waiting_on(self, state: State) -> Iterable[int]:
        """The captain."""
        return [state.captain]

    def legal(self, state: State, seat: int) -> list[str]:
        """All seats that may get the task."""
        if seat != state.captain:
            return []
        task = untaken(state.tasks)[0]
        return [f"assign {task.name} {owner}" for owner in range(state.seats) if _stays_even(state, owner)]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Give the task."""
        return state.evolve(tasks=give(state.tasks, parts[1], int(parts[2]))).advance()


class HandOver(JointDecision):
    """Five players, golden pentagon: `propose hand TASK SEAT`, once, before any distress pass and any signal.

    The token moves with the task; a distribution need not stay even, and a decision may then have two owners.
    """

    phases = ("gap",)
    closed = "hand-over-closed"

    def offers(self, state: State) -> Iterable[str]:
        """Every task to every other player than its owner."""
        if state.task_handed or state.tricks or state.signals or state.distress.direction:
            return []
        if not mission_of(state).five_player_rule or len(state.people) != 5:
            return []
        return [f"hand {task.name} {seat}" for task in state.tasks for seat in state.people if seat != task.owner]

    def enact(self, state: State, parts: list[str]) -> State:
        """Hand the task over."""
        return state.evolve(tasks=give(state.tasks, parts[1], int(parts[2])), task_handed=True)


def _stays_even(state: State, owner: int) -> bool:
    """Return whether final counts within one of each other can still be reached after the owner gets one more."""
    counts = [sum(task.owner == seat for task in state.tasks) for seat in range(state.seats)]
    counts[owner] += 1
    fewest, extra = divmod(len(state.tasks), state.seats)
    missing = sum(max(0, fewest - count) for count in counts)
    return counts[owner] <= fewest + (extra > 0) and missing <= len(untaken(state.tasks)) - 1
