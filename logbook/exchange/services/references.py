"""A file's references to people and campaigns, after confirmation."""

from __future__ import annotations

from typing import Any

from logbook.exchange.models import Import


def player_of(job: Import, number: Any) -> int | None:
    """Return the person here with this number in the file, if they have an account."""
    person = job.resolved["people"].get(str(number))
    return person[1] if person and person[0] == "player" else None
