"""Conditions on times that tolerate a wrong clock: it may have stored a future that no right clock could mean."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from logbook.lib import host_clock

AHEAD: Final = timedelta(minutes=1)
"""The most that the clocks of two machines may differ without one of them being wrong about a lease."""
WRONG: Final = timedelta(seconds=host_clock.MOST_SECONDS)
"""The same for a time of the past: it is looked at again, which does no harm."""


def before(column: str, moment: object) -> Q:
    """Return the condition of a time up to this moment, or in the future, where only a wrong clock can have put it."""
    return Q(**{f"{column}__lte": moment}) | Q(**{f"{column}__gt": timezone.now() + WRONG})


def is_before(at: datetime, moment: datetime) -> bool:
    """Return the same for one time."""
    return at <= moment or at > timezone.now() + WRONG


def is_expired(column: str, longest: timedelta) -> Q:
    """Return the condition of a free lease: empty, lapsed, or longer than any lease lasts."""
    now = timezone.now()
    return Q(**{column: None}) | Q(**{f"{column}__lte": now}) | Q(**{f"{column}__gt": now + longest + AHEAD})
