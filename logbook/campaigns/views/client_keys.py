"""Fields that browsers add to forms: a key, so that a form counts once, and the day of writing."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.http import HttpRequest

from logbook.campaigns.exceptions import OtherAuthor
from logbook.lib.exceptions import Unreadable
from logbook.people.middleware import PlayerRequest

JSON = "application/json"


def key_of_request(request: HttpRequest) -> UUID:
    """Return the form's key. Raises Unreadable."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError as broken:
        raise Unreadable from broken


def by_script(request: HttpRequest) -> bool:
    """Return whether the request comes from our script, which expects JSON."""
    return request.accepts(JSON) and not request.accepts("text/html")


def person_check(request: PlayerRequest) -> None:
    """Check that the sender is the author, if the form names one. Raises OtherAuthor."""
    if request.POST.get("person", "") not in {"", str(request.player.pk) if request.player else ""}:
        raise OtherAuthor


def day_of_request(request: HttpRequest) -> date | None:
    """Return the day on the phone that sent the form, if it states one. Raises Unreadable."""
    text = request.POST.get("played_on", "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as broken:
        raise Unreadable from broken
