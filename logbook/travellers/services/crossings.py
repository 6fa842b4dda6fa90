"""Crossings: the positions of a deal that more than one line went through, and how these lines went on. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from logbook.travellers.models import END

EXAMPLES: Final = 12
"""The attempts that are named for one move."""
_START: Final = 0
_SEVERAL: Final = None


class Line(NamedTuple):
    """A line of the deal: its moves as `[step, seat, text]`, its positions before the first and after each of them."""

    attempt: int
    won: bool
    moves: list[tuple[int, int, str]]
    positions: tuple[int, ...]


@dataclass(slots=True)
class Onward:
    """The lines that went on with a move, those of them that won, and the position to which the way leads."""

    lines: int = 0
    won: int = 0
    attempts: list[int] = field(default_factory=list)
    to: int | None = None
    chain: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Crossing:
    """A position that more than one line went through; `came_from` is the one before, if all came the same way."""

    lines: int = 0
    won: int = 0
    came_from: int | None = _START
    branches: dict[str, Onward] = field(default_factory=dict)

    @property
    def is_start(self) -> bool:
        """True for the fresh deal."""
        return self.came_from == _START

    @property
    def is_parting(self) -> bool:
        """True where lines part, meet, begin or end."""
        goes_on = len(self.branches) == 1 and END not in self.branches
        return self.came_from in (_START, _SEVERAL) or not goes_on

    def add(self, line: Line, move: str, came_from: int) -> None:
        """Add a line that went on with this move."""
        self.came_from = came_from if not self.lines or self.came_from == came_from else _SEVERAL
        self.lines, self.won = self.lines + 1, self.won + line.won
        branch = self.branches.setdefault(move, Onward())
        branch.lines, branch.won = branch.lines + 1, branch.won + line.won
        if len(branch.attempts) < EXAMPLES:
            branch.attempts.append(line.attempt)


def crossings_of(lines: Callable[[], Iterable[Line]]) -> dict[int, Crossing]:
    """Return the crossings by their positions' numbers. The lines are read three times, and not kept."""
    visits = Counter(number for line in lines() for number in line.positions)
    crossings = {number: Crossing() for number, count in visits.items() if count > 1}
    del visits
    for line in lines():
        _count(line, crossings)
    for line in lines():
        _lead(line, crossings)
    return crossings


def _count(line: Line, crossings: dict[int, Crossing]) -> None:
    moves, came_from = _moves(line), _START
    for number, move in zip(line.positions, moves, strict=False):
        if number in crossings:
            crossings[number].add(line, move, came_from)
        came_from = number


def _lead(line: Line, crossings: dict[int, Crossing]) -> None:
    """Enter where each branch on the line's way leads."""
    moves = _moves(line)
    places = [place for place, number in enumerate(line.positions) if number in crossings]
    partings = [place for place in places if crossings[line.positions[place]].is_parting]
    for place, parting in _with_next(places, partings):
        branch = crossings[line.positions[place]].branches[moves[place]]
        if branch.to is None:
            branch.to = line.positions[parting]
            if crossings[line.positions[place]].is_parting:
                branch.chain = moves[place + 1 : parting]


def _with_next(places: Collection[int], partings: Collection[int]) -> Iterable[tuple[int, int]]:
    """Yield each place with the parting that comes next after it, as far as there is one."""
    waiting: list[int] = []
    ahead = set(partings)
    for place in places:
        if place in ahead:
            yield from ((one, place) for one in waiting)
            waiting.clear()
        waiting.append(place)


def _moves(line: Line) -> list[str]:
    """Return the move from each position, written `SEAT TEXT`; the last one is the end."""
    return [*(f"{seat} {text}" for _step, seat, text in line.moves), END]
