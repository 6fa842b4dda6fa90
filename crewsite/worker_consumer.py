"""The part of a worker that receives tasks (`worker_consumer`).

During an upgrade a web process may be newer than a worker. A worker that does not know a task, or one of its arguments,
says so in its log and leaves the task to other workers.
"""

from __future__ import annotations

import logging
import time
from typing import Any, Final

from celery import Celery, current_app
from celery.worker import consumer
from kombu.exceptions import OperationalError

AGAIN_SECONDS: Final = 1.0
MOST_TRIES: Final = 3600
"""An hour of a worker that is alone with the task; sweeps find what is given up after that."""
LAST_PRIORITY: Final = 9
"""Behind all others: they do not wait for a task that may come back a thousand times."""
SAID_EVERY: Final = 60.0

logger = logging.getLogger(__name__)
_said_at: dict[str, float] = {}


class Consumer(consumer.Consumer):
    """Celery's consumer, for an upgrade on several machines and a broker that comes and goes."""

    connection_errors: tuple[type[Exception], ...]

    def on_unknown_task(self, body: Any, message: Any, exc: Exception) -> None:
        """Leave the task to others a moment later; at the last try Celery drops it, and logs what it held."""
        if _tries_of(message) >= MOST_TRIES:
            super().on_unknown_task(body, message, exc)
            return
        _say(message.headers["task"])
        self.timer.call_after(AGAIN_SECONDS, self.call_soon, (self._leave, message))

    def _leave(self, message: Any) -> None:
        """Queue the task again, then take it off: a worker that dies between the two doubles it and loses nothing."""
        arguments, named, _embedded = message.payload
        name, delivery = message.headers["task"], message.delivery_info
        try:
            _queue_again(self.app, name, arguments, named, delivery, tries=_tries_of(message))
        except OperationalError:
            return  # The broker is away, and gives the task out again when it is back.
        message.ack_log_error(logger, self.connection_errors)

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Close what is left of the connection; the worker connects again."""
        try:
            super().on_connection_error_after_connected(exc)
        except AttributeError:
            # Kombu gives tasks back over a connection that it has closed already, which would end the worker. They come
            # back by themselves after `visibility_timeout`, or the sweeps find their work.
            logger.warning("Tasks of this worker could not be given back to the broker. They are done later.")


def _tries_of(message: Any) -> int:
    return int(message.headers.get("retries") or 0)


def leave(name: str, arguments: Any, named: Any, delivery: Any, tries: int) -> None:
    """Leave a task that has an unknown argument to other workers. Raises kombu's OperationalError."""
    _say(name)
    _queue_again(current_app, name, arguments, named, delivery, tries=tries, countdown=AGAIN_SECONDS)


def _queue_again(
    app: Celery, name: str, arguments: Any, named: Any, delivery: Any, *, tries: int, countdown: float = 0
) -> None:
    queue = (delivery or {}).get("routing_key")
    app.send_task(name, arguments, named, countdown=countdown, queue=queue, priority=LAST_PRIORITY, retries=tries + 1)


def _say(name: str) -> None:
    now = time.monotonic()
    if now - _said_at.get(name, -SAID_EVERY) >= SAID_EVERY:
        _said_at[name] = now
        logger.warning("The task %s is of a newer version: this worker leaves it to the workers of that version.", name)
