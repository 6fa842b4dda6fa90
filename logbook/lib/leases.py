"""Clocks that were wrong for a while: what they wrote lies in a future that no right clock could have meant."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

AHEAD: Final = timedelta(minutes=1)
"""So far two machines' clocks may differ without one of them being wrong."""


def before(column: str, moment: object) -> Q:
    """The column names a time up to this moment, or one that has not come: whoever wrote that had a wrong clock."""
    return Q(**{f"{column}__lte": moment}) | Q(**{f"{column}__gt": timezone.now() + AHEAD})


def lapsed(column: str, longest: timedelta) -> Q:
    """What was taken until the column's time is free: nobody has it, its time is over, or longer than anybody takes."""
    now = timezone.now()
    return Q(**{column: None}) | Q(**{f"{column}__lte": now}) | Q(**{f"{column}__gt": now + longest + AHEAD})
