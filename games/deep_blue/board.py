"""The map: spaces joined by routes, one step each (rulebook, "Sail")."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

PORT, SITE, BUOY = "port", "site", "buoy"
STARTING, ADVANCED = "starting", "advanced"
ROUND_TRIP = 2
"""Steps of a boat that leaves a space and returns to it."""


@dataclass(frozen=True, slots=True)
class Space:
    """A place for boats. `x` and `y` are for drawing: percent of the board from its top left."""

    id: str
    kind: str
    tier: str
    x: float
    y: float


@dataclass(frozen=True)
class Board:
    """Spaces by their ids, and the routes between them."""

    spaces: Mapping[str, Space]
    routes: tuple[tuple[str, str], ...]
    _moves: dict[tuple[int, str, int], tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def sites(self) -> tuple[str, ...]:
        """The dive sites by id, starting ones first: the order in which tiles are laid out on them."""
        sites = [space for space in self.spaces.values() if space.kind == SITE]
        return tuple(space.id for space in sorted(sites, key=lambda space: (space.tier != STARTING, space.id)))

    @cached_property
    def port(self) -> str:
        """The site where all boats begin."""
        return next(space.id for space in self.spaces.values() if space.kind == PORT)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces one step from each, by id."""
        joined: dict[str, set[str]] = {space: set() for space in self.spaces}
        for one, other in self.routes:
            joined[one].add(other)
            joined[other].add(one)
        return {space: tuple(sorted(nearby)) for space, nearby in joined.items()}

    @cached_property
    def steps(self) -> Mapping[str, Mapping[str, int]]:
        """The fewest steps from each space to each that can be reached."""
        return {space: _steps_from(space, self.neighbours) for space in self.spaces}

    def within(self, space: str, steps: int) -> tuple[str, ...]:
        """The spaces, by id, that a boat can reach with at most this many steps.

        From two steps on its own space is one of them: out and back again (ruling 5).
        """
        return tuple(sorted(other for other in self.spaces if self.cost(space, other) <= steps))

    def moves(self, number: int, space: str, steps: int) -> tuple[str, ...]:
        """The texts of all actions of the boat of this number from a space with this many steps."""
        options = self._moves.get((number, space, steps))
        if options is None:
            texts = (f"move {number} {other}" for other in self.within(space, steps))
            options = self._moves[number, space, steps] = tuple(texts)
        return options

    def cost(self, start: str, end: str) -> int:
        """The steps that sailing from one space to the other takes."""
        return ROUND_TRIP if start == end else self.steps[start][end]


def _steps_from(start: str, neighbours: Mapping[str, Iterable[str]]) -> dict[str, int]:
    reached = {start: 0}
    waiting = deque([start])
    while waiting:
        space = waiting.popleft()
        for other in neighbours[space]:
            if other not in reached:
                reached[other] = reached[space] + 1
                waiting.append(other)
    return reached
