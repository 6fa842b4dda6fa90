"""Who is looking hears that a table (or a challenge that is prepared) has moved: a number, never what happened.

Each reader then fetches its own view. A lost announcement costs seconds (the page also asks by itself), never a move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from functools import cache

import redis
import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from redis.backoff import NoBackoff
from redis.retry import Retry

from . import metrics

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 15.0
PATIENCE_SECONDS = 1.0


TABLE, CHALLENGE, IMPORT = "table", "challenge", "import"


def channel_of(pk: int, kind: str = TABLE) -> str:
    """The channel on which the numbers of a table, or of a challenge, are told."""
    return f"{kind}:{pk}"


def announce(pk: int, number: int, *, kind: str = TABLE) -> None:
    """Tell everybody who is looking at the table, or the challenge, that it is at this number. Never raises."""
    try:
        _publisher().publish(channel_of(pk, kind), number)
    except redis.RedisError as error:
        logger.warning("%s %s is at %s, but nobody was told: %s", kind, pk, number, type(error).__name__)


@cache
def _publisher() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=PATIENCE_SECONDS,
        socket_timeout=PATIENCE_SECONDS,
        retry=Retry(NoBackoff(), 1),  # Once, in case Redis was restarted; nobody waits longer for an announcement.
    )


class Unreachable(Exception):
    """There is no Redis to listen to: the page goes on asking by itself."""


class Ear:
    """One reader's subscription to one table, or one challenge."""

    def __init__(self, pk: int, kind: str = TABLE) -> None:
        self._channel = channel_of(pk, kind)
        # No time limit on reading: between two moves the line is silent for as long as people think.
        self._redis = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=PATIENCE_SECONDS)
        self._pubsub = self._redis.pubsub()

    async def open(self) -> None:
        """Begin to listen: once this returns, whatever is told will be heard. Raises Unreachable."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS * 2):
                await self._pubsub.subscribe(self._channel)
                while not await self._pubsub.get_message(timeout=PATIENCE_SECONDS):
                    pass  # The first message is Redis's word that we are subscribed.
        except (redis.RedisError, OSError, TimeoutError) as error:
            await self.close()
            raise Unreachable from error

    async def close(self) -> None:
        """Stop listening; never raises."""
        with contextlib.suppress(redis.RedisError, OSError):
            await self._pubsub.aclose()  # type: ignore[no-untyped-call]
            await self._redis.aclose()

    async def numbers(self) -> AsyncIterator[int | None]:
        """The numbers as they are told; None when it has been quiet for a while. Ends when Redis goes away."""
        while True:
            try:
                message = await self._pubsub.get_message(timeout=HEARTBEAT_SECONDS)
            except (redis.RedisError, OSError):
                return
            yield int(message["data"]) if message and message["type"] == "message" else None


async def stream(ear: Ear, number: int) -> AsyncIterator[bytes]:
    """Server-sent events: the number now, and each new one; a comment as heartbeat while nothing moves."""
    metrics.STREAMS.inc()
    try:
        yield _event(number)
        async for told in ear.numbers():
            yield b": still here\n\n" if told is None else _event(told)
    finally:
        metrics.STREAMS.dec()
        await ear.close()


class Stream:
    """What `stream` says, as an answer holds it: the ear is closed also if its reader leaves before the first word.

    An asynchronous generator that was never begun has nothing to end, so Django is given something to close.
    """

    def __init__(self, ear: Ear, number: int) -> None:
        self._ear = ear
        self._events = stream(ear, number)
        self._loop = asyncio.get_running_loop()
        self._closing: asyncio.Task[None] | None = None

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._events

    def close(self) -> None:
        """Close the ear soon. Django calls this in another thread, once it is done with the answer."""
        with contextlib.suppress(RuntimeError):  # The loop has ended, and its connections with it.
            self._loop.call_soon_threadsafe(self._close)

    def _close(self) -> None:
        self._closing = self._loop.create_task(self._ear.close())


def _event(number: int) -> bytes:
    return f"event: moved\ndata: {number}\n\n".encode()


async def answer(ear: Ear, look: Callable[[], int]) -> HttpResponseBase:
    """The number that `look` finds, now and whenever it changes; 204 if there is nobody to hear it from."""
    try:
        # Listen first, then look: whatever happens in between is heard, at worst twice.
        await ear.open()
        number = await sync_to_async(_looked)(look)
    except Unreachable:
        return HttpResponse(status=204)
    except BaseException:
        await ear.close()
        raise
    return StreamingHttpResponse(
        Stream(ear, number),
        content_type="text/event-stream",
        headers={"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"},
    )


def _looked(look: Callable[[], int]) -> int:
    number = look()
    if not connection.in_atomic_block:
        connection.close()  # The stream lasts for hours; it needs no database.
    return number
