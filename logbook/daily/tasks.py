"""Tasks of the deals of the day: make, announce and count them."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from logbook.daily.services import closing, counting, days


@shared_task
def make_coming_days() -> None:
    """Make the deals of the next days that do not exist yet; the challenges' own tasks prepare them."""
    days.make_coming_days()


@shared_task
def announce_closing_deals() -> None:
    """Announce the deals that close within half a day."""
    closing.announce_closing_deals(now=timezone.now())


@shared_task
def count_day(deal_id: int) -> None:
    """Count a deal that is over."""
    counting.count(deal_id=deal_id)


@shared_task
def count_due_days() -> None:
    """Count the deals whose task was lost, and again those with turning points that came later."""
    for deal_id in counting.due(now=timezone.now()):
        counting.count(deal_id=deal_id)
