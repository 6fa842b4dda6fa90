"""A web process on a host whose clock is ahead: `python -m tests.faults.hosts.host_ahead SECONDS --host ...`.

It sets what the site asks for the time. A library in front of the C library (libfaketime) would also break the waits of
Python's threads.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone


class Clock:
    """A clock that is ahead of another one; an object, because a class may keep it as an attribute."""

    def __init__(self, before: Callable[[], Any], by: Any) -> None:
        self._before, self._by = before, by

    def __call__(self) -> Any:
        return self._before() + self._by


def set_ahead(seconds: float) -> None:
    """Have the site's clock be so many seconds ahead, from now on. Called before the site is loaded."""
    time.time = Clock(time.time, seconds)
    timezone.now = Clock(timezone.now, timedelta(seconds=seconds))


if __name__ == "__main__":
    set_ahead(float(sys.argv.pop(1)))
    from crewsite.server import main

    main()
