"""What crews do when something happens elsewhere."""

from __future__ import annotations

from logbook.people import handover


def listen() -> None:
    """Register that a guest hands over no foreign key to a player."""
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
