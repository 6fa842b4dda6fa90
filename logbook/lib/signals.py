"""Helpers for signals of all subjects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def finish(answers: Iterable[tuple[object, object]]) -> list[Any]:
    """Call the callables that the receivers of a signal have returned for later, and return what they return."""
    return [proceed() for _receiver, proceed in answers if callable(proceed)]
