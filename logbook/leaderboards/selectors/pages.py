"""Pages of leaderboards: the cursor between two rows, and who leads.

A page is defined by the row before it, never by an offset, so that its address goes on showing the rows after that one
while the board grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

PAGE: Final = 25
NAMED: Final = 3
"""The most leaders that are named."""


class Cursor(NamedTuple):
    """A position between two rows of a board: the ranked figure (less is better), and the key of the row's owner."""

    sort_key: int
    owner: int

    def __str__(self) -> str:
        return f"{self.sort_key}.{self.owner}"


class Ranked(Protocol):
    """A row of any board."""

    @property
    def rank(self) -> int | None: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Leaders:
    """The leaders of a board: the names of those in first place, up to three, and whether there are more."""

    names: tuple[str, ...]
    more: bool

    @classmethod
    def of(cls, entries: Sequence[Ranked], before: Cursor | None) -> Leaders | None:
        """Return the leaders on a board's first page; None on the other pages, and where no row has a rank."""
        first = tuple(entry.name for entry in entries if entry.rank == 1) if before is None else ()
        return cls(first[:NAMED], len(first) > NAMED) if first else None
