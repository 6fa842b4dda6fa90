"""The web server, `python -m crewsite.server`: uvicorn with a timeout for request headers, and without trust in proxy
headers (`crewsite.proxies` reads them, for as many proxies as are configured).
"""

from __future__ import annotations

import argparse
import asyncio
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from crewsite import environment

HEAD_SECONDS: Final = 15.0
"""The most seconds until a request's headers are complete, for each request of a connection."""
KEEP_ALIVE_SECONDS: Final = 5
TOO_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Protocol(HttpToolsProtocol):
    """HTTP/1.1 with a timeout for headers: uvicorn itself waits for ever after the first byte."""

    head_seconds = HEAD_SECONDS

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # As uvicorn's.
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

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
        if not self.transport.is_closing():
            self.transport.write(TOO_LATE)
            self.transport.close()


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


def main() -> None:
    """Serve the site, or another application, until stopped."""
    words = argparse.ArgumentParser(prog="python -m crewsite.server", description="Serve the site.")
    words.add_argument("application", nargs="?", default="crewsite.asgi:application")
    words.add_argument("--host", default=environment.text("WEB_HOST") or "127.0.0.1")
    words.add_argument("--port", type=int, default=int(environment.number("WEB_PORT", 8000)))
    words.add_argument("--log-level", default="info")
    given = words.parse_args()
    uvicorn.Server(config(given.application, host=given.host, port=given.port, log_level=given.log_level)).run()


if __name__ == "__main__":
    main()
