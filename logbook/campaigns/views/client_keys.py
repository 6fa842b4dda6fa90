"""What browsers add to what they send: a key, so that it counts once, and the day on which it was written."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.http import HttpRequest

from logbook.campaigns.exceptions import SomebodyElse
from logbook.people.middleware import PlayerRequest
from logbook.tables.exceptions import Unreadable

JSON = "application/json"


def key_sent(request: HttpRequest) -> UUID:
    """The form's key. Raises Unreadable."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError as broken:
        raise Unreadable from broken


def by_script(request: HttpRequest) -> bool:
    """Whether a script of ours asks, which reads JSON and no page."""
    return request.accepts(JSON) and not request.accepts("text/html")


def person_check(request: PlayerRequest) -> None:
    """Whoever wrote it on this phone sends it too, if the form says who that was. Raises SomebodyElse."""
    if request.POST.get("person", "") not in {"", str(request.player.pk) if request.player else ""}:
        raise SomebodyElse


def day_sent(request: HttpRequest) -> date | None:
    """The day on the phone that sent the form, if it says one. Raises Unreadable."""
    text = request.POST.get("played_on", "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as broken:
        raise Unreadable from broken
