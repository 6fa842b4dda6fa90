"""Tasks of leaderboards: recompute results and ratings."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from logbook.leaderboards.services import results, strengths
from logbook.lib import queue

UNCOUNTED_AFTER = timedelta(seconds=20)


@shared_task
def recompute_results(table_id: int) -> None:
    """Count a table's attempts, and the standings of its challenge."""
    results.recompute_result(table_id=table_id)


@shared_task
def recompute_overlooked_results() -> None:
    """Count tables whose task was lost."""
    for table_id in results.uncounted_tables(before=timezone.now() - UNCOUNTED_AFTER):
        queue.send("leaderboards.recompute_results", table_id)


@shared_task
def recompute_strengths() -> None:
    """Rebuild the ratings of all crews."""
    strengths.recompute_strengths()
