"""Who is asking (`request.player`), and how a refusal is said."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.defaults import server_error

from logbook.lib.exceptions import Refusal, outage_of
from logbook.people import selectors
from logbook.people.time_zones import time_zone_of

if TYPE_CHECKING:
    from logbook.people.models.players import Player

logger = logging.getLogger(__name__)

Respond = Callable[[HttpRequest], HttpResponseBase]


class PlayerRequest(HttpRequest):
    """A request that came through `player`: what the site's views receive."""

    player: Player | None


def reader_of(request: HttpRequest) -> str:
    """Under what name the request's streams are counted: its account's, or without one that of the address."""
    who: Player | None = getattr(request, "player", None)
    return f"address {request.META.get('REMOTE_ADDR')}" if who is None or who.is_guest else f"player {who.pk}"


def player(get_response: Respond) -> Respond:
    """Put the signed-in person's player, or the session's guest, on the request."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        try:
            found = selectors.player_of(user=request.user, session=request.session)
        except Exception as error:
            if outage := outage_of(error):
                return _outage(request, outage, error)
            raise
        request.player = found  # type: ignore[attr-defined]
        return get_response(request)

    return respond


def language(get_response: Respond) -> Respond:
    """Write to the player in the language they have chosen. Without one, cookie and browser have decided already."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        chosen = selectors.language_of(getattr(request, "player", None))
        if chosen:
            translation.activate(chosen)
            request.LANGUAGE_CODE = chosen
        return get_response(request)

    return respond


def time_zone(get_response: Respond) -> Respond:
    """Tell times in the player's zone, else the browser's, else the site's. The API tells UTC."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith("/api/"):
            return get_response(request)
        with timezone.override(time_zone_of(getattr(request, "player", None), request.COOKIES)):
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
        if outage := outage_of(exception):
            return _outage(request, outage, exception)
        if not isinstance(exception, Refusal):
            return None
        return render(request, "refused.html", {"sentence": exception}, status=exception.status)


def _outage(request: HttpRequest, outage: Refusal, error: BaseException) -> HttpResponse:
    """One sentence, as the API says its errors or as plain text: drawing the site's frame would ask the database."""
    logger.warning("%s: %s", type(outage).__name__, type(error).__name__)
    sentence, code = str(outage), outage.code
    if not request.path.startswith("/api/"):
        return HttpResponse(sentence, status=outage.status, content_type="text/plain; charset=utf-8")
    told = {"type": f"/api/#{code}", "title": "Service Unavailable", "status": outage.status}
    problem = {**told, "code": code, "detail": sentence}
    return JsonResponse(problem, status=outage.status, content_type="application/problem+json")


def failed(request: HttpRequest) -> HttpResponse:
    """What Django answers where nothing of ours was asked: an outage beside the views is said as one in them."""
    error = sys.exception()
    if error is not None and (outage := outage_of(error)):
        return _outage(request, outage, error)
    return server_error(request)
