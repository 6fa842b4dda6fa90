"""Keys that browsers make for what they send, so that it counts once."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest

from logbook.services import errors


def key_sent(request: HttpRequest) -> UUID:
    """The form's key. Raises Unreadable."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError as broken:
        raise errors.Unreadable from broken
