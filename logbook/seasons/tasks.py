"""Tasks of seasons: weeks are announced, scores and standings recomputed."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from logbook.campaigns.tasks import UNCOUNTED_AFTER
from logbook.leaderboards.services import results
from logbook.lib import queue
from logbook.seasons.services import series, standings


@shared_task
def merits_recompute(challenge_id: int) -> None:
    """Write the duplicate scores of a challenge anew, and the standings of its season."""
    standings.merits_recompute(challenge_id=challenge_id)


@shared_task
def season_recompute(season_id: int) -> None:
    """Write the standings of a season anew."""
    standings.season_recompute(season_id=season_id)


@shared_task
def results_sweep() -> None:
    """Count what a lost task left uncounted."""
    for challenge_id in standings.challenges_unmeasured():
        queue.send("seasons.merits_recompute", challenge_id)
    for table_id in results.tables_uncounted(before=timezone.now() - UNCOUNTED_AFTER):
        queue.send("leaderboards.results_recompute", table_id)


@shared_task
def series_tick() -> None:
    """Announce the weeks of series whose time has come."""
    series.series_tick()
