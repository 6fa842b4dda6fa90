"""A season of Mondays: its plan, its form, and the beats that announce its weeks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine

from logbook.challenges import tasks as challenges_tasks
from logbook.challenges.models.challenges import Challenge
from logbook.seasons import tasks as seasons_tasks

# The first Monday of the season; the series opens at 18:00 in Berlin, which is 17:00 UTC in winter.
MONDAY = datetime(2026, 11, 23, 17, tzinfo=UTC)

WEEK, DAY, HOUR = timedelta(days=7), timedelta(days=1), timedelta(hours=1)

PLAN: dict[str, Any] = {
    "title": "Monday club",
    "weekday": 0,
    "hour": 18,
    "minute": 0,
    "time_zone": "Europe/Berlin",
    "window_hours": 24 * 6,
    "game": "planet-nine",
    "rotation": [["1", "4"], ["deep-sea 3"]],
    "players": 3,
    "policy": "single",
    "max_attempts": 1,
    "playouts": 0,
    "announced_days": 3,
    "contribution_hours": 24,
}

GIVEN = {
    "title": "Monday club",
    "weekday": "0",
    "time": "18:00",
    "time_zone": "Europe/Berlin",
    "window_hours": "144",
    "game": "planet-nine",
    "rotation": "1; 4\ndeep-sea 3",
    "players": "3",
    "policy": "single",
    "difficulty": "any",
    "announced_days": "3",
    "contribution_hours": "24",
}


def beat(clock: time_machine.Traveller, at: datetime) -> list[str]:
    clock.move_to(at, tick=False)
    for _ in range(3):  # Simultaneous or repeated calls have the effect of one.
        seasons_tasks.announce_due_weeks.delay()
        challenges_tasks.open_and_close_due.delay()
    return list(Challenge.objects.order_by("opens_at").values_list("state", flat=True))
