"""Who is asking (`request.player`), and how a refusal is said."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation

from logbook.selectors import people
from logbook.services.errors import Refusal, Unanswered

if TYPE_CHECKING:
    from logbook.models import Player

logger = logging.getLogger(__name__)

Respond = Callable[[HttpRequest], HttpResponseBase]


class PlayerRequest(HttpRequest):
    """A request that came through `player`: what the site's views receive."""

    player: Player | None


def player(get_response: Respond) -> Respond:
    """Put the signed-in person's player, or the session's guest, on the request."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        request.player = people.player_of(user=request.user, session=request.session)  # type: ignore[attr-defined]
        return get_response(request)

    return respond


def language(get_response: Respond) -> Respond:
    """Write to the player in the language they have chosen. Without one, cookie and browser have decided already."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        chosen = people.language_of(getattr(request, "player", None))
        if chosen:
            translation.activate(chosen)
            request.LANGUAGE_CODE = chosen
        return get_response(request)

    return respond


class Refusals:
    """What a service refuses, and no view caught, is said on a page of its own with its status."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The refusal's page; None leaves every other error alone."""
        if isinstance(exception, (InterfaceError, OperationalError)):
            logger.warning("the database did not answer: %s", type(exception).__name__)
            # Not the site's frame: drawing it would ask the database once more.
            return HttpResponse(str(Unanswered()), status=Unanswered.status, content_type="text/plain; charset=utf-8")
        if not isinstance(exception, Refusal):
            return None
        return render(request, "refused.html", {"sentence": exception}, status=exception.status)
