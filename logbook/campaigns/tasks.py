"""Tasks of campaigns: online attempts are logged."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from logbook.campaigns.services import auto_log
from logbook.lib import queue

UNLOGGED_AFTER = timedelta(seconds=20)


@shared_task
def attempt_log(attempt_id: int) -> None:
    """Log a finished attempt in its crew's campaign."""
    auto_log.attempt_log(attempt_id=attempt_id)


@shared_task
def logbooks_sweep() -> None:
    """Log the attempts whose task was lost."""
    for attempt_id in auto_log.attempts_not_logged(before=timezone.now() - UNLOGGED_AFTER):
        queue.send("campaigns.attempt_log", attempt_id)
