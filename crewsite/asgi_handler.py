"""ASGI handler with a few permanent threads, each with a persistent database connection.

Django's own ASGI handler makes a thread and a database connection for every request, and passes each request to and fro
between that thread and the event loop; together that costs more than most of our responses. Here a request switches
threads once, and an event stream holds no thread at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import IO, Any, Final, ParamSpec, TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.db import close_old_connections, connections
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from crewsite import upload_limits
from logbook.tables import beats

LANES: Final = 6
"""The number of permanent threads. While all are busy, requests wait in order: a further thread would open a database
connection and plan every statement afresh, so a site under load would become slower with every request."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Application(ASGIHandler):
    """Django for an ASGI server, in permanent threads."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._free = asyncio.Semaphore(LANES)
        self._idle = [ThreadPoolExecutor(1, thread_name_prefix=f"lane-{number}") for number in range(LANES)]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            raise ValueError(f"Only HTTP is spoken here, not {scope['type']}.")
        if scope["path"].removeprefix(scope.get("root_path", "")) == beats.PATH:
            await beats.respond(scope, upload_limits.InTime(receive), send)
            return
        most = upload_limits.MOST_OF_STRANGERS
        if upload_limits.may_be_large(scope):
            most = await self._in_a_lane(_most_of, scope)
        if upload_limits.is_larger(scope, most):
            await upload_limits.refuse(scope, send, most)
            return
        in_time = upload_limits.InTime(receive)
        with suppress(RequestAborted):
            body = await self.read_body(upload_limits.counted(in_time, most))
            response = await self._in_a_lane(self._answer, scope, body)
            if response.streaming:
                await self._stream(response, receive, send)
            else:
                await self.send_response(response, send)
        if in_time.is_late:
            await upload_limits.refuse_late(scope, send)

    async def _in_a_lane(self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs) -> Answer:
        async with self._free:
            lane = self._idle.pop()  # The most recently used thread: the connections of the others may then expire.
            try:
                async with ThreadSensitiveContext(executor=lane):
                    return await sync_to_async(work)(*given, **named)
            finally:
                self._idle.append(lane)

    def _answer(self, scope: Any, body: IO[bytes]) -> Any:
        """Return the response; unless it is a stream, only sending it remains."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        response: Any = refused if request is None else self.get_response(request)
        response._handler_class = self.__class__  # noqa: SLF001 - as Django's handler does
        if not response.streaming:
            response.close()
            body.close()
        return response

    async def _stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Send a stream until it ends, or the reader disconnects. Only database reads need a thread."""
        async with ThreadSensitiveContext():
            leaving = asyncio.create_task(self.listen_for_disconnect(receive))
            sending = asyncio.create_task(self.send_response(response, send))
            try:
                await asyncio.wait((leaving, sending), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (leaving, sending):
                    task.cancel()
                await asyncio.wait((leaving, sending))
                await sync_to_async(_let_go)(response)
            if not sending.cancelled():
                sending.result()  # The server reports any error.


def _most_of(scope: Any) -> int:
    close_old_connections()  # As at the start of a request: the thread's connection may have been cut meanwhile.
    return upload_limits.most_of(scope)


def _let_go(response: HttpResponseBase) -> None:
    """Close a stream, in a thread that ends with it."""
    response.close()
    connections.close_all()
