"""Middleware of a site with a replica: it decides for each request where it reads from."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from crewsite.postgresql import watch
from logbook.lib import replica
from logbook.lib.replica import Servers, Source

Respond = Callable[[HttpRequest], HttpResponseBase]

READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
COOKIE: Final = "wrote"
"""The cookie of a browser that has just changed something: it reads from the primary, where its change is."""
COOKIE_SECONDS: Final = 5


def routed(get_response: Respond) -> Respond:
    """Read from the primary, the replica, or, while the primary is away, from the replica alone.

    A request that only reads, and during which the primary goes, is answered again from the replica. So is one that has
    not begun to write; it is then refused.
    """
    watched = watch.start()

    def respond(request: HttpRequest) -> HttpResponseBase:
        now = _source_for(request, watched.look())
        response = _answer(request, now)
        if _is_outage(response) and now is not Source.REPLICA:
            watched.ask_again()
            # What has no player yet has not reached its view: nothing was changed.
            if (request.method in READS or not hasattr(request, "player")) and watched.look().is_read_only:
                now = Source.REPLICA
                response.close()
                response = _answer(request, now)
        return _finished(request, response, now)

    def _answer(request: HttpRequest, source: Source) -> HttpResponseBase:
        with replica.reading_from(source):
            return get_response(request)

    return respond


def _source_for(request: HttpRequest, servers: Servers) -> Source:
    """Return where the request reads from.

    A program with a token has no cookie that would tell whether it has just changed something.
    """
    if servers.is_read_only:
        return Source.REPLICA
    may = (
        servers.is_replica_usable
        and request.method in READS
        and COOKIE not in request.COOKIES
        and "Authorization" not in request.headers
    )
    return Source.WHERE_ASKED if may else Source.PRIMARY


def _is_outage(response: HttpResponseBase) -> bool:
    return response.status_code == HTTPStatus.SERVICE_UNAVAILABLE


def _finished(request: HttpRequest, response: HttpResponseBase, source: Source) -> HttpResponseBase:
    if source is Source.REPLICA:
        # A session of the last moment may not have reached the replica: the browser keeps it.
        response.cookies.pop(settings.SESSION_COOKIE_NAME, None)
    elif request.method not in READS and response.status_code < HTTPStatus.BAD_REQUEST:
        response.set_cookie(
            COOKIE,
            "1",
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response
