"""A dive: its divers, the gems drawn, and the players who may still act (rulebook, "Dive")."""

from __future__ import annotations

from typing import NamedTuple

from .gems import NO_GEMS, Counts, with_all


class Dive(NamedTuple):
    """A dive in progress. Seats in `rushers` and `asked` are in the order of their decisions.

    `divers` take part, leader first, then clockwise; those in `surfaced` had to come up, those in `held` play no
    more cards in this dive, and those in `passed` play none after the gems just drawn. `hazards` are the unanswered
    gems, in the order drawn. `points` are for cards played so far, by seat.
    """

    space: str
    leader: int
    points: tuple[int, ...]
    rush_distance: int
    rushers: tuple[int, ...] = ()
    divers: tuple[int, ...] = ()
    doubled: tuple[int, ...] = ()
    """Divers who had both boats at the tile when the dive began."""
    gems: tuple[str, ...] = ()
    counts: Counts = NO_GEMS
    hazards: tuple[str, ...] = ()
    asked: tuple[int, ...] = ()
    surfaced: frozenset[int] = frozenset()
    held: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()
    in_sail: bool = False
    """Whether the dive is part of a sail, which continues after it (Storm Ahead)."""

    @property
    def active(self) -> tuple[int, ...]:
        """The divers who are still down, leader first, then clockwise."""
        return tuple([seat for seat in self.divers if seat not in self.surfaced])

    @property
    def leader_is_down(self) -> bool:
        """Whether the leader has not had to surface."""
        return self.leader not in self.surfaced

    def draws(self, gems: tuple[str, ...]) -> Dive:
        """With these gems on the dive board; of each hazard's colour the first only warns (ruling 25)."""
        hazards = []
        counts = self.counts
        for gem in gems:
            counts = with_all(counts, (gem,))
            if gem in ("blue", "black") and counts[5 if gem == "blue" else 6] > 1:
                hazards.append(gem)
        return self._replace(
            gems=self.gems + gems, counts=counts, hazards=tuple(hazards), asked=self.active, passed=frozenset()
        )


class Pay(NamedTuple):
    """The pay of a dive to one of its divers."""

    seat: int
    cards: int
    gems: int
    leading: int
    bonus: int
    stayed: bool

    @property
    def total(self) -> int:
        """All points of the dive."""
        return self.cards + self.gems + self.leading + self.bonus


class FinishedDive(NamedTuple):
    """A finished dive, as all players saw it."""

    space: str
    tile: str
    leader: int
    gems: tuple[str, ...]
    pay: tuple[Pay, ...]
