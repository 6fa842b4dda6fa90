"""The web server drains: it finishes requests, and ends its streams one by one."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from logbook.lib.event_streams import ELSEWHERE, RETURNS_A_SECOND
from tests.faults.processes import waited_until
from tests.server_scenes import PATIENCE, listens, started

pytestmark = pytest.mark.slow
"""Each starts a server."""


class Drained:
    """An application with a stream without end at /stream, and a request at / that waits for its word."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        is_stream = scope["path"] == "/stream"
        heads = [(b"Content-Type", b"text/event-stream; charset=utf-8" if is_stream else b"text/html")]
        await send({"type": "http.response.start", "status": 200, "headers": heads})
        if is_stream:
            await send({"type": "http.response.body", "body": b": hello\n\n", "more_body": True})
            while (await receive())["type"] != "http.disconnect":
                pass
        else:
            await asyncio.to_thread(self.goes_on.wait, PATIENCE)
            await send({"type": "http.response.body", "body": b"finished"})


@contextmanager
def asked(port: int, path: str) -> Iterator[socket.socket]:
    """A connection that has asked for a path, and has heard the head of its answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        assert b" 200 " in line.recv(4096)
        yield line


def end_of(line: socket.socket) -> tuple[float, bytes]:
    """The moment when the connection is closed, and what was heard until then."""
    heard = b""
    while piece := line.recv(4096):
        heard += piece
    return time.monotonic(), heard


def test_a_stopping_server_ends_its_streams_one_by_one() -> None:
    application, most = Drained(), 8
    with ExitStack() as lines, started(application, 4) as (port, running):
        streams = [lines.enter_context(asked(port, "/stream")) for _number in range(most)]
        request = lines.enter_context(asked(port, "/"))
        running.should_exit = True
        with ThreadPoolExecutor(most) as waiting:
            ends = sorted(waiting.map(end_of, streams))
        assert ends[-1][0] - ends[0][0] >= (most - 1) / RETURNS_A_SECOND * 0.9
        assert all(heard.endswith(ELSEWHERE + b"\r\n0\r\n\r\n") for _moment, heard in ends), "each ends as it should"
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        application.goes_on.set()
        assert b"finished" in request.recv(4096) + request.recv(4096)
        assert request.recv(4096) == b"", "the connection is not used again"


def test_a_request_that_takes_longer_than_the_server_drains_is_cut() -> None:
    with ExitStack() as lines, started(Drained(), 1) as (port, running):
        request = lines.enter_context(asked(port, "/"))
        running.should_exit = True
        assert b"finished" not in request.recv(4096)


def test_a_second_interruption_waits_for_nothing() -> None:
    with ExitStack() as lines, started(Drained(), 20) as (port, running):
        request = lines.enter_context(asked(port, "/"))
        began = time.monotonic()
        running.should_exit = True
        assert waited_until(lambda: not listens(port), PATIENCE)
        running.force_exit = True
        assert b"finished" not in request.recv(4096)
        assert time.monotonic() - began < 15
