"""The answer that an engine gives for a puzzle."""

from __future__ import annotations

from typing import Final, NamedTuple

SEARCH: Final = "search"
SAT: Final = "sat"
WON, LOST, UNKNOWN = "won", "lost", "unknown"


class Answer(NamedTuple):
    """An engine's answer. `cards` are the places in the deck of the cards played from the position on."""

    status: str
    cards: tuple[int, ...] = ()
    nodes: int = 0
    conflicts: int = 0
