"""Chance for the kernel."""

from __future__ import annotations

from ..compiled import compiled

_MASK = 0x3FFFFFFFFFFFFFFF
_FAR = 0x1E3779B97F4A7C15
"""An odd number of which no small multiples are close (the golden ratio's digits)."""


@compiled
def next_random(chance: int) -> int:
    """The next of a sequence of random numbers (xorshift), 1 to 2^62 - 1."""
    chance ^= (chance << 13) & _MASK
    chance ^= chance >> 7
    chance ^= (chance << 17) & _MASK
    return chance & _MASK or 1


@compiled
def start_of(chance: int, number: int) -> int:
    """The start of the sequence of this number: sequences of one `chance` have nothing in common."""
    return next_random(next_random((chance + number * _FAR) & _MASK | 1))
