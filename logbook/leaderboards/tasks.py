"""Tasks of leaderboards: results and ratings are recomputed."""

from __future__ import annotations

from celery import shared_task

from logbook.leaderboards.services import results, strengths


@shared_task
def results_recompute(table_id: int) -> None:
    """Count a table's attempts again, and the standings of its challenge."""
    results.result_recompute(table_id=table_id)


@shared_task
def strengths_recompute() -> None:
    """Work out anew how strong crews are."""
    strengths.strengths_recompute()
