"""What signals of all subjects share."""

from __future__ import annotations

from collections.abc import Iterable


def finish(answers: Iterable[tuple[object, object]]) -> None:
    """Call what the receivers of a signal have returned to be done later."""
    for _receiver, proceed in answers:
        if callable(proceed):
            proceed()
