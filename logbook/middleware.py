"""Who is asking: `request.player`, a `Player` or None."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from logbook.selectors import people

if TYPE_CHECKING:
    from logbook.models import Player


class PlayerRequest(HttpRequest):
    """A request that came through `player`: what the site's views receive."""

    player: Player | None


def player(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Put the signed-in person's player, or the session's guest, on the request."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        request.player = people.player_of(user=request.user, session=request.session)  # type: ignore[attr-defined]
        return get_response(request)

    return respond
