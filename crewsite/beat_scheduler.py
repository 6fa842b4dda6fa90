"""When beat does what it does: at once after a start, and by a clock that may be put back."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any, Final

from celery.beat import PersistentScheduler
from celery.schedules import schedule

PUT_BACK: Final = 60.0
"""Seconds by which a clock that runs never goes back."""


class Scheduler(PersistentScheduler):
    """Celery's own, which would wait as long again after a start, and until the old time after a clock was put back.

    What is due every few seconds looks for what was lost, so it is done at once: beat may be killed again before its
    time has come.
    """

    def setup_schedule(self) -> None:
        """Begin with everything that is done again and again."""
        super().setup_schedule()
        self._seen = time.time()
        for entry in self.schedule.values():
            if isinstance(entry.schedule, schedule):
                entry.last_run_at = entry.default_now() - timedelta(seconds=entry.schedule.seconds)

    def tick(self, *arguments: Any, **named: Any) -> float:
        """One look at what is due; by the clock as it is now."""
        now = time.time()
        if now < self._seen - PUT_BACK:
            self._go_back()
        self._seen = now
        return float(super().tick(*arguments, **named))

    def _go_back(self) -> None:
        """What was done at a time that has not come was done now."""
        for entry in self.schedule.values():
            now = entry.default_now()
            entry.last_run_at = min(entry.last_run_at or now, now)
        self._heap = None
