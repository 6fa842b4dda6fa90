"""Mapping of a file's references to people and campaigns, after confirmation."""

from __future__ import annotations

from typing import Any

from logbook.exchange.models import Import


def player_of(job: Import, number: Any) -> int | None:
    """Return the person here with this number in the file, if they have an account."""
    found = job.resolved["people"].get(str(number))
    return found[1] if found and found[0] == "player" else None
