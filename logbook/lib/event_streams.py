"""Who is looking hears that a table (or a challenge that is prepared) has moved: a number, never what happened.

Each reader then fetches its own view. A lost announcement costs seconds (the page also asks by itself), never a move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from weakref import WeakKeyDictionary

import redis
import redis.asyncio
import redis.asyncio.retry
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, close_old_connections
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from redis.backoff import NoBackoff
from redis.retry import Retry

from logbook.lib import metrics

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 15.0
PATIENCE_SECONDS = 1.0
MOST_OF_A_PLAYER = 40
MOST_OF_AN_ADDRESS = 120
"""So many streams of one reader a web process holds at once."""


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


_readers: Counter[str] = Counter()
"""How many streams this process holds for each reader."""


def is_full(reader: str) -> bool:
    """Whether this reader, a person or an address, has as many streams open here as anybody may."""
    return _readers[reader] >= (MOST_OF_AN_ADDRESS if reader.startswith("address") else MOST_OF_A_PLAYER)


class Unreachable(Exception):
    """There is no Redis to listen to: the page goes on asking by itself."""


class Subscriber:
    """One reader of one table, or one challenge. What it has not read yet is one number: only the newest matters."""

    def __init__(self, pk: int, kind: str = TABLE, reader: str = "") -> None:
        self.channel = channel_of(pk, kind)
        self.reader = reader
        """Who listens, as it is counted: see `is_full`."""
        self._line: RedisSubscription | None = None
        self._number: int | None = None
        self._news = asyncio.Event()
        self._over = False
        self._is_counted = False

    async def open(self) -> None:
        """Begin to listen: once this returns, whatever is told will be heard. Raises Unreachable."""
        self._line, asked = _line_here(), time.monotonic()
        self._is_counted = True
        _readers[self.reader] += 1
        try:
            async with asyncio.timeout(PATIENCE_SECONDS * 2):
                await self._line.join(self)
        except TimeoutError as error:
            self.close()
            self._line.doubt(asked)
            raise Unreachable from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop listening; doing it again changes nothing."""
        self.end()
        if self._is_counted:
            self._is_counted = False
            _readers[self.reader] -= 1
            if not _readers[self.reader]:
                del _readers[self.reader]
        if self._line is not None:
            self._line.leave(self)

    def tell(self, number: int) -> None:
        """The newest number; one that was not read yet is forgotten."""
        self._number = number
        self._news.set()

    def end(self) -> None:
        """Nothing more will be told."""
        self._over = True
        self._news.set()

    async def numbers(self) -> AsyncIterator[int | None]:
        """The numbers as they are told; None when it has been quiet for a while. Ends when Redis goes away."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                yield None
                continue
            if self._over:
                return
            self._news.clear()
            yield self._number


class _Channel:
    def __init__(self) -> None:
        self.ears: set[Subscriber] = set()
        self.open = asyncio.Event()


class RedisSubscription:
    """One connection to Redis, on which an event loop hears for all its readers, however many they are.

    It is made for the first of them and ends with the last, or when Redis goes away: then it tells its readers that it
    is over, and whoever comes next makes a new one. All commands are sent by one task, in order.
    """

    def __init__(self) -> None:
        # No time limit on reading: between two moves the line is silent for as long as people think.
        self._redis = redis.asyncio.Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=PATIENCE_SECONDS,
            socket_timeout=None,
            **_kept_alive(),
            # Who listened through an interruption may have missed something. Whose stream ends asks again, and sees.
            retry=redis.asyncio.retry.Retry(NoBackoff(), 0),
        )
        self._pubsub = self._redis.pubsub()
        self._channels: dict[str, _Channel] = {}
        self._asked: Counter[str] = Counter()
        """How often we asked for each channel and were not yet answered."""
        self._commands: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()
        self._connected, self._heard = asyncio.Event(), 0.0
        self._task = asyncio.create_task(self._run())
        self.over = False

    async def join(self, ear: Subscriber) -> None:
        """Let it hear its channel; returns once Redis has said that we listen there. Raises Unreachable."""
        channel = self._channels.get(ear.channel)
        if channel is None:
            channel = self._channels[ear.channel] = _Channel()
            self._commands.put_nowait((ear.channel, True))
        channel.ears.add(ear)
        await channel.open.wait()
        if self.over:
            raise Unreachable

    def leave(self, ear: Subscriber) -> None:
        """Forget it; a channel that nobody hears any more is given up, and with the last one the line."""
        channel = self._channels.get(ear.channel)
        if channel is None or ear not in channel.ears:
            return
        channel.ears.remove(ear)
        if channel.ears:
            return
        del self._channels[ear.channel]
        if self._channels:
            self._commands.put_nowait((ear.channel, False))
        else:
            self.end()

    def doubt(self, since: float) -> None:
        """Somebody was not answered: hang up if nothing at all was heard meanwhile. The others then hear as little."""
        if self._heard < since:
            self.end()

    def end(self) -> None:
        """Hang up."""
        if not self.over:
            self.over = True
            self._task.cancel()

    async def _run(self) -> None:
        tasks = [asyncio.create_task(work) for work in (self._speak(), self._hear())]
        try:
            await asyncio.gather(*tasks)
        except (redis.RedisError, OSError) as error:
            logger.warning("nobody hears Redis any more: %s", type(error).__name__)
        finally:
            self._tell_it_is_over()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with contextlib.suppress(redis.RedisError, OSError):
                await self._pubsub.aclose()  # type: ignore[no-untyped-call]
                await self._redis.aclose()

    async def _speak(self) -> None:
        while True:
            name, wanted = await self._commands.get()
            if wanted:
                self._asked[name] += 1
                await self._pubsub.subscribe(name)
                self._connected.set()
            else:
                await self._pubsub.unsubscribe(name)

    async def _hear(self) -> None:
        await self._connected.wait()
        while True:
            message = await self._pubsub.get_message(timeout=None)
            self._heard = time.monotonic()
            if message is not None:
                self._pass_on(message["type"], message["channel"].decode(), message["data"])

    def _pass_on(self, kind: str, name: str, told: bytes) -> None:
        channel = self._channels.get(name)
        if kind == "subscribe":
            self._asked[name] -= 1
            answered = not self._asked[name]
            if answered:
                del self._asked[name]
            # An answer to an earlier question, from before everybody had left, is none to this one.
            if answered and channel is not None:
                channel.open.set()
        elif kind == "message" and channel is not None:
            for ear in channel.ears:
                ear.tell(int(told))

    def _tell_it_is_over(self) -> None:
        self.over = True
        for channel in self._channels.values():
            channel.open.set()
            for ear in channel.ears:
                ear.end()
        self._channels.clear()


def _kept_alive() -> dict[str, bool]:
    """Another machine that is gone is noticed; a socket of this one needs no such thing, and takes none."""
    return {} if settings.REDIS_URL.startswith("unix:") else {"socket_keepalive": True}


_lines: WeakKeyDictionary[asyncio.AbstractEventLoop, RedisSubscription] = WeakKeyDictionary()


def _line_here() -> RedisSubscription:
    """The line of this event loop."""
    loop = asyncio.get_running_loop()
    line = _lines.get(loop)
    if line is None or line.over:
        line = _lines[loop] = RedisSubscription()
    return line


async def stream(ear: Subscriber, number: int, may: Callable[[], object]) -> AsyncIterator[bytes]:
    """Server-sent events: the number now, and each new one; a comment as heartbeat while nothing moves.

    Before each it is asked anew whether the reader still `may` hear it (which raises Http404 if not): then it ends.
    """
    metrics.STREAMS.inc()
    try:
        yield _event(number)
        async for told in ear.numbers():
            if not await read_without_holding(may):
                return
            yield b": still here\n\n" if told is None else _event(told)
    finally:
        metrics.STREAMS.dec()
        ear.close()


async def read_without_holding(may: Callable[[], object]) -> bool:
    """Whether it may still be heard, asked in a few threads that all streams share: none has one of its own."""
    return await asyncio.get_running_loop().run_in_executor(_doormen, _still, may)


def _still(may: Callable[[], object]) -> bool:
    close_old_connections()
    try:
        return allowed(may)
    finally:
        close_old_connections()


def allowed(may: Callable[[], object]) -> bool:
    """The answer to `may`. Without a database nobody knows: the stream ends, and the page asks by itself."""
    try:
        may()
    except (Http404, PermissionDenied, DatabaseError):
        return False
    return True


_doormen = ThreadPoolExecutor(2, thread_name_prefix="doorman")


class Stream:
    """What `stream` says, as an answer holds it: the ear is closed also if its reader leaves before the first word.

    An asynchronous generator that was never begun has nothing to end, so Django is given something to close.
    """

    def __init__(self, ear: Subscriber, number: int, may: Callable[[], object]) -> None:
        self._ear = ear
        self._events = stream(ear, number, may)
        self._loop = asyncio.get_running_loop()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._events

    def close(self) -> None:
        """Close the ear soon. Django calls this in another thread, once it is done with the answer."""
        with contextlib.suppress(RuntimeError):  # The loop has ended, and its line with it.
            self._loop.call_soon_threadsafe(self._ear.close)


def _event(number: int) -> bytes:
    return f"event: moved\ndata: {number}\n\n".encode()


async def answer(ear: Subscriber, may: Callable[[], object], look: Callable[[], int]) -> HttpResponseBase:
    """The number that `look` finds, now and whenever it changes, as long as the reader `may` hear it.

    204 if there is nobody to hear it from.
    """
    try:
        # Listen first, then look: whatever happens in between is heard, at worst twice.
        await ear.open()
        number = await sync_to_async(look)()
    except Unreachable:
        return HttpResponse(status=204)
    except BaseException:
        ear.close()
        raise
    return StreamingHttpResponse(
        Stream(ear, number, may),
        content_type="text/event-stream",
        headers={"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"},
    )
