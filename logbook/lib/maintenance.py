"""Read-only mode, for the time of maintenance: pages are read, streams stay, and nothing can be changed.

`python manage.py read_only on` begins it for all web processes within two seconds. The cache holds it, so that a site
whose database is being replaced knows it, too. A process that goes on asking remembers it, and tells a cache that has
lost what it had. One that has not asked for some minutes may have missed the end, and forgets the mode.
"""

from __future__ import annotations

import time
from typing import Final

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

from logbook.lib import replica
from logbook.lib.exceptions import PrimaryAway, ReadOnlyNow
from logbook.lib.redis_clients import client

KEY: Final = "read-only"
KEPT_SECONDS: Final = 2.0
"""Each process asks once in so many seconds."""
REMEMBERED_SECONDS: Final = 300.0
"""A process that has not asked for longer trusts the cache alone."""

_asked_at, _is_on = -KEPT_SECONDS, False


def set_read_only(*, on: bool) -> None:
    """Begin or end read-only mode. Other processes follow within `KEPT_SECONDS`."""
    global _asked_at, _is_on
    cache.set(KEY, value=on, timeout=None)
    _asked_at, _is_on = time.monotonic(), on


def is_read_only() -> bool:
    """Return whether nothing can be changed now, by the command."""
    global _asked_at, _is_on
    now = time.monotonic()
    if now - _asked_at >= KEPT_SECONDS:
        remembered = _is_on and now - _asked_at < REMEMBERED_SECONDS
        found = cache.get(KEY)
        if found is None and remembered:
            cache.add(KEY, value=True, timeout=REMEMBERED_SECONDS)
        _asked_at, _is_on = now, remembered if found is None else bool(found)
    return _is_on


def is_told_to_all() -> bool:
    """Return whether the cache that all processes share answers: otherwise no other process knows of the mode."""
    try:
        with client(str(settings.CACHES["default"]["LOCATION"]), socket_connect_timeout=1, socket_timeout=1) as redis:
            return bool(redis.ping())
    except (RedisError, OSError):
        return False


def refusal() -> ReadOnlyNow | None:
    """Return the refusal of every change at this moment; None where changes are possible."""
    if replica.is_primary_away():
        return PrimaryAway()
    return ReadOnlyNow() if is_read_only() else None
