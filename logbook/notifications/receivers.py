"""What notifications do when something happens elsewhere."""

from __future__ import annotations

from logbook.people import handover


def listen() -> None:
    """Register which foreign keys to a player a guest hands over: none."""
    handover.stays(
        "CalendarLink.player",
        "Notice.player",
        "NotificationChoice.player",
        "Webhook.created_by",
    )
