"""Chance for the kernel."""

from __future__ import annotations

from ..compiled import compiled

_MASK = 0x3FFFFFFFFFFFFFFF
_FAR = 0x1E3779B97F4A7C15
"""A large odd number, so that neighbouring numbers start far apart."""


@compiled
def next_random(chance: int) -> int:
    """The next of a sequence of random numbers (xorshift), 1 to 2^62 - 1."""
    chance ^= (chance << 13) & _MASK
    chance ^= chance >> 7
    chance ^= (chance << 17) & _MASK
    return chance & _MASK or 1


@compiled
def start_of(chance: int, number: int) -> int:
    """The start of the sequence of this number; for each `chance`, sequences start far apart."""
    return next_random(next_random((chance + number * _FAR) & _MASK | 1))
