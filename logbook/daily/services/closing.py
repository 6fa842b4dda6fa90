"""Service that announces the close of a deal, so that a streak need not end unnoticed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from logbook.challenges.models.challenges import Challenge
from logbook.daily import schedule
from logbook.daily.models import DailyDeal
from logbook.daily.signals import day_closing

BEFORE: Final = timedelta(hours=12)
"""From midnight UTC on, when the day itself is over: players in Europe and Asia have had the evening for it."""


@transaction.atomic
def announce_closing_deals(*, now: datetime) -> None:
    """Announce the deals that close within half a day and were not announced yet. Idempotent."""
    deals = DailyDeal.objects.filter(
        game__in=schedule.GAMES,
        closing_announced_at=None,
        challenge__state=Challenge.State.OPEN,
        challenge__closes_at__gt=now,
        challenge__closes_at__lte=now + BEFORE,
    )
    for deal in deals.select_for_update(of=("self",)).select_related("challenge").order_by("pk"):
        DailyDeal.objects.filter(pk=deal.pk).update(closing_announced_at=now)
        day_closing.send(sender=DailyDeal, deal=deal)
