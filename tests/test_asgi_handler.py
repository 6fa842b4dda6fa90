"""The web server's threads: few that stay, and none for a stream."""

from __future__ import annotations

import asyncio
import http.client
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from pytest_django.fixtures import Settings

from crewsite import asgi_handler
from logbook.lib.responses import Download

Messages = list[dict[str, Any]]

open_doors = threading.Event()


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{threading.current_thread().name} {request.POST.get('card', '')}")


def slow(request: HttpRequest) -> HttpResponse:
    open_doors.wait(5)
    return plain(request)


def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError


async def fails(request: HttpRequest) -> HttpResponseBase:
    async def numbers() -> AsyncIterator[bytes]:
        yield b"one"
        raise ZeroDivisionError

    return StreamingHttpResponse(numbers())


async def endless(request: HttpRequest) -> HttpResponseBase:
    async def numbers() -> AsyncIterator[bytes]:
        try:
            yield b"one"
            begun.append("begun")
            await asyncio.sleep(60)
        finally:
            left.append("left")

    return StreamingHttpResponse(numbers())


def rows(request: HttpRequest) -> HttpResponseBase:
    return StreamingHttpResponse(iter([b"a", b"b"]))


def breaks_off(request: HttpRequest) -> HttpResponseBase:
    """A file whose database, or disk, is gone when half of it was sent."""

    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise OperationalError("gone")

    return Download(pieces(), "file.csv", "text/csv")


left: list[str] = []
begun: list[str] = []
urlpatterns = [path(f"{view.__name__}/", view) for view in (plain, slow, broken, fails, endless, rows, breaks_off)]


@pytest.fixture
def application(settings: Settings) -> asgi_handler.Application:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    left.clear()
    begun.clear()
    open_doors.clear()
    return asgi_handler.Application()


async def ask(
    application: asgi_handler.Application,
    name: str,
    body: bytes = b"",
    *,
    leaves: Callable[[], bool] = lambda: False,
    address: str = "192.0.2.1",
    prefix: str = "",
    cookie: str = "",
) -> Messages:
    """What the server would be sent; the reader leaves once the condition holds."""
    sent: Messages = []
    asked: Iterator[dict[str, Any]] = iter([{"type": "http.request", "body": body}])

    async def receive() -> dict[str, Any]:
        for message in asked:
            return message
        while not leaves():  # noqa: ASYNC110 - as a browser would, at any time
            await asyncio.sleep(0.01)
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    form = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")]
    headers = [*form, (b"content-length", str(len(body)).encode())]
    if cookie:
        headers.append((b"cookie", cookie.encode()))
    scope = {"type": "http", "method": "POST" if body else "GET", "path": f"{prefix}/{name}/", "headers": headers}
    async with asyncio.timeout(60):
        await application(
            {**scope, "client": (address, 50_000), "query_string": b"", "http_version": "1.1"}, receive, send
        )
    return sent


def text_of(sent: Messages) -> str:
    return b"".join(message.get("body", b"") for message in sent).decode()


def test_one_after_the_other_is_answered_in_the_same_thread(application: asgi_handler.Application) -> None:
    async def main() -> set[str]:
        return {text_of(await ask(application, "plain")) for _ in range(5)}

    (name,) = asyncio.run(main())
    assert name.startswith("lane-")


def test_a_form_is_read(application: asgi_handler.Application) -> None:
    assert text_of(asyncio.run(ask(application, "plain", b"card=B7"))).endswith(" B7")


def test_an_error_is_answered_and_its_lane_is_free_again(application: asgi_handler.Application) -> None:
    async def main() -> list[int]:
        answers = [await ask(application, name) for name in ("broken", "plain")]
        return [answer[0]["status"] for answer in answers]

    assert asyncio.run(main()) == [500, 200]
    assert len(application._lanes.idle) == asgi_handler.LANES


def test_while_all_are_busy_requests_wait_for_a_thread(application: asgi_handler.Application) -> None:
    async def main() -> tuple[int, set[str]]:
        senders = [f"192.0.2.{number}" for number in range(3 * asgi_handler.LANES)]
        tasks = [asyncio.create_task(ask(application, "slow", address=sender)) for sender in senders]
        await asyncio.sleep(0.05)
        waiting = sum(not task.done() for task in tasks)
        open_doors.set()
        return waiting, {text_of(sent) for sent in await asyncio.gather(*tasks)}

    waiting, lane_names = asyncio.run(main())
    assert waiting == 3 * asgi_handler.LANES
    assert len(lane_names) == len(application._lanes.idle) == asgi_handler.LANES
    assert all(name.startswith("lane-") for name in lane_names)


def test_a_stream_holds_no_thread_and_ends_with_its_reader(application: asgi_handler.Application) -> None:
    async def main() -> None:
        gone: list[bool] = []
        before = threading.active_count()
        readers = [asyncio.create_task(ask(application, "endless", leaves=lambda: bool(gone))) for _ in range(20)]
        async with asyncio.timeout(60):
            while len(begun) < 20 or len(application._lanes.idle) < asgi_handler.LANES:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert threading.active_count() - before < 20
        gone.append(True)
        assert {text_of(sent) for sent in await asyncio.gather(*readers)} == {"one"}

    asyncio.run(main())
    assert left == ["left"] * 20


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators")
def test_what_is_read_bit_by_bit_is_sent_whole(application: asgi_handler.Application) -> None:
    assert text_of(asyncio.run(ask(application, "rows"))) == "ab"


def test_a_stream_that_fails_is_no_secret(application: asgi_handler.Application) -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(ask(application, "fails"))


@contextmanager
def served(application: asgi_handler.Application) -> Iterator[int]:
    """The application behind the real web server: its port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = uvicorn.Server(uvicorn.Config(application, lifespan="off", log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        try:
            yield door.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


@pytest.mark.parametrize("version", [(10, "HTTP/1.0"), (11, "HTTP/1.1")])
def test_a_file_that_breaks_off_is_seen_to_be_incomplete(
    application: asgi_handler.Application, version: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No reader, not even a proxy that speaks HTTP/1.0, takes the cut answer for a whole one."""
    number, named = version
    with served(application) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        monkeypatch.setattr(connection, "_http_vsn", number)
        monkeypatch.setattr(connection, "_http_vsn_str", named)
        connection.request("GET", "/breaks_off/")
        answer = connection.getresponse()
        with pytest.raises(http.client.IncompleteRead) as told:
            answer.read()
        assert (answer.status, told.value.partial) == (200, b"half")
        connection.close()
