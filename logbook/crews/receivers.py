"""What crews do when something happens elsewhere."""

from __future__ import annotations

from logbook.people import handover


def listen() -> None:
    """Register which foreign keys to a player a guest hands over: none."""
    handover.stays(
        "CrewMember.player",
        "CrewNote.by",
        "CrewUnion.answered_by",
        "CrewUnion.asked_by",
        "Guest.claimed_by",
        "GuestClaim.answered_by",
        "GuestClaim.player",
        "Substitute.player",
    )
