"""ASGI handler with a few permanent threads, each with a persistent database connection.

Django's own ASGI handler makes a thread and a database connection for every request, and passes each request to and fro
between that thread and the event loop; together that costs more than most of our responses. Here a request switches
threads once, and an event stream holds no thread at all.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from typing import IO, Any, Final

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.db import close_old_connections, connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from crewsite import raw_responses, upload_limits
from crewsite.lanes import Claim, Cut, Full, Lanes, Late
from crewsite.request_bodies import Bodies
from crewsite.request_logging import note_unanswered
from crewsite.senders import Senders
from logbook.lib.responses import Download
from logbook.tables import beats

LANES: Final = 6
"""The number of permanent threads. While all are busy, requests wait for their turn: a further thread would open a
database connection and plan every statement afresh, so a site under load would become slower with every request."""
MOST_DOWNLOADS: Final = 2
"""The files that one person downloads at once: each is made in a thread of its own while it is sent."""
ALIVE: Final = "/healthz/"
BYTES_A_SECOND: Final = 1024 * 1024
"""A large body has so much more time for each second."""
BUSY: Final = "The site is busy. Try again in a few seconds."
LATE: Final = (
    "This took too long, so the site stopped it. Check before you try again: the site may have saved your change."
)
AGAIN: Final = (b"retry-after", b"5")


class Application(ASGIHandler):
    """Django for an ASGI server, in permanent threads."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._lanes = Lanes(LANES)
        self._senders = Senders()
        self._bodies = Bodies()
        self._downloads: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            raise ValueError(f"Only HTTP is spoken here, not {scope['type']}.")
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if path == beats.PATH:
            await beats.respond(scope, upload_limits.InTime(receive), send)
        elif path == ALIVE and scope["method"] in ("GET", "HEAD"):
            await raw_responses.send_alive(send)
        else:
            await self._respond(scope, receive, send)

    async def _respond(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self._answered(scope, receive, send)
        except Full:
            note_unanswered(scope["path"], scope["method"], "too many requests wait")
            await raw_responses.send_problem(scope, send, HTTPStatus.SERVICE_UNAVAILABLE, "busy", BUSY, AGAIN)
        except Late:
            note_unanswered(scope["path"], scope["method"], "cut, it took too long")
            await raw_responses.send_problem(scope, send, HTTPStatus.SERVICE_UNAVAILABLE, "cut", LATE)

    async def _answered(self, scope: Any, receive: Any, send: Any) -> None:
        claims, seconds = self._senders.claims_of(scope), settings.REQUEST_SECONDS
        most = upload_limits.MOST_OF_STRANGERS
        if upload_limits.may_be_large(scope):
            most = await self._lanes.run(_most_of, claims, seconds, scope)
        if upload_limits.is_larger(scope, most):
            await upload_limits.refuse(scope, send, most)
            return
        in_time = upload_limits.InTime(receive)
        with suppress(RequestAborted):
            with self._bodies.of(claims[0].key) as body:
                file = await body.read(upload_limits.counted(in_time, most))
                seconds += body.bytes / BYTES_A_SECOND
                try:
                    response, player = await self._lanes.run(self._answer, claims, seconds, scope, file)
                except Full:
                    file.close()
                    raise
            self._senders.learn(scope, player)
            if response.streaming:
                await self._stream_to(claims[0], response, receive, send)
            else:
                await self.send_response(response, send)
        if in_time.is_late:
            await upload_limits.refuse_late(scope, send)

    def _answer(self, scope: Any, body: IO[bytes]) -> tuple[Any, int | None]:
        """Return the response and its reader's player (0 for nobody, None where no view has asked).

        Unless the response is a stream, only sending it remains.
        """
        try:
            request, response = self._response(scope, body)
        except Cut:
            body.close()
            raise
        if not response.streaming:
            response.close()
            body.close()
        elif not isinstance(response, Download):
            _forget_request(response)
        has_asked = request is not None and hasattr(request, "player")
        return response, getattr(request.player, "pk", 0) if has_asked else None

    def _response(self, scope: Any, body: IO[bytes]) -> tuple[Any, Any]:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        response: Any = refused if request is None else self.get_response(request)
        response._handler_class = self.__class__  # noqa: SLF001 - as Django's handler does
        return request, response

    async def _stream_to(self, sender: Claim, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Send a stream; raise Full instead for one file too many of a person."""
        if not isinstance(response, Download):
            await self._stream(response, receive, send)
            return
        if self._downloads[sender.key] >= MOST_DOWNLOADS:
            await sync_to_async(response.close)()
            raise Full
        self._downloads[sender.key] += 1
        try:
            await self._stream(response, receive, send)
        finally:
            self._downloads[sender.key] -= 1
            self._downloads += Counter()  # This drops what is zero.

    async def _stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Send a stream until it ends, or the reader disconnects. Only database reads need a thread."""
        async with ThreadSensitiveContext():
            sending = asyncio.create_task(self.send_response(response, send))
            leaving = asyncio.create_task(self.listen_for_disconnect(receive))
            # Thousands of streams wait here: a callback takes less memory than a third waiting coroutine would.
            leaving.add_done_callback(lambda _leaving: sending.cancel())
            try:
                await asyncio.wait((sending,))
            finally:
                for task in (leaving, sending):
                    task.cancel()
                await asyncio.wait((leaving, sending))
                await sync_to_async(_let_go)(response)
            if not sending.cancelled():
                sending.result()  # The server reports any error.


def _forget_request(response: HttpResponseBase) -> None:
    """Close the request of a stream, which would otherwise stay in memory as long as the stream does."""
    closers: list[Any] = response._resource_closers  # type: ignore[attr-defined]  # noqa: SLF001 - Django has no other way
    for close in [one for one in closers if isinstance(getattr(one, "__self__", None), HttpRequest)]:
        closers.remove(close)
        close()


def _most_of(scope: Any) -> int:
    close_old_connections()  # As at the start of a request: the thread's connection may have been cut meanwhile.
    return upload_limits.most_of(scope)


def _let_go(response: HttpResponseBase) -> None:
    """Close a stream, in a thread that ends with it."""
    response.close()
    connections.close_all()
