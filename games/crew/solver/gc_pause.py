"""Pauses Python's garbage collector where it would find no garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_gc() -> Iterator[None]:
    """Pause the garbage collector, for example while clauses are built: hundreds of thousands of lists, none of them
    garbage.

    Only the caller that found the collector on turns it on again, so other threads cannot leave it off for good.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
