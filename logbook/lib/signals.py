"""Helpers for signals of all subjects."""

from __future__ import annotations

from collections.abc import Iterable


def finish(answers: Iterable[tuple[object, object]]) -> None:
    """Call the callables that the receivers of a signal have returned for later."""
    for _receiver, proceed in answers:
        if callable(proceed):
            proceed()
