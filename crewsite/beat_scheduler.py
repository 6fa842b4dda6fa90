"""Beat's scheduler: it runs every periodic task at once after a start, and tolerates a clock that is set back.

Sweeps run seldom while the site is quiet. Of several beats one queues, the others wait.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any, Final

from celery.beat import PersistentScheduler, SchedulingError
from celery.schedules import crontab, schedule
from kombu.exceptions import OperationalError

from crewsite.beat_lease import BeatLease
from crewsite.periodic_tasks import SWEEPS
from logbook.lib import activity, queue

logger = logging.getLogger(__name__)

ASKED_SECONDS: Final = 20.0
"""Beat asks once in so many seconds whether the site is quiet."""
PUT_BACK: Final = 60.0
"""The seconds by which a running clock never goes back."""
WAITS_SECONDS: Final = 2.0
"""Seconds between the looks of a waiting beat whether the other one has stopped."""
TAKES_OVER: Final = timedelta(minutes=2)
"""The longest time from a beat's last task to the first one of the beat that takes over, with room to spare."""


class Scheduler(PersistentScheduler):
    """Celery's scheduler, without its waits: a whole period after a start, and the lost time after a clock is set back.

    Frequent tasks look for lost work, so they run at once: beat may be killed again before their time has come.
    """

    def setup_schedule(self) -> None:
        """Make every interval task due."""
        super().setup_schedule()
        self._swept: dict[str, float] = {}
        self._asked_at, self._quiet = 0.0, False
        self._written_at = -float(self.sync_every)
        self._seen, self._lease = time.time(), BeatLease()
        for entry in self.schedule.values():
            if isinstance(entry.schedule, schedule):
                entry.last_run_at = entry.default_now() - timedelta(seconds=entry.schedule.seconds)

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Queue a task that is due; a sweep only where it can find something, and every ten minutes at least."""
        now = time.time()
        since = now - self._swept.get(entry.name, 0.0)
        if entry.name in SWEEPS and self._is_quiet(now) and 0 <= since < activity.QUIET_SECONDS:
            return
        if self._queue(entry, producer) and entry.name in SWEEPS:
            self._swept[entry.name] = now

    def _queue(self, entry: Any, producer: Any) -> bool:
        """Queue a task; return whether the broker took it."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            reason = error.__context__
            if isinstance(reason, OperationalError):
                logger.warning("%s could not be queued: %s", entry.task, queue.reason_of(reason))
            else:
                logger.exception("%s could not be queued", entry.task)
            return False
        return True

    def _is_quiet(self, now: float) -> bool:
        """Return whether the site is quiet, as it was asked some seconds ago at most."""
        if not 0 <= now - self._asked_at < ASKED_SECONDS:
            self._asked_at, self._quiet = now, activity.is_quiet()
        return self._quiet

    def tick(self, *arguments: Any, **named: Any) -> float:
        """Run due tasks by the current clock, unless another beat does. Returns the seconds until the next look."""
        if not self._lease.is_held():
            if self._lease.is_of_another:
                self._leave_to_the_other()
            return WAITS_SECONDS
        now = time.time()
        if now < self._seen - PUT_BACK:
            self._go_back()
        self._seen = now
        return float(super().tick(*arguments, **named))

    def _leave_to_the_other(self) -> None:
        """Count nightly tasks as run, except those of the last moments: the other beat may have stopped before them.

        The file follows every few minutes, so that a beat that is killed while it waits repeats nothing either.
        """
        for entry in self.schedule.values():
            if isinstance(entry.schedule, crontab):
                since = entry.default_now() - TAKES_OVER
                entry.last_run_at = max(entry.last_run_at or since, since)
        if time.monotonic() - self._written_at >= self.sync_every:
            self._written_at = time.monotonic()
            self.sync()

    def _go_back(self) -> None:
        """Set runs in the future to now."""
        for entry in self.schedule.values():
            now = entry.default_now()
            entry.last_run_at = min(entry.last_run_at or now, now)
        self._heap = None

    def close(self) -> None:
        """Store the schedule, and free the lease."""
        super().close()
        self._lease.release()
