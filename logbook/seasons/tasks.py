"""Tasks of seasons: announce weeks, recompute scores and standings."""

from __future__ import annotations

from celery import shared_task

from logbook.lib import queue
from logbook.seasons.services import series, standings


@shared_task
def recompute_duplicate_scores(challenge_id: int) -> None:
    """Rebuild a challenge's duplicate scores, and its season's standings."""
    standings.recompute_duplicate_scores(challenge_id=challenge_id)


@shared_task
def recompute_season(season_id: int) -> None:
    """Rebuild a season's standings."""
    standings.recompute_season(season_id=season_id)


@shared_task
def recompute_overlooked_scores() -> None:
    """Recompute the duplicate scores whose task was lost."""
    for challenge_id in standings.unscored_challenges():
        queue.send("seasons.recompute_duplicate_scores", challenge_id)


@shared_task
def announce_due_weeks() -> None:
    """Announce the due weeks of all series."""
    series.announce_due_weeks()
