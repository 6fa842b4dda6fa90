"""Streaks of days. Pure.

A day counts as solved if either game's deal was. In any seven days one missed day is bridged, and shown as such. A day
without a deal neither counts nor breaks, and a day whose deal is still open breaks nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

BRIDGED_EVERY: Final = timedelta(days=7)
A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """The solved days in a row up to now, and the missed days among them that were bridged."""

    days: int = 0
    bridged: tuple[date, ...] = ()


def streak(solved: Collection[date], missing: Collection[date], today: date) -> Streak:
    """Return the streak that lasts today. `missing` are the days without a deal, or with one that is still open."""
    days, bridged, held = 0, list[date](), list[date]()
    day = today if today in solved else today - A_DAY
    first = min(solved, default=today)
    while day >= first:
        if day in solved:
            days, bridged, held = days + 1, bridged + held, []
        elif day not in missing:
            last = (bridged + held)[-1:]
            if last and last[0] - day < BRIDGED_EVERY:
                break
            held = [*held, day]
        day -= A_DAY
    return Streak(days, tuple(sorted(bridged)) if days else ())
