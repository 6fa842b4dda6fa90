"""Ticks of an axis, and places on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final

MOST_TICKS: Final = 6
"""The number of round numbers aimed at; the values may need one or two more."""


def nice_ticks(values: Sequence[float]) -> list[float]:
    """Return round numbers, evenly spaced, that enclose all values."""
    if not values:
        return [0.0, 1.0]
    low, high = min(values), max(values)
    step = _nice_step((high - low) / (MOST_TICKS - 1)) if high > low else 1.0
    first, last = floor(low / step), ceil(high / step)
    if first == last:
        first, last = first - 1, last + 1
    return [round(n * step, 10) for n in range(first, last + 1)]


def _nice_step(least: float) -> float:
    power = 10.0 ** floor(log10(least))
    return power * next(factor for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def scaled(value: float, ticks: Sequence[float], start: float, end: float) -> float:
    """Return the place of a value between `start` and `end`, where the first and the last tick lie."""
    return round(start + (end - start) * (value - ticks[0]) / (ticks[-1] - ticks[0]), 1)
