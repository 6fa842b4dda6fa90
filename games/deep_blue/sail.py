"""A sail under way (rulebook, "Sail")."""

from __future__ import annotations

from typing import NamedTuple


class Sail(NamedTuple):
    """A sail under way: steps still to go, which boats have moved, and which of those have not yet arrived.

    `resolving` is the site of a tile just revealed, whose boats find their spots before anything else.
    """

    steps: int
    moved: tuple[int, ...] = ()
    arriving: tuple[int, ...] = ()
    resolving: str = ""
