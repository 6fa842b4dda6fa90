"""Nobody fills the disk: a body that is too large is refused before it is kept, whether it says its length or not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIHandler

from crewsite import bodies
from crewsite.lanes import Application
from logbook.exchange.unpacking import MOST_UNPACKED, MOST_UPLOADED


def told(pieces: Iterator[bytes], *headers: tuple[bytes, bytes]) -> tuple[list[Any], int]:
    """What is answered to a form sent in these pieces, and how many of them were read."""
    sent: list[Any] = []
    read = 0

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": next(pieces), "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/accounts/login/", "query_string": b"", "headers": headers}
    asyncio.run(Application()(scope, receive, send))
    return sent, read


def endless() -> Iterator[bytes]:
    while True:
        yield b"x" * 1000


def test_what_says_that_it_is_too_large_is_not_read() -> None:
    sent, read = told(endless(), (b"content-length", str(bodies.MOST_BYTES + 1).encode()))
    assert (sent[0]["status"], read) == (413, 0)
    assert b"too large" in sent[1]["body"]


def test_what_does_not_say_its_length_is_read_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_BYTES", 10_000)
    sent, read = told(endless())
    assert (sent, read) == ([], 11)


def test_a_whole_file_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_BYTES", 10_000)
    messages = [{"type": "http.request", "body": b"x" * 5000, "more_body": more} for more in (True, False)]

    async def receive() -> Any:
        return messages.pop(0)

    body = asyncio.run(ASGIHandler.read_body(Application(), bodies.counted(receive)))
    assert len(body.read()) == 10_000
    body.close()


def test_the_largest_file_of_an_import_fits() -> None:
    assert max(MOST_UPLOADED, MOST_UNPACKED) < bodies.MOST_BYTES
