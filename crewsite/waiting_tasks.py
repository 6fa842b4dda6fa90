"""Tasks that wait while the database is away, or the site is in read-only mode, and are done after that."""

from __future__ import annotations

import inspect
import logging
import time
from typing import Any, ClassVar, Final, NoReturn

from celery import Task
from celery.exceptions import Ignore, Reject
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerAway

from crewsite import worker_consumer
from crewsite.periodic_tasks import PERIODIC_TASKS
from logbook.lib import maintenance

AGAIN_SECONDS: Final = 5
MOST_TRIES: Final = 720
"""An hour of tries; sweeps find what is given up after that."""
SAID_EVERY: Final = 60.0
FREQUENT: Final = frozenset(entry["task"] for entry in PERIODIC_TASKS.values() if isinstance(entry["schedule"], float))
"""Periodic tasks that run again within an hour. Nightly ones wait like all others."""
logger = logging.getLogger(__name__)


class WaitingTask(Task):  # type: ignore[type-arg]  # Generic only in its stubs.
    """The base of all tasks. A frequent periodic task does not wait: beat queues the next one."""

    autoretry_for = (OperationalError, InterfaceError)
    default_retry_delay = AGAIN_SECONDS
    max_retries = MOST_TRIES
    said_at: ClassVar[float] = -SAID_EVERY

    def before_start(self, task_id: str, args: Any, kwargs: Any) -> None:
        """Put the task off during maintenance. Raises Ignore for a task of a newer version: newer workers run it."""
        if self.request.is_eager:
            return
        if not self._takes(args, kwargs) and worker_consumer.may_be_left(self):
            self._leave(args, kwargs)
        if maintenance.is_read_only():
            raise self.retry()

    def _leave(self, args: Any, kwargs: Any) -> NoReturn:
        try:
            worker_consumer.leave(self, args, kwargs)
        except BrokerAway as error:
            raise Reject(error, requeue=True) from None
        raise Ignore

    def _takes(self, args: Any, kwargs: Any) -> bool:
        try:
            inspect.signature(self.run).bind(*args, **kwargs)
        except TypeError:
            return False
        return True

    def retry(self, args: Any = None, kwargs: Any = None, exc: Any = None, *given: Any, **options: Any) -> Any:
        """Put the task off. In a request its error is raised again.

        Raises Ignore for a frequent periodic task, and Reject for one that the broker has to give out again.
        """
        if self.request.is_eager and exc is not None:
            raise exc
        self._say()
        if self.name in FREQUENT:
            raise Ignore
        try:
            return super().retry(args, kwargs, exc, *given, **options)
        except Reject as error:
            reason = error.args[0]
            if not isinstance(reason, BrokerAway):
                raise
            raise Reject(reason, requeue=True) from None  # The broker is unreachable, too: Celery would give it up.

    def _say(self) -> None:
        now = time.monotonic()
        if now - WaitingTask.said_at >= SAID_EVERY:
            WaitingTask.said_at = now
            logger.warning("The database accepts no writes now. Tasks wait until it does.")
