"""What notifications do when something happens elsewhere."""

from __future__ import annotations

from logbook.people import handover


def listen() -> None:
    """Register that a guest hands over no foreign key to a player."""
    handover.stays(
        "CalendarLink.player",
        "Notice.player",
        "NotificationChoice.player",
        "Webhook.created_by",
    )
