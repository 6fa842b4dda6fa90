"""Tasks of seasons: weeks are announced, scores and standings recomputed."""

from __future__ import annotations

from celery import shared_task

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
def merits_sweep() -> None:
    """Recompute the duplicate scores whose task was lost."""
    for challenge_id in standings.challenges_unmeasured():
        queue.send("seasons.merits_recompute", challenge_id)


@shared_task
def series_tick() -> None:
    """Announce the weeks of series whose time has come."""
    series.series_tick()
