"""Scenes that the tests of asgi handler share with others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from pytest_django.fixtures import Settings

from crewsite import asgi_handler
from logbook.lib.responses import Download

Messages = list[dict[str, Any]]


open_doors = threading.Event()


left: list[str] = []


begun: list[str] = []


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


# --- views


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


urlpatterns = [path(f"{view.__name__}/", view) for view in (plain, slow, broken, fails, endless, rows, breaks_off)]
