"""What the exchange of files does when something happens elsewhere."""

from __future__ import annotations

from logbook.people import handover


def listen() -> None:
    """Register which foreign keys to a player a guest hands over: none."""
    handover.stays(
        "ClubRecord.player",
        "Import.by",
        "Keepsake.player",
    )
