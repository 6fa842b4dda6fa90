"""Random draws from the seed, by label (contract "Seeding").

    first                       the first player
    starting-tiles, advanced-tiles, market      the shuffles at the beginning
    gem/SITE/N                  the N-th gem placed or drawn at a site
    rest/SEAT/N                 the shuffle before a player's N-th rest

A gem is drawn by place and not by time: every dive at a site with the same bag draws the same gems, independently of
events elsewhere. So crews that race on one seed compare their decisions and not their luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..shuffle import Stream
from .gems import Counts, gem_at


@dataclass(frozen=True, slots=True)
class Chance:
    """All random draws of one game. Simulations and tests substitute their own."""

    seed: str

    def first(self, players: int) -> int:
        """The seat that begins."""
        return Stream("first", self.seed).below(players)

    def shuffled(self, label: str, pieces: Sequence[str]) -> tuple[str, ...]:
        """The pieces in the order that this shuffle gives them."""
        return tuple(Stream(label, self.seed).shuffle(pieces))

    def gem(self, bag: Counts, site: str, number: int) -> str:
        """The gem drawn as this number (from 1) at a site, from a bag that is not empty."""
        return gem_at(bag, Stream(f"gem/{site}/{number}", self.seed).below(sum(bag)))

    def rested(self, rest: Sequence[str], seat: int, number: int) -> tuple[str, ...]:
        """The pile of a player's rest, shuffled for this rest (from 1)."""
        return self.shuffled(f"rest/{seat}/{number}", rest)
