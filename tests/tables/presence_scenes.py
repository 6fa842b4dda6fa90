"""Scenes that the tests of presence share with others."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from logbook.tables import beats

Answer = tuple[int, Any]


async def one(body: str | bytes, method: str = "POST") -> Answer:
    sent: list[dict[str, Any]] = []
    pieces = [{"type": "http.request", "body": body if isinstance(body, bytes) else body.encode(), "more_body": False}]

    async def receive() -> dict[str, Any]:
        return pieces.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await beats.respond({"type": "http", "method": method, "path": beats.PATH}, receive, send)
    content = sent[1]["body"]
    return sent[0]["status"], json.loads(content) if content else None


def beat(body: str | bytes, method: str = "POST") -> Answer:
    return asyncio.run(one(body, method))
