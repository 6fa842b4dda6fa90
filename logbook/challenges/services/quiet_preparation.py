"""Deals that are prepared while nobody plays: those of the site's own challenges that open later than tomorrow.

A new site makes its deals of the day for a week ahead. That takes both processors of a small machine for many minutes,
and nobody waits for them.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone

from logbook.challenges.models.challenges import Deal, is_daily
from logbook.tables.selectors.tables import was_played_since

SOON: Final = timedelta(days=1)
"""A challenge of today or tomorrow opens within it."""
QUIET_FOR: Final = timedelta(minutes=10)
"""Nobody plays where no action was taken for so long."""


def can_wait(*, deal_id: int) -> bool:
    """Return whether this deal is one of the site's own that opens later than tomorrow."""
    late = Deal.objects.filter(pk=deal_id, stage__challenge__opens_at__gt=timezone.now() + SOON)
    return late.filter(is_daily("stage__challenge__")).exists()


def is_quiet() -> bool:
    """Return whether nobody has played for a while."""
    return not was_played_since(timezone.now() - QUIET_FOR)
