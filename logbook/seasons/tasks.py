"""Tasks of seasons: weeks are announced, scores and standings recomputed."""

from __future__ import annotations

from celery import shared_task

from logbook.lib import queue
from logbook.seasons.services import series, standings


@shared_task
def recompute_scores(challenge_id: int) -> None:
    """Write the duplicate scores of a challenge anew, and the standings of its season."""
    standings.recompute_scores(challenge_id=challenge_id)


@shared_task
def recompute_season(season_id: int) -> None:
    """Write the standings of a season anew."""
    standings.recompute_season(season_id=season_id)


@shared_task
def recompute_overlooked_scores() -> None:
    """Recompute the duplicate scores whose task was lost."""
    for challenge_id in standings.unscored_challenges():
        queue.send("seasons.recompute_scores", challenge_id)


@shared_task
def announce_due_weeks() -> None:
    """Announce the weeks of series whose time has come."""
    series.announce_due_weeks()
