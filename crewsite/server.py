"""The web server: `python -m crewsite.server`. Uvicorn, which waits for nobody's request for ever, and asks no headers
who sent it (`crewsite.proxies` does, behind as many proxies as are configured).
"""

from __future__ import annotations

import argparse
import asyncio
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from crewsite import environment

HEAD_SECONDS: Final = 15.0
"""So long a connection may take until its request's headers are whole, the first one and each later one."""
KEEP_ALIVE_SECONDS: Final = 5
TOO_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Protocol(HttpToolsProtocol):
    """HTTP/1.1, with an end to waiting for headers: uvicorn itself waits for ever once a byte has come."""

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
        """Wait for headers, unless a request is being answered: its body is the application's to wait for."""
        answering: RequestResponseCycle | None = self.cycle  # None at first, whatever its annotation says.
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
    """How any application is served."""
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
    """Serve the site, or another application, until told to stop."""
    words = argparse.ArgumentParser(prog="python -m crewsite.server", description="Serve the site.")
    words.add_argument("application", nargs="?", default="crewsite.asgi:application")
    words.add_argument("--host", default=environment.text("WEB_HOST") or "127.0.0.1")
    words.add_argument("--port", type=int, default=int(environment.number("WEB_PORT", 8000)))
    words.add_argument("--log-level", default="info")
    given = words.parse_args()
    uvicorn.Server(config(given.application, host=given.host, port=given.port, log_level=given.log_level)).run()


if __name__ == "__main__":
    main()
