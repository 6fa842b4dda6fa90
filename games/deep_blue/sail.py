"""A sail under way (rulebook, "Sail")."""

from __future__ import annotations

from typing import NamedTuple


class Sail(NamedTuple):
    """A sail in progress: steps left, which boats have moved, and which of those have not arrived yet.

    `resolving` is the site of a tile just revealed, whose boats choose their spots first.
    """

    steps: int
    moved: tuple[int, ...] = ()
    arriving: tuple[int, ...] = ()
    resolving: str = ""
