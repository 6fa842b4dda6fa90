"""Beats: the small requests by which pages say that they are in sight (see `presence`).

Thousands of open pages send them all day, so they bypass Django's handler: no thread, no session, no database. All
beats of a second go to Redis in one round trip.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakKeyDictionary
from zlib import crc32

import redis
import redis.asyncio
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.driver_info import DriverInfo

from logbook.lib.redis_clients import async_client, live_address
from logbook.tables import presence

PATH: Final = "/beat/"
BATCH_SECONDS: Final = 1.0
DRIVER: Final = DriverInfo()
"""Made once: it looks for redis-py's version in its installed files."""
INVALID: Final = {"detail": "This page is no longer valid. Reload it."}

Ages = dict[str, int]
"""Seconds since the last beat of each player at a table, by key.

Where others may only watch, `WATCHING` is a number that changes with who they are.
"""
WATCHING: Final = "watching"
MOST_COMPARED: Final = 50
"""The watchers whose coming and going changes that number."""


async def respond(scope: Any, receive: Any, send: Any) -> None:
    """Answer one beat with the ages of all beats at its table: 200; 204 while Redis is away, 403 for a wrong token."""
    if scope["method"] != "POST":
        await _send(send, 405, {"detail": "A beat is a POST request."}, (b"allow", b"POST"))
        return
    try:
        table_id, key = presence.read_token(await _token(receive))
    except presence.InvalidBeat:
        await _send(send, 403, INVALID)
        return
    ages = await _batch_here().beat(table_id, key)
    await (_send(send, 204) if ages is None else _send(send, 200, ages))


async def _token(receive: Any) -> str:
    """Return the body. Raises InvalidBeat for one that no token is as long as, and if the page has gone."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if message["type"] != "http.request" or len(body) > presence.LONGEST_TOKEN:
            raise presence.InvalidBeat
        if not message.get("more_body"):
            return body.decode("ascii", "replace")


async def _send(send: Any, status: int, body: object = None, *headers: tuple[bytes, bytes]) -> None:
    content = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
    head = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), *headers]
    if status != 204:
        head.append((b"content-length", str(len(content)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": content})


class _Batch:
    """The beats of one event loop that go to Redis together."""

    def __init__(self) -> None:
        self._keys: dict[int, set[str]] = defaultdict(set)
        self._answer: asyncio.Task[dict[int, Ages]] | None = None

    async def beat(self, table_id: int, key: str) -> Ages | None:
        """Store one beat and return those of its table; None while Redis is away."""
        self._keys[table_id].add(key)
        if self._answer is None:
            self._answer = asyncio.create_task(self._flush())
        return (await asyncio.shield(self._answer)).get(table_id)

    async def _flush(self) -> dict[int, Ages]:
        await asyncio.sleep(BATCH_SECONDS)
        keys, self._keys, self._answer = self._keys, defaultdict(set), None
        now = time.time()
        by_address = defaultdict[str, dict[int, set[str]]](dict)
        for table_id, own in keys.items():
            by_address[live_address(table_id)][table_id] = own
        found = await asyncio.gather(*(_exchange(address, own, now) for address, own in by_address.items()))
        return {table_id: ages for one in found for table_id, ages in one.items()}


async def _exchange(address: str, keys: Mapping[int, set[str]], now: float) -> dict[int, Ages]:
    """Store the beats of a server's tables, and return the ages there. Without an answer there are none."""
    try:
        async with _connect(address) as connection, connection.pipeline(transaction=False) as pipeline:
            read = [_ask(pipeline, table_id, own, now) for table_id, own in keys.items()]
            answers = await pipeline.execute()
    except redis.RedisError:
        return {}
    return {table_id: _ages(answers[at], answers[at + 1], now) for table_id, at in zip(keys, read, strict=True)}


def _ask(pipeline: Any, table_id: int, keys: set[str], now: float) -> int:
    """Add the commands that store these beats, and read those of the table; return the place of the first answer."""
    name, watchers = presence.name_of(table_id), presence.watchers_of(table_id)
    watching = {key.removeprefix(presence.WATCHES) for key in keys if key.startswith(presence.WATCHES)}
    playing = {key for key in keys if not key.startswith(presence.WATCHES)}
    if playing:
        pipeline.hset(name, mapping=dict.fromkeys(playing, int(now)))
        pipeline.expire(name, presence.KEPT_SECONDS)
    if watching:
        pipeline.zadd(watchers, dict.fromkeys(watching, int(now)))
        pipeline.zremrangebyscore(watchers, "-inf", now - presence.HERE_SECONDS)
        pipeline.expire(watchers, presence.BEAT_SECONDS * 4)
    place = len(pipeline)
    pipeline.hgetall(name)
    pipeline.zrevrangebyscore(watchers, "+inf", now - presence.HERE_SECONDS, start=0, num=MOST_COMPARED)
    return place


def _connect(address: str) -> redis.asyncio.Redis:
    """Return a connection for one batch: there is one a second at most, and none outlives its event loop."""
    return async_client(
        address,
        socket_connect_timeout=presence.PATIENCE_SECONDS,
        socket_timeout=presence.PATIENCE_SECONDS,
        retry=Retry(NoBackoff(), 1),
        driver_info=DRIVER,
    )


def _ages(beats: dict[bytes, bytes], watchers: list[bytes], now: float) -> Ages:
    ages = {key.decode(): max(0, int(now) - int(last)) for key, last in beats.items()}
    return ages | ({WATCHING: crc32(b"".join(sorted(watchers)))} if watchers else {})


_batches: WeakKeyDictionary[asyncio.AbstractEventLoop, _Batch] = WeakKeyDictionary()


def _batch_here() -> _Batch:
    loop = asyncio.get_running_loop()
    if loop not in _batches:
        _batches[loop] = _Batch()
    return _batches[loop]
