"""The order of first attempts, as one number: the best one is lowest, and equal numbers share a place. Pure.

Won; won with the distress signal; lost, by the later turning point. Where the solver does not know the turning point,
tasks done decide, behind all attempts whose turning point is known. Races: points, then the margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

WON: Final = 0
WON_WITH_DISTRESS: Final = 1
LOST: Final = 1000
KNOWN: Final = 100
"""An attempt whose turning point is known is this much better than one without a task done."""
LOST_AT_ONCE: Final = LOST - KNOWN
"""The key of an attempt that was lost before the first trick; each trick of a later turning point is one better."""
RACE: Final = 1_000_000
WIDEST_MARGIN: Final = 500
GIVEN_UP: Final = RACE + WIDEST_MARGIN + 1
"""A race that was given up comes behind every finished one."""


def key_of_mission(*, won: bool, distress: bool, tasks_done: int) -> int:
    """Return the key of an attempt at a mission, before its turning point is known."""
    if won:
        return WON_WITH_DISTRESS if distress else WON
    return LOST - min(tasks_done, KNOWN - 1)


def key_of_race(scores: Sequence[int], seat: int) -> int:
    """Return the key of a race: the seat's points, then its margin over the best of the others."""
    margin = margin_of(scores, seat)
    bounded = max(-WIDEST_MARGIN, min(WIDEST_MARGIN, margin))
    return RACE - scores[seat] * 2 * WIDEST_MARGIN - bounded


def margin_of(scores: Sequence[int], seat: int) -> int:
    """Return by how many points the seat is ahead of the best of the others; negative behind."""
    return scores[seat] - max(points for other, points in enumerate(scores) if other != seat)
