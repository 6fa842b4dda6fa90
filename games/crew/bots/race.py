"""A race of choices over sampled worlds: which ones are still in question?

It is a race in the manner of Maron and Moore's Hoeffding races (1993), with paired differences in place of bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Final

_CERTAIN: Final = 2.5
"""A choice is out once it is so many standard errors behind the best."""
_NEGLIGIBLE: Final = 0.01
"""A choice whose difference from the best is known to this standard error is out if it is not better."""


def is_behind(best: Sequence[float], mine: Sequence[float]) -> bool:
    """Return whether a choice with these values is clearly worse than the best in the same worlds, or exactly equal.

    At least two worlds; the best has the highest mean of all choices.
    """
    differences = [one - other for one, other in zip(best, mine, strict=True)]
    number = len(differences)
    mean = fsum(differences) / number
    variance = fsum((one - mean) ** 2 for one in differences) / (number - 1)
    error = (variance / number) ** 0.5
    return bool(mean > _CERTAIN * error or error <= _NEGLIGIBLE)
