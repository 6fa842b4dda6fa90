"""The interface of the campaign whose logbook records a table's attempts."""

from __future__ import annotations

from typing import Protocol

from logbook.crews.models.crews import Crew


class Campaign(Protocol):
    """A campaign as `open_table` takes it; campaigns are a subject above."""

    @property
    def key(self) -> int:
        """The database key."""

    def ensure_takes(self, *, crew: Crew | None, game: str, mission: str) -> None:
        """Raise what keeps the attempts of such a table out of the logbook."""
