"""Who and what a reference of a file stands for, once that is settled."""

from __future__ import annotations

from typing import Any

from logbook.exchange.models import Import


def player_of(brought: Import, number: Any) -> int | None:
    """The person here whom the file knows by this number, if they have an account."""
    found = brought.resolved["people"].get(str(number))
    return found[1] if found and found[0] == "player" else None
