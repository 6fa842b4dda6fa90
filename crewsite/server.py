"""The web server, `python -m crewsite.server`: uvicorn with limits, and without trust in proxy headers.

Headers have a timeout and a most length, and one address a most number of connections. `crewsite.senders` reads the
headers of as many proxies as are configured. Before it stops, its event streams end one after the other.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import resource
import socket
import time
from collections import Counter
from contextlib import suppress
from typing import Any, ClassVar, Final

import uvicorn
from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from crewsite import environment, pooler
from logbook.lib import addresses
from logbook.lib.event_streams import ELSEWHERE, RETURNS_A_SECOND

HEAD_SECONDS: Final = 15.0
"""The most seconds until a request's headers are complete, for each request of a connection."""
KEEP_ALIVE_SECONDS: Final = 20
"""An open page sends a beat every 15 seconds, over the connection of the one before."""
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
TOO_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


HEAD_BYTES: Final = 64 * 1024
"""The most bytes of a request's line and headers; uvicorn itself reads for as long as they come."""
TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_MANY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n"
)
STREAM: Final = "crewsite.stream"
"""The key of a request's scope under which its answer is an event stream."""
MOST_FILES: Final = 65_536
"""Open files, each connection among them; many systems allow 1,024 unless a process asks for more."""


class TooLong(Exception):
    """The headers are longer than HEAD_BYTES."""


class Protocol(HttpToolsProtocol):
    """HTTP/1.1 with limits for headers and connections: uvicorn itself has none."""

    head_seconds = HEAD_SECONDS
    most_connections = 0
    """The most connections of one address, and WIDER times as many of a /48; 0 for no limit."""
    open: ClassVar[Counter[str]] = Counter()
    """The connections of each address and of each /48."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head: asyncio.TimerHandle | None = None
        self._places: list[str] = []
        self._unread = 0
        """The bytes that came since the last headers were complete, or the last piece of a body."""
        self.app = _marked(self.app)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # As uvicorn's.
        super().connection_made(transport)
        if self._has_room():
            self._watch()
        else:
            self._refuse(TOO_MANY)

    def data_received(self, data: bytes) -> None:
        self._unread += len(data)
        super().data_received(data)
        if self._unread > HEAD_BYTES:
            self._refuse(TOO_LONG)
        self._watch()

    def is_answering(self) -> bool:
        """Return whether a request is being answered."""
        answering: RequestResponseCycle | None = self.cycle
        return answering is not None and not answering.response_complete and not self.transport.is_closing()

    def is_streaming(self) -> bool:
        """Return whether an event stream is being answered."""
        return self.is_answering() and bool(self.cycle.scope.get(STREAM))

    def end_stream(self) -> None:
        """End an event stream with the word that its reader can open the next one at once."""
        if self.cycle.chunked_encoding:
            self.transport.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(ELSEWHERE), ELSEWHERE))
        self.transport.close()

    def on_headers_complete(self) -> None:
        self._unread = 0
        if self._is_too_long():
            raise TooLong
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unread = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer bytes that are no request: 431 where only the length was wrong."""
        if self._is_too_long():
            self._refuse(TOO_LONG)
        elif not self.transport.is_closing():
            super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        for place in self._places:
            self.open[place] -= 1
            if not self.open[place]:
                del self.open[place]
        super().connection_lost(exc)

    def _has_room(self) -> bool:
        """Count the connection for its address and its /48; return whether both have room for it."""
        if not self.most_connections or self.client is None:
            return True
        address = addresses.counted_address(self.client[0])
        limits = {address: self.most_connections}
        if wide := addresses.wide_network(address):
            limits[wide] = self.most_connections * addresses.WIDER
        self._places = list(limits)
        self.open.update(self._places)
        return all(self.open[place] <= most for place, most in limits.items())

    def _is_too_long(self) -> bool:
        length = len(getattr(self, "url", b""))  # There is none before the first request begins.
        return length + sum(len(name) + len(value) + 4 for name, value in self.headers or ()) > HEAD_BYTES

    def _refuse(self, answer: bytes) -> None:
        """Close the connection with an answer; without one in the middle of another answer."""
        if self.transport.is_closing():
            return
        answering: RequestResponseCycle | None = self.cycle
        if answering is None or answering.response_complete:
            self.transport.write(answer)
        self.transport.close()

    def _watch(self) -> None:
        """Start the timeout, unless a request is being answered: its body is the application's to time."""
        answering: RequestResponseCycle | None = self.cycle  # None at first, contrary to its annotation.
        if answering is not None and not answering.response_complete:
            self._unwatch()
        elif self._head is None and not self.transport.is_closing():
            self._head = self.loop.call_later(self.head_seconds, self._cut)

    def _unwatch(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _cut(self) -> None:
        self._head = None
        self._refuse(TOO_LATE)


def _marked(application: Any) -> Any:
    """Return the application; it notes in the scope of a request that its answer is an event stream."""

    async def marked(scope: Any, receive: Any, send: Any) -> None:
        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                heads = {name.lower(): value for name, value in message.get("headers", ())}
                scope[STREAM] = heads.get(b"content-type", b"").startswith(b"text/event-stream")
            await send(message)

        await application(scope, receive, sent)

    return marked


class Server(uvicorn.Server):
    """A server that drains: it accepts no connections, finishes its requests, and ends its event streams one by one.

    A stream that ends is opened again by its page, at another web process: that takes a second, and loses nothing.
    """

    def __init__(self, how: uvicorn.Config, drain_seconds: float = 0) -> None:
        super().__init__(how)
        self._drain_seconds = drain_seconds

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._drain_seconds:
            await self._drain(sockets or [])
        await super().shutdown(sockets)

    async def _drain(self, sockets: list[socket.socket]) -> None:
        until = time.monotonic() + self._drain_seconds
        for listener in self.servers:
            listener.close()
        for door in sockets:
            door.close()
        connections = [one for one in self.server_state.connections if isinstance(one, Protocol)]
        for connection in connections:
            connection.shutdown()  # An idle one closes, another one after its answer.
        streams = [connection for connection in connections if connection.is_streaming()]
        random.shuffle(streams)
        logging.getLogger("uvicorn.error").info("Draining: %s event streams move to other processes", len(streams))
        for stream in streams:
            stream.end_stream()
            await self._wait(min(1 / RETURNS_A_SECOND, self._drain_seconds / len(streams)))
        while self._is_busy(connections) and time.monotonic() < until:
            await self._wait(0.05)

    def _is_busy(self, connections: list[Protocol]) -> bool:
        return not self.force_exit and any(connection.is_answering() for connection in connections)

    async def _wait(self, seconds: float) -> None:
        await asyncio.sleep(0 if self.force_exit else seconds)  # A second Ctrl-C.


def config(application: Any, **more: Any) -> uvicorn.Config:
    """Return uvicorn's configuration for any application."""
    how: dict[str, Any] = {
        "access_log": False,
        "http": Protocol,
        "lifespan": "off",
        "proxy_headers": False,
        "server_header": False,
        "timeout_graceful_shutdown": 3,
        "timeout_keep_alive": KEEP_ALIVE_SECONDS,
        "ws": "none",
    }
    return uvicorn.Config(application, **(how | more))


def allow_many_files() -> None:
    """Raise the limit of open files as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS allows less than it says.
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def warn_of_an_open_host(host: str) -> None:
    """Warn where a site for development listens to more than this machine: it has no secrets."""
    if environment.flag("DEBUG") and host not in LOOPBACK:
        logging.getLogger("uvicorn.error").warning(
            "This site runs in development mode and listens on %s. Everyone on the network can reach it under any name "
            "and sign in with the demo’s public passwords. For a real site, set DEBUG=0 (docs/hosting.md).",
            host,
        )


def main() -> None:
    """Serve the site, or another application, until stopped."""
    words = argparse.ArgumentParser(prog="python -m crewsite.server", description="Serve the site.")
    words.add_argument("application", nargs="?", default="crewsite.asgi:application")
    words.add_argument("--host", default=environment.text("WEB_HOST") or "127.0.0.1")
    words.add_argument("--port", type=int, default=int(environment.number("WEB_PORT", 8000)))
    words.add_argument("--log-level", default="info")
    given = words.parse_args()
    warn_of_an_open_host(given.host)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
    pooler.end_if_refused()
    # Behind a proxy every connection is the proxy's.
    Protocol.most_connections = 0 if settings.TRUSTED_PROXY_COUNT else settings.ADDRESS_CONNECTIONS
    allow_many_files()
    how = config(given.application, host=given.host, port=given.port, log_level=given.log_level)
    Server(how, settings.DRAIN_SECONDS).run()


if __name__ == "__main__":
    main()
