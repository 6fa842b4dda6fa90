"""Read-only mode, for the time of maintenance: pages are read, streams stay, and nothing can be changed.

`python manage.py read_only on` begins it for all web processes within two seconds. The cache holds it, so that a site
whose database is being replaced knows it, too.
"""

from __future__ import annotations

import time
from typing import Final

from django.core.cache import cache

from logbook.lib import replica
from logbook.lib.exceptions import PrimaryAway, ReadOnlyNow

KEY: Final = "read-only"
KEPT_SECONDS: Final = 2.0
"""Each process asks once in so many seconds."""

_asked_at, _is_on = -KEPT_SECONDS, False


def set_read_only(*, on: bool) -> None:
    """Begin or end read-only mode. Other processes follow within `KEPT_SECONDS`."""
    global _asked_at  # noqa: PLW0603 - one memory for the process
    if on:
        cache.set(KEY, value=True, timeout=None)
    else:
        cache.delete(KEY)
    _asked_at = -KEPT_SECONDS


def is_read_only() -> bool:
    """Return whether nothing can be changed now, by the command."""
    global _asked_at, _is_on
    now = time.monotonic()
    if now - _asked_at >= KEPT_SECONDS:
        _asked_at, _is_on = now, bool(cache.get(KEY))
    return _is_on


def refusal() -> ReadOnlyNow | None:
    """Return the refusal of every change at this moment; None where changes are possible."""
    if replica.is_primary_away():
        return PrimaryAway()
    return ReadOnlyNow() if is_read_only() else None
