"""The queue of the workers: services name a task, and never import one.

Every task may be lost, late or repeated without harm; the sweeps find work that a lost broker forgot.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from celery import Task, current_app
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.sentinel import MasterNotFoundError

from logbook.lib import activity

logger = logging.getLogger(__name__)


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
        logger.warning("%s%s could not be queued: %s", task, arguments, _reason(error))


def _reason(error: OperationalError) -> str:
    """Return the reason in one sentence: Sentinel's own error repeats all options of every connection."""
    is_without_master = isinstance(error.__cause__, MasterNotFoundError)
    return "no Sentinel names a living master" if is_without_master else str(error)


def task_by_name(name: str) -> Task[Any, Any]:
    """Return the task of a subject: `tables.play_bots` is `logbook.tables.tasks.play_bots`. Raises NotRegistered."""
    subject, _, function = name.partition(".")
    return current_app.tasks[f"logbook.{subject}.tasks.{function}"]
