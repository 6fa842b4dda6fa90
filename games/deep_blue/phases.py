"""The interface of a phase. The phases themselves are in the modules of their subjects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .state import State

Reason = tuple[str, dict[str, object]]
"""The code of a sentence and its params, without the seat to which it is addressed."""


class Phase:
    """A phase of the game: the seats for which the table waits, their legal actions, and the effects."""

    verbs: tuple[str, ...] = ()
    """The first words of this phase's actions."""

    def waiting_on(self, state: State) -> Iterable[int]:
        """The seats for which the table waits."""
        return ()

    def legal(self, state: State, seat: int) -> list[str]:
        """The texts of all that this seat may do, in any order."""
        return []

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """The state after a legal action of the seat."""
        raise AssertionError(f"{type(self).__name__} allows nothing, yet was told {parts}")

    def enter(self, state: State) -> State:
        """The state after all that follows from reaching this phase without a choice."""
        return state

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        """Return why this is not legal, if the phase knows better than "not now"."""
        return None


class Over(Phase):
    """The game has ended."""
