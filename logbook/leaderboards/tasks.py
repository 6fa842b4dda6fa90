"""Tasks of leaderboards: recompute results and ratings, and have bots rate the missions."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from logbook.challenges.services.quiet_preparation import is_quiet
from logbook.leaderboards.services import mission_ratings, results, strengths
from logbook.lib import queue
from logbook.tables.services import attempt_counts

UNCOUNTED_AFTER = timedelta(seconds=20)
STEPS_A_TASK = 20
"""Ratings of missions: a minute of work at most, so that a worker may stop soon."""


@shared_task
def recompute_results(table_id: int) -> None:
    """Count a table's attempts, and the standings of its challenge."""
    results.recompute_result(table_id=table_id)


@shared_task
def recompute_overlooked_results() -> None:
    """Count tables whose task was lost, and those whose attempts lack what they count for."""
    for table_id in attempt_counts.write_missing_counts():
        queue.send("leaderboards.recompute_results", table_id)
    for table_id in results.uncounted_tables(before=timezone.now() - UNCOUNTED_AFTER):
        queue.send("leaderboards.recompute_results", table_id)


@shared_task
def recompute_strengths() -> None:
    """Rebuild the ratings of all crews."""
    strengths.recompute_strengths()


@shared_task
def rate_missions() -> None:
    """Have bots play some rounds of the missions that they have not rated yet, while the site is quiet."""
    for _step in range(STEPS_A_TASK):
        if not is_quiet() or mission_ratings.rate_next() is None:
            return
