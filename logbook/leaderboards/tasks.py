"""Tasks of leaderboards: results and ratings are recomputed."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from logbook.leaderboards.services import results, strengths
from logbook.lib import queue

UNCOUNTED_AFTER = timedelta(seconds=20)


@shared_task
def results_recompute(table_id: int) -> None:
    """Count a table's attempts again, and the standings of its challenge."""
    results.result_recompute(table_id=table_id)


@shared_task
def results_sweep() -> None:
    """Count what a lost task left uncounted."""
    for table_id in results.tables_uncounted(before=timezone.now() - UNCOUNTED_AFTER):
        queue.send("leaderboards.results_recompute", table_id)


@shared_task
def strengths_recompute() -> None:
    """Work out anew how strong crews are."""
    strengths.strengths_recompute()
