"""Tasks of campaigns: online attempts are logged, and logbooks ranked."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from logbook.campaigns.services import auto_log, standings
from logbook.lib import queue

UNLOGGED_AFTER = timedelta(seconds=20)


@shared_task
def log_attempt(attempt_id: int) -> None:
    """Log a finished attempt in its crew's campaign."""
    auto_log.log_attempt(attempt_id=attempt_id)


@shared_task
def log_overlooked_attempts() -> None:
    """Log the attempts whose task was lost."""
    for attempt_id in auto_log.unlogged_attempts(before=timezone.now() - UNLOGGED_AFTER):
        queue.send("campaigns.log_attempt", attempt_id)


@shared_task
def recompute_standing(campaign_id: int) -> None:
    """Rank a changed logbook."""
    standings.recompute_standings([campaign_id])


@shared_task
def recompute_overlooked_standings() -> None:
    """Rank the logbooks whose task was lost."""
    for campaign_id in standings.changed_campaigns():
        queue.send("campaigns.recompute_standing", campaign_id)
    standings.decide_undecided()
