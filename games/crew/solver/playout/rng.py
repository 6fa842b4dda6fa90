"""Chance for the kernel."""

from __future__ import annotations

from ..compiled import compiled

_MASK = 0x3FFFFFFFFFFFFFFF


@compiled
def next_random(chance: int) -> int:
    """The next of a sequence of random numbers (xorshift), 1 to 2^62 - 1."""
    chance ^= (chance << 13) & _MASK
    chance ^= chance >> 7
    chance ^= (chance << 17) & _MASK
    return chance & _MASK or 1
