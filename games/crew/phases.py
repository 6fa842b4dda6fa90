"""The interface of a phase of a round. The phases themselves stand with their subjects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, NamedTuple

if TYPE_CHECKING:
    from .state import State


Reason = tuple[str, dict[str, object]]
"""The code of a sentence and its params, without the seat to which it is addressed."""


class Step(NamedTuple):
    """An item of the agenda: a phase, and for a poll its question."""

    phase: str
    question: str = ""


class Phase:
    """A moment of a round of one kind: who is waited for, what they may do, and what it does."""

    shares_freely: ClassVar[bool] = False
    """Whether every player may propose who takes which task, not only those for whom the table waits."""

    def enter(self, state: State, step: Step) -> State:
        """The state at the beginning of the phase that the agenda has reached."""
        return state

    def waiting_on(self, state: State) -> Iterable[int]:
        """The seats (the robot's included) for which the table waits."""
        return ()

    def legal(self, state: State, seat: int) -> list[str]:
        """The texts of all that this seat of a person may do, in any order."""
        return []

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """The state after a legal action of the seat; its words come without "robot"."""
        raise AssertionError(f"{type(self).__name__} allows nothing, yet was told {parts}")

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        """Return why this is not legal: a sentence's code and params; None for the general reasons."""
        return None


class Over(Phase):
    """The mission is decided."""
