"""Tasks of travellers: the lines of ended attempts are written, and the positions of their deals."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from logbook.lib import queue
from logbook.tables.kinds import own_results
from logbook.travellers.services import lines, positions
from logbook.travellers.services.positions import Deal

NOT_WRITTEN_AFTER: Final = timedelta(seconds=20)
REBUILT_AFTER_SECONDS: Final = 15
"""Attempts that end meanwhile are in the same rebuild."""


@shared_task
def write_line(attempt_id: int) -> None:
    """Write the line of an ended attempt, and queue the rebuild of its deal's positions."""
    lines.LINES.write([attempt_id])
    for own in own_results():
        own.write_lines([attempt_id])
    deal = positions.deal_of(attempt_id)
    if deal is not None and cache.add(f"positions/{deal.stage}/{deal.attempt}", 1, REBUILT_AFTER_SECONDS):
        queue.send("travellers.rebuild_positions", *deal, countdown=REBUILT_AFTER_SECONDS)


@shared_task
def rebuild_positions(stage: int, attempt: int) -> None:
    """Rebuild the positions of a deal."""
    positions.rebuild_positions(Deal(stage, attempt))


@shared_task
def write_overlooked_lines() -> None:
    """Write the lines and positions whose task was lost, and those of attempts that were there before travellers."""
    before = timezone.now() - NOT_WRITTEN_AFTER
    lines.LINES.write(lines.LINES.overlooked(before=before))
    for own in own_results():
        own.write_lines(own.overlooked_attempts(before=before))
    for deal in positions.overlooked_deals():
        positions.rebuild_positions(deal)
