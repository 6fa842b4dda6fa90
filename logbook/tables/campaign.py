"""What a table asks of the campaign in whose logbook its attempts are written down."""

from __future__ import annotations

from typing import Protocol

from logbook.crews.models.crews import Crew


class Campaign(Protocol):
    """A campaign as it is handed to `open_table`; the campaigns are a subject above."""

    @property
    def key(self) -> int:
        """Its key in the database."""

    def ensure_takes(self, *, crew: Crew | None, game: str, mission: str) -> None:
        """Raise what forbids the attempts of such a table in the logbook."""
