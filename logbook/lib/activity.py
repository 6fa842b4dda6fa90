"""Activity: when a task was last queued for the workers.

Sweeps look for work whose task was lost. Where none was queued for a while, none can have been lost.
"""

from __future__ import annotations

import time
from typing import Final

from django.core.cache import cache

QUIET_SECONDS: Final = 600
"""The site is quiet once no task has been queued for so long."""
NOTED_SECONDS: Final = 60
"""Each process notes activity once in so many seconds."""
KEY: Final = "activity"

_noted_at = -float(NOTED_SECONDS)


def note() -> None:
    """Note that a task has been queued."""
    global _noted_at  # noqa: PLW0603 - one clock for the process
    if time.monotonic() - _noted_at >= NOTED_SECONDS:
        _noted_at = time.monotonic()
        cache.set(KEY, int(time.time()), None)


def is_quiet() -> bool:
    """Return whether no task has been queued for a while. Where the cache has lost the time, the while begins now."""
    last = cache.get(KEY)
    if last is None:
        cache.add(KEY, int(time.time()), None)
        return False
    return time.time() - float(last) > QUIET_SECONDS
