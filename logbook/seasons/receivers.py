"""What seasons do when something happens elsewhere."""

from __future__ import annotations

from logbook.people import handover


def listen() -> None:
    """Register that a guest hands over no foreign key to a player."""
    handover.stays(
        "Season.created_by",
        "SeasonNote.by",
        "SeasonStanding.player",
        "Series.created_by",
    )
