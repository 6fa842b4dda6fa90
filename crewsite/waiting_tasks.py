"""Tasks that wait while the database is away, or the site is in read-only mode, and are done after that."""

from __future__ import annotations

import inspect
import logging
import time
from typing import Any, ClassVar, Final

from celery import Task
from celery.exceptions import Ignore
from django.db import InterfaceError, OperationalError

from crewsite import worker_consumer
from crewsite.periodic_tasks import PERIODIC_TASKS
from logbook.lib import maintenance

AGAIN_SECONDS: Final = 5
MOST_TRIES: Final = 720
"""An hour of tries; sweeps find what is given up after that."""
SAID_EVERY: Final = 60.0
PERIODIC: Final = frozenset(entry["task"] for entry in PERIODIC_TASKS.values())
logger = logging.getLogger(__name__)


class WaitingTask(Task):  # type: ignore[type-arg]  # Generic only in its stubs.
    """The base of all tasks. One that beat queues does not wait: beat queues the next one."""

    autoretry_for = (OperationalError, InterfaceError)
    default_retry_delay = AGAIN_SECONDS
    max_retries = MOST_TRIES
    said_at: ClassVar[float] = -SAID_EVERY

    def before_start(self, task_id: str, args: Any, kwargs: Any) -> None:
        """Put the task off during maintenance. Raises Ignore for one of a newer version, which other workers do."""
        if self.request.is_eager:
            return
        if not self._takes(args, kwargs) and self.request.retries < worker_consumer.MOST_TRIES:
            worker_consumer.leave(self.name, args, kwargs, self.request.delivery_info, self.request.retries)
            raise Ignore
        if maintenance.is_read_only():
            raise self.retry()

    def _takes(self, args: Any, kwargs: Any) -> bool:
        try:
            inspect.signature(self.run).bind(*args, **kwargs)
        except TypeError:
            return False
        return True

    def retry(self, args: Any = None, kwargs: Any = None, exc: Any = None, *given: Any, **options: Any) -> Any:
        """Put the task off. In a request the error is raised again. Raises Ignore for a task that beat queues again."""
        if self.request.is_eager and exc is not None:
            raise exc
        self._say()
        if self.name in PERIODIC:
            raise Ignore
        return super().retry(args, kwargs, exc, *given, **options)

    def _say(self) -> None:
        now = time.monotonic()
        if now - WaitingTask.said_at >= SAID_EVERY:
            WaitingTask.said_at = now
            logger.warning("The database can’t be written now. Tasks wait until it can.")
