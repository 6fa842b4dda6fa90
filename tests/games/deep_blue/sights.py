"""How one sees, in a game that is played, that a ruling has come up: at which action, and in what way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import games
from games.deep_blue.dive import FinishedDive
from games.deep_blue.state import State


class Step(NamedTuple):
    """One action of a game: the states around it and at the beginning, who acts, and the words of the action."""

    start: State
    before: State
    after: State
    seat: int
    words: list[str]

    @property
    def verb(self) -> str:
        return self.words[0]

    @property
    def dived(self) -> FinishedDive | None:
        """The dive that this action ended."""
        return self.after.last_dive if self.after.last_dive is not self.before.last_dive else None

    @property
    def boat(self) -> int:
        """Which boat is moved or rushes, from 0."""
        return int(self.words[1]) - 1

    def boats(self, space: str) -> list[tuple[int, int]]:
        """All boats, as seat and number, that lay at a space before."""
        return [(seat, boat) for seat in self.before.people for boat in self.before.fleets[seat].boats_at(space)]


Sight = Callable[[Step], bool]
SIGHTS: dict[int, tuple[str, Sight]] = {}


def ruling(number: int, text: str) -> Callable[[Sight], Sight]:
    def kept(sight: Sight) -> Sight:
        SIGHTS[number] = text, sight
        return sight

    return kept


def steps_of(end: State) -> Iterator[Step]:
    """The actions that lead to a state, each with the states around it."""
    start = state = games.deal(end.setup)
    for action in end.log:
        after = state.apply(action)
        yield Step(start, state, after, action.seat, action.text.split())  # type: ignore[arg-type]
        state = after


def seen_in(end: State, numbers: Iterable[int]) -> dict[int, int]:
    """The rulings of these that come up, each with the number of the first action in which it does."""
    sought, found = set(numbers), {}
    for number, step in enumerate(steps_of(end), 1):
        for ruling_ in [ruling_ for ruling_ in sought if SIGHTS[ruling_][1](step)]:
            found[ruling_] = number
            sought.remove(ruling_)
    return found
