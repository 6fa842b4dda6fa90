"""Bodies of waiting requests fill neither the memory nor the disk, however many connections send them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import IO, Any

import pytest
from django.core.exceptions import RequestAborted
from pytest_django.fixtures import Settings

from crewsite import asgi_handler, request_bodies
from crewsite.lanes import Full
from crewsite.request_bodies import Bodies, Body
from tests.asgi_handler_scenes import ask, open_doors, text_of


def receiving(*pieces: bytes, leaves: bool = False) -> Callable[[], Any]:
    messages = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    messages.append({"type": "http.disconnect"} if leaves else {"type": "http.request", "body": b""})

    async def receive() -> Any:
        return messages.pop(0)

    return receive


def read(body: Body, *pieces: bytes, leaves: bool = False) -> IO[bytes]:
    return asyncio.run(body.read(receiving(*pieces, leaves=leaves)))


def test_a_long_body_lies_in_a_file_and_is_whole() -> None:
    piece = b"x" * 40_000
    with Bodies().of("ana") as short, Bodies().of("ana") as long:
        in_memory, on_disk = read(short, piece), read(long, piece, piece)
        assert [file._rolled for file in (in_memory, on_disk)] == [False, True]  # type: ignore[attr-defined]
        assert on_disk.read() == piece + piece
        in_memory.close()
        on_disk.close()


def test_one_sender_and_all_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "MOST_OF_ONE", 10)
    monkeypatch.setattr(request_bodies, "MOST", 15)
    bodies = Bodies()
    with bodies.of("mallory") as first, bodies.of("mallory") as second, bodies.of("ana") as hers:
        read(first, b"x" * 6).close()
        with pytest.raises(Full):
            read(second, b"x" * 6)
        with pytest.raises(Full):
            read(hers, b"x" * 5)
    assert not bodies._bytes, "what has been answered counts no more"
    with bodies.of("mallory") as again:
        read(again, b"x" * 10).close()


def test_a_body_that_breaks_off_counts_no_more() -> None:
    bodies = Bodies()
    with bodies.of("ana") as body, pytest.raises(RequestAborted):
        read(body, b"half", leaves=True)
    assert not bodies._bytes


def test_a_crowd_of_bodies_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Forty requests of one address wait with their bodies; another address is answered."""
    settings.ROOT_URLCONF, settings.MIDDLEWARE = "tests.asgi_handler_scenes", []
    monkeypatch.setattr(request_bodies, "MOST_OF_ONE", 100_000)
    open_doors.clear()
    application = asgi_handler.Application()

    async def main() -> tuple[list[int], str]:
        crowd = [asyncio.create_task(ask(application, "slow", b"x" * 10_000)) for _number in range(40)]
        async with asyncio.timeout(30):
            while sum(task.done() for task in crowd) < 30:  # noqa: ASYNC110 - they are refused at once
                await asyncio.sleep(0.01)
        other = await ask(application, "plain", b"card=9", address="192.0.2.2")
        open_doors.set()
        return [sent[0]["status"] for sent in await asyncio.gather(*crowd)], text_of(other)

    statuses, other = asyncio.run(main())
    assert sorted(statuses) == [200] * 10 + [503] * 30
    assert other.endswith("9")
    assert not application._bodies._bytes
