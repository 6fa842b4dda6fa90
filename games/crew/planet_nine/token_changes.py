"""Changes of tokens by agreement before the first task is taken: missions 23 and 40."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import TYPE_CHECKING

from ..assignment import on_table
from ..proposals import JointDecision
from ..tasks import put, untaken

if TYPE_CHECKING:
    from ..state import State

MAY_SWAP = "may-swap-two-tokens"
MAY_MOVE = "may-move-one-token"


class ExchangeTokens(JointDecision):
    """Mission 23: `propose swap TASK TASK`, once, before the first task is taken."""

    phases = ("choosing",)
    closed = "swap-closed"

    def offers(self, state: State) -> Iterable[str]:
        """Every two tasks with a token, in either order."""
        if MAY_SWAP not in state.mission.special or not _before_choosing(state):
            return []
        tokened = [task.name for task in state.tasks if task.token]
        return [f"swap {one} {other}" for one, other in permutations(tokened, 2)]

    def enact(self, state: State, parts: list[str]) -> State:
        """Exchange the two tokens."""
        return _exchange(state, *parts[1:])


class MoveToken(JointDecision):
    """Mission 40: `propose move TASK TASK`, the first one's token to the second, which has none."""

    phases = ("choosing",)
    closed = "move-closed"

    def offers(self, state: State) -> Iterable[str]:
        """Every token to every task without one."""
        if MAY_MOVE not in state.mission.special or not _before_choosing(state):
            return []
        plain = [task.name for task in state.tasks if not task.token]
        return [f"move {task.name} {other}" for task in state.tasks if task.token for other in plain]

    def enact(self, state: State, parts: list[str]) -> State:
        """Move the token."""
        return _exchange(state, *parts[1:])


def _exchange(state: State, one: str, other: str) -> State:
    first, second = on_table(state.tasks, one), on_table(state.tasks, other)
    changed = put(state.tasks, first._replace(token=second.token), second._replace(token=first.token))
    return state.evolve(tasks=changed, tokens_changed=True)


def _before_choosing(state: State) -> bool:
    return not state.tokens_changed and len(untaken(state.tasks)) == len(state.tasks)
