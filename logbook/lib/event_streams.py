"""Event streams: they tell readers that a table (or a challenge in preparation) has moved, by a number only.

Each reader then fetches its own view, or a renderer of tables sends it. A lost announcement costs seconds (the page
also polls), never a move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterable, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from weakref import WeakKeyDictionary

import redis
import redis.asyncio
import redis.asyncio.retry
from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, close_old_connections
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from redis.backoff import NoBackoff

from logbook.lib import addresses, metrics, replica
from logbook.lib.announcements import PATIENCE_SECONDS, TABLE, channel_of
from logbook.lib.redis_clients import async_client, live_address

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 15.0
MOST_OF_A_PLAYER = 40
MOST_OF_AN_ADDRESS = 120
"""The most streams of one reader per web process."""


HEARTBEAT: Final = b": still here\n\n"
ELSEWHERE: Final = b"event: elsewhere\ndata:\n\n"
"""The last event of a process that stops: the reader opens the stream again, and reaches another one."""
RETURNS_A_SECOND: Final = 100
"""The most streams that come back to a process in a second."""
LONGEST_SPREAD_SECONDS: Final = 60


_readers: Counter[str] = Counter()
"""The number of streams of each reader in this process."""


def is_full(reader: str) -> bool:
    """Return whether this reader, a person or an address, has the most streams allowed here, or its /48 has."""
    network = _network_of(reader)
    if network and _readers[network] >= MOST_OF_AN_ADDRESS * addresses.WIDER:
        return True
    return _readers[reader] >= (MOST_OF_AN_ADDRESS if reader.startswith("address") else MOST_OF_A_PLAYER)


def count_reader(reader: str, step: int) -> None:
    """Count a stream of this reader that opens (1) or ends (-1)."""
    for key in filter(None, (reader, _network_of(reader))):
        _readers[key] += step
        if not _readers[key]:
            del _readers[key]


def _network_of(reader: str) -> str | None:
    """Return the /48 of a reader who is an IPv6 address."""
    return addresses.wide_network(reader.removeprefix("address ")) if reader.startswith("address") else None


class Unreachable(Exception):
    """Redis cannot be reached; the page goes on polling."""


class Subscriber:
    """A reader of one table, or of one challenge. It buffers one number: only the newest matters."""

    def __init__(self, pk: int, kind: str = TABLE, reader: str = "") -> None:
        self.channel, self._address = channel_of(pk, kind), live_address(pk)
        self.reader = reader
        """The reader's key for `is_full`."""
        self._subscription: RedisSubscription | None = None
        self._number: int | None = None
        self._news = asyncio.Event()
        self._over = False
        self._is_counted = False

    async def open(self) -> None:
        """Subscribe: after this returns, no announcement is missed. Raises Unreachable."""
        self._subscription, asked_at = _connection_here(self._address), time.monotonic()
        if self.reader:
            self._is_counted = True
            count_reader(self.reader, 1)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS * 2):
                await self._subscription.join(self)
        except TimeoutError as error:
            self.close()
            self._subscription.doubt(asked_at)
            raise Unreachable from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Unsubscribe. Idempotent."""
        self.end()
        if self._is_counted:
            self._is_counted = False
            count_reader(self.reader, -1)
        if self._subscription is not None:
            self._subscription.leave(self)

    def tell(self, number: int) -> None:
        """Set the newest number; it replaces one that was not read yet."""
        self._number = number
        self._news.set()

    def end(self) -> None:
        """End the stream of numbers."""
        self._over = True
        self._news.set()

    @property
    def is_over(self) -> bool:
        """True once the stream of numbers has ended."""
        return self._over

    async def numbers(self) -> AsyncIterator[int | None]:
        """Yield the announced numbers; None after a quiet while. It ends when Redis goes away."""
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
        self.subscribers: set[Subscriber] = set()
        self.open = asyncio.Event()


class RedisSubscription:
    """One connection to a Redis, shared by all of its subscribers in an event loop.

    It is opened for the first subscriber and closed with the last, or when Redis goes away: then it ends its
    subscribers, and the next one opens a new connection. One task sends all commands, in order.
    """

    def __init__(self, address: str) -> None:
        # No read timeout: between two moves the connection is silent for as long as people think.
        self._redis = async_client(
            address,
            socket_connect_timeout=PATIENCE_SECONDS,
            socket_timeout=None,
            **_kept_alive(address),
            # No reconnection: a subscriber may have missed a number meanwhile. When its stream ends, the page asks
            # again.
            retry=redis.asyncio.retry.Retry(NoBackoff(), 0),
        )
        self._pubsub = self._redis.pubsub()
        self._channels: dict[str, _Channel] = {}
        self._subscribers: Counter[str] = Counter()
        """The number of unanswered subscriptions of each channel."""
        self._commands: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()
        self._connected, self._received_at = asyncio.Event(), 0.0
        self._task = asyncio.create_task(self._run())
        self.over = False

    async def join(self, subscriber: Subscriber) -> None:
        """Subscribe to its channel; returns once Redis has confirmed it. Raises Unreachable."""
        channel = self._channels.get(subscriber.channel)
        if channel is None:
            channel = self._channels[subscriber.channel] = _Channel()
            self._commands.put_nowait((subscriber.channel, True))
        channel.subscribers.add(subscriber)
        await channel.open.wait()
        if self.over:
            raise Unreachable

    def leave(self, subscriber: Subscriber) -> None:
        """Remove the subscriber; a channel's last one unsubscribes it, and the last of all closes the connection."""
        channel = self._channels.get(subscriber.channel)
        if channel is None or subscriber not in channel.subscribers:
            return
        channel.subscribers.remove(subscriber)
        if channel.subscribers:
            return
        del self._channels[subscriber.channel]
        if self._channels:
            self._commands.put_nowait((subscriber.channel, False))
        else:
            self.end()

    def doubt(self, since: float) -> None:
        """Close after a timeout if nothing was received since then: the other subscribers would not hear either."""
        if self._received_at < since:
            self.end()

    def end(self) -> None:
        """Close the connection."""
        if not self.over:
            self.over = True
            self._task.cancel()

    async def _run(self) -> None:
        tasks = [asyncio.create_task(work) for work in (self._send_commands(), self._receive())]
        try:
            await asyncio.gather(*tasks)
        except (redis.RedisError, OSError) as error:
            logger.warning("the connection to Redis is lost: %s", type(error).__name__)
        finally:
            self._tell_it_is_over()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with contextlib.suppress(redis.RedisError, OSError):
                await self._pubsub.aclose()  # type: ignore[no-untyped-call]
                await self._redis.aclose()

    async def _send_commands(self) -> None:
        while True:
            name, subscribes = await self._commands.get()
            if subscribes:
                self._subscribers[name] += 1
                await self._pubsub.subscribe(name)
                self._connected.set()
            else:
                await self._pubsub.unsubscribe(name)

    async def _receive(self) -> None:
        await self._connected.wait()
        while True:
            message = await self._pubsub.get_message(timeout=None)
            self._received_at = time.monotonic()
            if message is not None:
                self._pass_on(message["type"], message["channel"].decode(), message["data"])

    def _pass_on(self, kind: str, name: str, payload: bytes) -> None:
        channel = self._channels.get(name)
        if kind == "subscribe":
            self._subscribers[name] -= 1
            answered = not self._subscribers[name]
            if answered:
                del self._subscribers[name]
            # A late reply to an earlier subscription, since cancelled, does not confirm this one.
            if answered and channel is not None:
                channel.open.set()
        elif kind == "message" and channel is not None:
            for subscriber in channel.subscribers:
                subscriber.tell(int(payload))

    def _tell_it_is_over(self) -> None:
        self.over = True
        for channel in self._channels.values():
            channel.open.set()
            for subscriber in channel.subscribers:
                subscriber.end()
        self._channels.clear()


def _kept_alive(address: str) -> dict[str, bool]:
    """Return keep-alive options, which notice a dead remote host; a Unix socket needs and accepts none."""
    return {} if address.startswith("unix:") else {"socket_keepalive": True}


_connections: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, RedisSubscription]] = WeakKeyDictionary()


def _connection_here(address: str) -> RedisSubscription:
    """Return the connection of this event loop to the server."""
    here = _connections.setdefault(asyncio.get_running_loop(), {})
    connection = here.get(address)
    if connection is None or connection.over:
        connection = here[address] = RedisSubscription(address)
    return connection


async def stream(subscriber: Subscriber, number: int, may: Callable[[], object]) -> AsyncIterator[bytes]:
    """Yield server-sent events: the current number and each new one; a comment as heartbeat while nothing moves.

    Before each event `may` checks the reader's access again (it raises Http404): then the stream ends.
    """
    metrics.STREAMS.inc()
    try:
        yield moved_event(number)
        async for news in subscriber.numbers():
            if not await read_without_holding(may):
                return
            yield HEARTBEAT if news is None else moved_event(news)
    finally:
        metrics.STREAMS.dec()
        subscriber.close()


async def read_without_holding(may: Callable[[], object]) -> bool:
    """Check access in a few threads that all streams share, so that no stream holds a thread."""
    return await asyncio.get_running_loop().run_in_executor(_access_threads, _still, may)


def _still(may: Callable[[], object]) -> bool:
    close_old_connections()
    try:
        return allowed(may)
    finally:
        close_old_connections()


def allowed(may: Callable[[], object]) -> bool:
    """Return the result of `may`. Without a database it is unknown: the stream ends, and the page polls."""
    try:
        replica.read_again(may)
    except (Http404, PermissionDenied, DatabaseError):
        return False
    return True


_access_threads = ThreadPoolExecutor(2, thread_name_prefix="access")


class Stream:
    """The content of a streaming response: it closes the subscriber also if the reader leaves before the first event.

    An asynchronous generator that never started has no cleanup, so Django gets an object to close.
    """

    def __init__(self, subscriber: Subscriber, number: int, may: Callable[[], object]) -> None:
        self._subscriber = subscriber
        self._events = stream(subscriber, number, may)
        self._loop = asyncio.get_running_loop()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._events

    def close(self) -> None:
        """Close the subscriber soon. Django calls this in another thread, after the response."""
        with contextlib.suppress(RuntimeError):  # The loop has ended, and its connection with it.
            self._loop.call_soon_threadsafe(self._subscriber.close)


def spread_seconds(streams: int) -> int:
    """Return the seconds over which this many streams come back if they are lost together."""
    return min(LONGEST_SPREAD_SECONDS, streams // RETURNS_A_SECOND)


def spread_event(seconds: int) -> bytes:
    """Return the event that tells a reader over how many seconds lost streams come back."""
    return f"event: spread\ndata: {seconds}\n\n".encode()


def moved_event(number: int) -> bytes:
    """Return the event that tells a number."""
    return f"event: moved\ndata: {number}\n\n".encode()


def talk_event(number: int) -> bytes:
    """Return the event that tells the number of a table's talk."""
    return f"event: talk\ndata: {number}\n\n".encode()


async def answer(subscriber: Subscriber, may: Callable[[], object], look: Callable[[], int]) -> HttpResponseBase:
    """Return the stream of the number that `look` finds, now and on each change, as long as the reader `may` read it.

    Return 204 if Redis cannot be reached.
    """
    try:
        # Subscribe first, then look: a number announced in between arrives, at worst twice.
        await subscriber.open()
        number = await sync_to_async(look)()
    except Unreachable:
        return HttpResponse(status=204)
    except BaseException:
        subscriber.close()
        raise
    return response(Stream(subscriber, number, may))


def response(events: AsyncIterable[bytes]) -> StreamingHttpResponse:
    """Return the response that streams these events."""
    return StreamingHttpResponse(
        events,
        content_type="text/event-stream",
        headers={"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"},
    )
