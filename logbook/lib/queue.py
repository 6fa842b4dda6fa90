"""The queue of the workers: services name a task, and never import one.

Every task may be lost, late or repeated without harm; the sweeps find work that a lost broker forgot.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from celery import Task, current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError
from kombu.transport.redis import Channel
from redis.exceptions import RedisError
from redis.sentinel import MasterNotFoundError

from logbook.lib import activity
from logbook.lib.redis_clients import broker_address, client

logger = logging.getLogger(__name__)

WITHOUT_MASTER: Final = "no Sentinel names a living master"


def later(task: str, *arguments: object, countdown: float = 0, **params: Any) -> None:
    """Queue a task once the transaction is committed: `later("tables.play_bots", 17, 3)`. `countdown` in seconds."""
    transaction.on_commit(partial(send, task, *arguments, countdown=countdown, **params))


def send(
    task: str,
    *arguments: object,
    countdown: float = 0,
    priority: int | None = None,
    name: str | None = None,
    **params: object,
) -> None:
    """Queue a task now, with another priority (0 comes first) or in the queue of another name than its route's.

    Without a broker it is logged, and left to the sweeps.
    """
    chosen = {"priority": priority, "queue": name}
    options: dict[str, Any] = {key: value for key, value in chosen.items() if value is not None}
    activity.note()
    try:
        task_by_name(task).apply_async(arguments, params, countdown=countdown, **options)
    except OperationalError as error:
        logger.warning("%s%s could not be queued: %s", task, arguments, reason_of(error))


def reason_of(error: OperationalError) -> str:
    """Return the reason in one sentence: Sentinel's own error repeats all options of every connection."""
    return WITHOUT_MASTER if is_without_master(error) else str(error)


def is_without_master(error: Exception) -> bool:
    """Return whether no Sentinel knows where Redis can be written."""
    return isinstance(error, MasterNotFoundError) or isinstance(error.__cause__, MasterNotFoundError)


def waiting(names: Iterable[str]) -> dict[str, int]:
    """Return how many tasks wait in each of these queues. Raises RedisError and OSError.

    The broker keeps one list for each priority of a queue; the first priority has the queue's own name.
    """
    with client(broker_address(), socket_connect_timeout=1, socket_timeout=1) as redis:
        return {name: sum(int(redis.llen(part)) for part in _lists_of(name)) for name in names}


def _lists_of(name: str) -> list[str]:
    return [f"{name}{Channel.sep}{priority}" if priority else name for priority in Channel.priority_steps]


def is_empty(name: str) -> bool:
    """Return whether no task waits in this queue: its workers are idle, or about to be. False where Redis is away."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return True
    try:
        return not waiting([name])[name]
    except (RedisError, OSError):
        return False


def task_by_name(name: str) -> Task[Any, Any]:
    """Return the task of a subject: `tables.play_bots` is `logbook.tables.tasks.play_bots`. Raises NotRegistered."""
    subject, _, function = name.partition(".")
    return current_app.tasks[f"logbook.{subject}.tasks.{function}"]
