"""Middleware of the player (`request.player`), language and time zone, and of refusals."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.views.defaults import server_error

from logbook.lib import addresses, maintenance
from logbook.lib import quotas as lib_quotas
from logbook.lib.exceptions import ReadOnlyNow, Refusal, outage_of
from logbook.people import quotas, selectors
from logbook.people.exceptions import TooManyInNetwork
from logbook.people.session_store import user_of
from logbook.people.time_zones import time_zone_of

if TYPE_CHECKING:
    from logbook.people.models.players import Player

logger = logging.getLogger(__name__)

Respond = Callable[[HttpRequest], HttpResponseBase]


class PlayerRequest(HttpRequest):
    """A request that came through `player`: the type that the site's views receive."""

    player: Player | None


def reader_of(request: HttpRequest) -> str:
    """Return the name under which the reader's streams are counted: the account's, or without one the address's."""
    player: Player | None = getattr(request, "player", None)
    return f"address {request.META.get('REMOTE_ADDR')}" if player is None or player.is_guest else f"player {player.pk}"


def player(get_response: Respond) -> Respond:
    """Set the account's player, or the session's guest, on the request, and keep their pages from shared caches."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        try:
            user = user_of(request.session)
            if user is not None:
                request.user = user
            reader = selectors.player_of(user=request.user, session=request.session)
        except Exception as error:
            if outage := outage_of(error):
                return _outage(request, outage, error)
            raise
        request.player = reader  # type: ignore[attr-defined]
        response = get_response(request)
        if reader is not None:
            patch_cache_control(response, private=True)
        return response

    return respond


def language(get_response: Respond) -> Respond:
    """Set the language that the player has chosen. Without one, cookie and browser decide."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        language_now = selectors.language_of(getattr(request, "player", None))
        if language_now:
            translation.activate(language_now)
            request.LANGUAGE_CODE = language_now
        return get_response(request)

    return respond


def time_zone(get_response: Respond) -> Respond:
    """Set the player's time zone, else the browser's, else the site's. The API uses UTC."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith("/api/"):
            return get_response(request)
        with timezone.override(time_zone_of(getattr(request, "player", None), request.COOKIES)):
            return get_response(request)

    return respond


class Refusals:
    """Answer a refusal that no view caught with a page of its own and its status."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the refusal's page; None for every other error."""
        if outage := outage_of(exception):
            return _outage(request, outage, exception)
        if not isinstance(exception, Refusal):
            return None
        return render(request, "refused.html", {"sentence": exception}, status=exception.status)


def networks(get_response: Respond) -> Respond:
    """Limit the forms of accounts from a /48 of IPv6: django-allauth counts each of its 65,536 /64 alone."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        network = addresses.wide_network(request.META.get("REMOTE_ADDR", ""))
        if network and request.method == "POST" and request.path.startswith("/accounts/"):
            try:
                lib_quotas.take(quotas.ACCOUNT_FORMS, network)
            except TooManyInNetwork as refusal:
                return render(request, "refused.html", {"sentence": refusal}, status=refusal.status)
        return get_response(request)

    return respond


READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def maintained(get_response: Respond) -> Respond:
    """Refuse every change while the site is in read-only mode."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        refusal = None if request.method in READS else maintenance.refusal()
        if refusal is None:
            return get_response(request)
        return _read_only(request, refusal)

    return respond


def _outage(request: HttpRequest, outage: Refusal, error: BaseException) -> HttpResponse:
    """Return one sentence: the site's frame would need the database. A replica has it."""
    logger.warning("%s: %s", type(outage).__name__, type(error).__name__)
    return _read_only(request, outage) if isinstance(outage, ReadOnlyNow) else _refused_briefly(request, outage)


def _read_only(request: HttpRequest, refusal: ReadOnlyNow) -> HttpResponse:
    """Return the sentence in a page, or to scripts and programs alone, and when they may try again."""
    if request.path.startswith("/api/") or "HX-Request" in request.headers or not hasattr(request, "player"):
        answer = _refused_briefly(request, refusal)
    else:
        answer = render(request, "refused.html", {"sentence": refusal}, status=refusal.status)
    answer.headers["Retry-After"] = str(refusal.retry_seconds)
    return answer


def _refused_briefly(request: HttpRequest, outage: Refusal) -> HttpResponse:
    """Return the sentence alone, as an API error or as plain text."""
    sentence, code = str(outage), outage.code
    if not request.path.startswith("/api/"):
        return HttpResponse(sentence, status=outage.status, content_type="text/plain; charset=utf-8")
    body = {"type": f"/api/#{code}", "title": "Service Unavailable", "status": outage.status}
    problem = {**body, "code": code, "detail": sentence}
    return JsonResponse(problem, status=outage.status, content_type="application/problem+json")


def failed(request: HttpRequest) -> HttpResponse:
    """Answer an outage outside the views as one inside them."""
    error = sys.exception()
    if error is not None and (outage := outage_of(error)):
        return _outage(request, outage, error)
    return server_error(request)
