"""Responses that need neither Django nor a thread."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final

Send = Callable[[Any], Awaitable[None]]
ALIVE: Final = b'{"alive": true}'


async def send_problem(
    scope: Any, send: Send, status: HTTPStatus, code: str, sentence: str, *more: tuple[bytes, bytes]
) -> None:
    """Send an error, as problem details for the API or as plain text. The connection is closed after it."""
    kind, body = "text/plain; charset=utf-8", sentence + "\n"
    if scope["path"].startswith("/api/"):
        problem = {"type": f"/api/#{code}", "title": status.phrase, "status": status, "code": code}
        kind, body = "application/problem+json", json.dumps({**problem, "detail": sentence})
    heads = [(b"content-type", kind.encode()), (b"connection", b"close"), *more]
    await send({"type": "http.response.start", "status": status.value, "headers": heads})
    await send({"type": "http.response.body", "body": body.encode()})


async def send_alive(send: Send) -> None:
    """Answer that the process is alive: a busy process is no dead one."""
    length = str(len(ALIVE)).encode()
    heads = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), (b"content-length", length)]
    await send({"type": "http.response.start", "status": 200, "headers": heads})
    await send({"type": "http.response.body", "body": ALIVE})
