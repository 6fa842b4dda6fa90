"""Limits on the size and duration of request bodies. An oversized body is refused before it fills the disk, because
Django stores bodies as a whole.

Only people with an account upload files, so other callers may not send one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from importlib import import_module
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError
from django.http import parse_cookie

from crewsite.raw_responses import Send, send_problem

MOST_BYTES: Final = 136 * 1024 * 1024
"""The largest file, a zip, plus room for the other fields."""
MOST_OF_STRANGERS: Final = 3 * 1024 * 1024
"""Django's own limit of a form without files, plus some room."""
SENTENCE: Final = "This is too large: a file may have 64 MB, a zip 128 MB."
TO_STRANGERS: Final = "This is too large: without signing in one may send 3 MB."

SECONDS: Final = 30.0
"""The seconds that a body may take, extended by what it delivers."""
SLOWEST: Final = 8 * 1024
"""Bytes per second: a sender at this speed has a slow connection, and is not cut off."""
TOO_SLOW: Final = "This took too long to arrive. Try again, on a better line if there is one."

Receive = Callable[[], Awaitable[Any]]


def may_be_large(scope: Any) -> bool:
    """Return whether the body is larger than strangers may send, or its size is unknown."""
    heads = dict(scope["headers"])
    said = heads.get(b"content-length", b"")
    return int(said) > MOST_OF_STRANGERS if said.isdigit() else b"transfer-encoding" in heads


def is_larger(scope: Any, most: int) -> bool:
    """Return whether the request declares a larger body."""
    said = dict(scope["headers"]).get(b"content-length", b"")
    return said.isdigit() and int(said) > most


def most_of(scope: Any) -> int:
    """Return the size limit of this sender: higher with a session or a token."""
    heads = dict(scope["headers"])
    try:
        known = _signed_in(heads.get(b"cookie", b"").decode("latin-1")) or _with_token(heads.get(b"authorization", b""))
    except DatabaseError:
        known = False  # Without a database no upload could be stored either.
    return MOST_BYTES if known else MOST_OF_STRANGERS


def _signed_in(cookie: str) -> bool:
    key = parse_cookie(cookie).get(settings.SESSION_COOKIE_NAME)
    return bool(key) and SESSION_KEY in import_module(settings.SESSION_ENGINE).SessionStore(key)


def _with_token(authorization: bytes) -> bool:
    from logbook.people.services.tokens import open_token

    scheme, _space, key = authorization.strip().partition(b" ")
    return scheme.lower() == b"bearer" and open_token(key.strip().decode("latin-1")) is not None


async def refuse(scope: Any, send: Send, most: int) -> None:
    """Answer that the body is too large, without reading it."""
    sentence = SENTENCE if most == MOST_BYTES else TO_STRANGERS
    await send_problem(scope, send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", sentence)


async def refuse_late(scope: Any, send: Send) -> None:
    """Answer that the body took too long, without waiting for the rest."""
    await send_problem(scope, send, HTTPStatus.REQUEST_TIMEOUT, "too-slow", TOO_SLOW)


def counted(receive: Receive, most: int) -> Receive:
    """Return a receive function that turns a body of undeclared length into a disconnect when it exceeds the limit."""
    left = most

    async def receive_counted() -> Any:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        return message if left >= 0 else {"type": "http.disconnect"}

    return receive_counted


class InTime:
    """A receive function with a timeout: a stalled sender counts as disconnected, and `is_late` is set."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._until = asyncio.get_running_loop().time() + SECONDS
        self.is_late = False

    async def __call__(self) -> Any:
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            self.is_late = True
            return {"type": "http.disconnect"}
        self._until += len(message.get("body", b"")) / SLOWEST
        return message
