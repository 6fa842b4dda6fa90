"""What browsers add to what they send: a key, so that it counts once, and the day on which it was written."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.http import HttpRequest

from logbook.services import errors


def key_sent(request: HttpRequest) -> UUID:
    """The form's key. Raises Unreadable."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError as broken:
        raise errors.Unreadable from broken


def day_sent(request: HttpRequest) -> date | None:
    """The day on the phone that sent the form, if it says one. Raises Unreadable."""
    text = request.POST.get("played_on", "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as broken:
        raise errors.Unreadable from broken
