"""The kind of races, registered for the tables."""

from __future__ import annotations

from logbook.races.kind import Races
from logbook.tables import kinds


def listen() -> None:
    """Register the kind."""
    kinds.register(Races())
