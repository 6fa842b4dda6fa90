"""Conditions on times that tolerate a wrong clock: it may have stored a future that no right clock could mean."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

AHEAD: Final = timedelta(minutes=1)
"""The most that the clocks of two machines may differ without one of them being wrong."""


def before(column: str, moment: object) -> Q:
    """Return the condition of a time up to this moment, or in the future, where only a wrong clock can have put it."""
    return Q(**{f"{column}__lte": moment}) | Q(**{f"{column}__gt": timezone.now() + AHEAD})


def is_expired(column: str, longest: timedelta) -> Q:
    """Return the condition of a free lease: empty, lapsed, or longer than any lease lasts."""
    now = timezone.now()
    return Q(**{column: None}) | Q(**{f"{column}__lte": now}) | Q(**{f"{column}__gt": now + longest + AHEAD})
