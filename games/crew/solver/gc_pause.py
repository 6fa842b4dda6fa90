"""Python's own tidying up, put off while it would find nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_gc() -> Iterator[None]:
    """While clauses are written down: hundreds of thousands of lists that all stay, each of which is looked at again.

    Never left off for good, whatever other threads do: only who found it on turns it on again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
