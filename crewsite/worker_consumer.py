"""The part of a worker that receives tasks (`worker_consumer`).

During an upgrade a web process may be newer than a worker. A worker that does not know a task, or one of its arguments,
says so in its log and leaves the task to other workers.
"""

from __future__ import annotations

import logging
import time
from typing import Any, Final

from celery import Task
from celery.worker import consumer
from kombu.exceptions import OperationalError

AGAIN_SECONDS: Final = 1.0
MOST_PASSES: Final = 3600
"""The worker gives a task up after about an hour without a newer worker; a sweep then finds its work."""
PASSES: Final = "passes"
"""The header that counts how often a task was left to others."""
LAST_PRIORITY: Final = 9
"""The lowest priority: a task that comes back every second delays no other."""
SAID_EVERY: Final = 60.0

logger = logging.getLogger(__name__)
_said_at: dict[str, float] = {}


class Consumer(consumer.Consumer):
    """Celery's consumer, for upgrades on several machines and brokers that fail and recover."""

    connection_errors: tuple[type[Exception], ...]
    connection: Any

    def on_unknown_task(self, body: Any, message: Any, exc: Exception) -> None:
        """Leave the task to others a moment later; after many passes Celery drops it, and logs what it held."""
        if _passes_of(message.headers) >= MOST_PASSES:
            super().on_unknown_task(body, message, exc)
            return
        _say(message.headers["task"])
        self._leave_soon(message)

    def _leave_soon(self, message: Any) -> None:
        self.timer.call_after(AGAIN_SECONDS, self.call_soon, (self._leave, message))

    def _leave(self, message: Any) -> None:
        """Queue the task again, then take it off: a worker that dies between the two doubles it and loses nothing."""
        headers = {**message.headers, PASSES: _passes_of(message.headers) + 1}
        try:
            with self.app.producer_or_acquire() as producer:
                producer.publish(
                    message.payload,
                    routing_key=message.delivery_info["routing_key"],
                    serializer="json",
                    headers=headers,
                    priority=LAST_PRIORITY,
                    correlation_id=message.headers["id"],
                )
        except OperationalError:
            self._leave_soon(message)
        else:
            message.ack_log_error(logger, self.connection_errors)

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Close what is left of the connection; the worker connects again."""
        close = self.connection.close

        def close_what_is_left() -> None:
            try:
                close()
            except AttributeError:
                # Kombu returns tasks over a connection that it has closed; this error would end the worker. The broker
                # gives them out again after `visibility_timeout`, or a sweep finds their work.
                logger.warning("This worker can’t return its tasks to the broker. They run later.")

        self.connection.close = close_what_is_left
        super().on_connection_error_after_connected(exc)


def _passes_of(headers: Any) -> int:
    return int(headers.get(PASSES) or 0)


def leave(task: Task[Any, Any], arguments: Any, named: Any) -> None:
    """Leave a task that has an unknown argument to other workers. Raises kombu's OperationalError."""
    _say(task.name)
    request = task.request
    task.app.send_task(
        task.name,
        arguments,
        named,
        countdown=AGAIN_SECONDS,
        expires=request.expires,
        headers={PASSES: _passes_of(request) + 1},
        priority=LAST_PRIORITY,
        queue=(request.delivery_info or {}).get("routing_key"),
        retries=request.retries,
    )


def may_be_left(task: Task[Any, Any]) -> bool:
    """Return whether other workers may still come that know the task."""
    return _passes_of(task.request) < MOST_PASSES


def _say(name: str) -> None:
    now = time.monotonic()
    if now - _said_at.get(name, -SAID_EVERY) >= SAID_EVERY:
        _said_at[name] = now
        logger.warning("The task %s is of a newer version: this worker leaves it to the workers of that version.", name)
