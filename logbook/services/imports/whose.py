"""Who and what a reference of a file stands for, once that is settled."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from logbook.models import Import


def player_of(brought: Import, number: Any) -> int | None:
    """The person here whom the file knows by this number, if they have an account."""
    found = brought.resolved["people"].get(str(number))
    return found[1] if found and found[0] == "player" else None


def moment(text: Any) -> datetime | None:
    """The moment that a text names; None for any other text."""
    try:
        found = parse_datetime(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None
