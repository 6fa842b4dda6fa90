"""Tasks of campaigns: online attempts are logged, logbooks ranked, and printed files drawn."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from logbook.campaigns.services import auto_log, photos, printed_files, standings
from logbook.campaigns.services.printed_files import Print
from logbook.lib import fair_queue, queue

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


@shared_task(expires=600, time_limit=120)
def draw_logbook(player: int, campaign: int, paper: str, volume: int, language: str) -> None:
    """Draw a logbook's PDF. The files of one player are drawn one at a time; a repeated call does no harm."""
    job = fair_queue.Job("campaigns.draw_logbook", (player, campaign, paper, volume, language))
    with fair_queue.turn("prints", f"player {player}", job) as is_mine:
        if is_mine:
            printed_files.draw(Print(player, campaign, paper, volume, language))


@shared_task
def delete_old_prints() -> None:
    """Delete printed files that were drawn an hour ago."""
    printed_files.delete_old_files()


@shared_task
def delete_unused_photos() -> None:
    """Delete photos that no entry has had for a day."""
    photos.delete_unused_photos()
