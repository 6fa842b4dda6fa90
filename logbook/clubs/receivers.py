"""What clubs do when something happens elsewhere."""

from __future__ import annotations

from logbook.people import handover


def listen() -> None:
    """Register that a guest hands over no foreign key to a player."""
    handover.stays(
        "ClubCrewRemoval.removed_by",
        "ClubMember.player",
        "ClubRemoval.player",
        "ClubRemoval.removed_by",
        "JoinRequest.answered_by",
        "JoinRequest.player",
        "News.author",
    )
