"""Tasks of leaderboards: results and ratings are recomputed."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from logbook.leaderboards.services import results, strengths
from logbook.lib import queue

UNCOUNTED_AFTER = timedelta(seconds=20)


@shared_task
def recompute_results(table_id: int) -> None:
    """Count a table's attempts again, and the standings of its challenge."""
    results.recompute_result(table_id=table_id)


@shared_task
def recompute_overlooked_results() -> None:
    """Count what a lost task left uncounted."""
    for table_id in results.uncounted_tables(before=timezone.now() - UNCOUNTED_AFTER):
        queue.send("leaderboards.recompute_results", table_id)


@shared_task
def recompute_strengths() -> None:
    """Work out anew how strong crews are."""
    strengths.recompute_strengths()
