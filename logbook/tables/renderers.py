"""The streams of parts: the part that moves is rendered once a move for all its readers, and sent to each.

Tables have them, and rooms (`logbook/rooms/live_parts.py`). Redis tells a number and nothing else. Each web process has
one renderer for a table with readers. The renderer hears the number, has every reader's own part rendered in one
thread, and gives each stream the newest. What it cannot render goes as "moved" alone: the page then fetches the part.

Talk has a number of its own. A stream passes it on, and the page fetches the panel: a click costs nothing for talk.

A table's own stream holds one of these, the stream of a browser's tabs several (`logbook/site/views/streams.py`).

A stream begins with the table's present number, so that a page makes good what it missed. A renderer that fails ends
its streams, and the pages ask; it never silences them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, TypeVar
from weakref import WeakKeyDictionary

from django.db import close_old_connections
from django.http import HttpResponse
from django.http.response import HttpResponseBase

from logbook.lib import announcements, event_streams, metrics, replica
from logbook.lib.event_streams import Unreachable
from logbook.people.models.players import Player
from logbook.tables.live_parts import LiveTable, Part, Reader, still_reading
from logbook.tables.selectors.tables import table_numbers, talk_numbers

logger = logging.getLogger(__name__)

CHECK_SECONDS: Final = 30.0
"""The interval at which the access of all readers of a process is checked, besides at each announced change."""
RENDERING_THREADS: Final = 2

Result = TypeVar("Result")


class Follower(Protocol):
    """A page that follows something, as it was when its stream opened."""

    @property
    def followed(self) -> int:
        """The key of what it follows."""

    @property
    def player(self) -> Player: ...

    @property
    def counted_as(self) -> str:
        """The name under which the streams of one person are counted."""

    @property
    def is_hidden(self) -> bool:
        """Whether nobody sees the page."""


class Live(Protocol):
    """The thing that the readers of one renderer follow, as it stood at the last number that was rendered."""

    def parts(self, readers: Sequence[tuple[Any, int]]) -> list[Part | None]:
        """Return the part for each reader, who was last sent this number; None for one who may no longer read."""


TalkNumbers = Callable[[int, Sequence[Player]], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Followed:
    """A kind of thing whose parts are streamed."""

    kind: str
    """The kind of its channel in Redis."""
    live: Callable[[int], Live]
    numbers: Callable[[Any], tuple[int, int]]
    """Returns its present number for a reader, and that of its talk."""
    still_reading: Callable[[Sequence[Any]], list[bool]]
    """Returns for each reader whether they may read on."""
    talk_numbers: TalkNumbers | None = None
    """Returns the number of its talk for each player who may read it; None for what has no talk of its own."""


def _numbers(reader: Reader) -> tuple[int, int]:
    """Return the table's number, and that of its talk; 0 for a page that nobody sees."""
    number, talk = table_numbers(reader.table_id, reader.player)
    return number, 0 if reader.is_hidden else talk


TABLES: Final = Followed(announcements.TABLE, LiveTable, _numbers, still_reading, talk_numbers)


class PartStream:
    """One reader's stream. It holds one part: only the newest matters."""

    def __init__(self, reader: Follower) -> None:
        self.reader = reader
        self.number = -1
        """The number that was sent last; -1 before the first."""
        self.talk = 0
        """The number of talk that was sent last, or is sent next."""
        self._part: Part | None = None
        self._talk_is_new = False
        self._news = asyncio.Event()
        self._over = False

    def begin(self, number: int) -> None:
        """Set the first number that is sent; a part that is no newer is left out."""
        self.number = number
        if self._part is not None and self._part.number <= number:
            self._part = None

    def put(self, part: Part) -> None:
        """Send this part next, in place of one that was not sent yet."""
        self._part = part
        self._news.set()

    def put_talk(self, number: int) -> None:
        """Send the number of the table's talk next, unless it was sent."""
        if number > self.talk:
            self.talk, self._talk_is_new = number, True
            self._news.set()

    def end(self) -> None:
        """End the stream; the page then asks by itself."""
        self._over = True
        self._news.set()

    async def events(self) -> AsyncIterator[bytes]:
        """Yield each part as an event, and a comment while nothing moves."""
        while True:
            try:
                async with asyncio.timeout(event_streams.HEARTBEAT_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                yield event_streams.HEARTBEAT
                continue
            if self._over:
                return
            self._news.clear()
            part, self._part = self._part, None
            talk, self._talk_is_new = self._talk_is_new, False
            if part is not None:
                self.number = part.number
                yield part.event
            if talk:
                yield event_streams.talk_event(self.talk)


class Renderer:
    """The readers of one table, or of one room, in this event loop, and the one subscription that they share."""

    def __init__(self, pk: int, followed: Followed, ended: Callable[[Renderer], object]) -> None:
        self.pk = pk
        self.streams: list[PartStream] = []
        self._followed, self._live, self._ended = followed, followed.live(pk), ended
        self._numbers = event_streams.Subscriber(pk, followed.kind)
        self._talk_numbers = event_streams.Subscriber(pk, announcements.TALK) if followed.talk_numbers else None
        self._opening = asyncio.create_task(self._open())
        self._rendering: asyncio.Task[None] | None = None
        self._talking: asyncio.Task[None] | None = None

    async def join(self, stream: PartStream) -> None:
        """Add the stream: after this returns, no announcement is missed. Raises Unreachable."""
        self.streams.append(stream)
        try:
            await asyncio.shield(self._opening)
        except BaseException:
            self.leave(stream)
            raise

    def leave(self, stream: PartStream) -> None:
        """Remove the stream; the last one ends the renderer. Idempotent."""
        with contextlib.suppress(ValueError):
            self.streams.remove(stream)
        if not self.streams:
            self.end()

    def end(self) -> None:
        """End all streams and the subscription. Idempotent."""
        self._ended(self)
        for stream in self.streams:
            stream.end()
        for task in (self._opening, self._rendering, self._talking):
            if task is not None:
                task.cancel()
        self._numbers.close()
        if self._talk_numbers is not None:
            self._talk_numbers.close()

    async def _open(self) -> None:
        await self._numbers.open()
        if self._talk_numbers is not None:
            await self._talk_numbers.open()
        self._rendering = asyncio.create_task(self._run(self._numbers, self._render))
        if self._talk_numbers is not None and self._followed.talk_numbers is not None:
            tell = partial(self._tell_talk, self._followed.talk_numbers)
            self._talking = asyncio.create_task(self._run(self._talk_numbers, tell))

    async def _run(self, subscriber: event_streams.Subscriber, tell: Callable[[], Awaitable[None]]) -> None:
        try:
            async for number in subscriber.numbers():
                if number is not None:
                    await tell()
        except Exception:
            logger.exception("a renderer failed; its pages ask by themselves")
        self.end()

    async def _render(self) -> None:
        streams = list(self.streams)
        wanted = [(stream.reader, stream.number) for stream in streams]
        parts = await in_a_thread(partial(self._live.parts, wanted))
        for stream, part in zip(streams, parts, strict=True):
            if part is None:
                stream.end()
            elif part.event and part.number > stream.number:
                stream.put(part)

    async def _tell_talk(self, talk_numbers: TalkNumbers) -> None:
        """Tell each reader in sight the number of the talk that they may read: it differs while watchers talk."""
        streams = [stream for stream in self.streams if not stream.reader.is_hidden]
        players = [stream.reader.player for stream in streams]
        numbers = await in_a_thread(partial(talk_numbers, self.pk, players))
        for stream, number in zip(streams, numbers, strict=True):
            stream.put_talk(number)


class _AccessNews(event_streams.Subscriber):
    """Hears whose access has changed. Every number counts here, not only the newest."""

    def __init__(self, changed: Callable[[int], object]) -> None:
        super().__init__(0, announcements.ACCESS)
        self._changed = changed

    def tell(self, number: int) -> None:
        """Pass the player's number on."""
        self._changed(number)


class Readers:
    """All renderers of one kind in an event loop, and the checks of their readers' access."""

    def __init__(self, followed: Followed) -> None:
        self._followed = followed
        self.renderers: dict[int, Renderer] = {}
        self._news: _AccessNews | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._regular: asyncio.Task[None] | None = None

    async def join(self, stream: PartStream) -> Renderer:
        """Add the stream to the renderer of what it follows. Raises Unreachable."""
        if self._news is None or self._news.is_over:
            self._news = _AccessNews(self._check_soon)
            await self._news.open()
        pk = stream.reader.followed
        renderer = self.renderers.get(pk)
        if renderer is None:
            renderer = self.renderers[pk] = Renderer(pk, self._followed, self._ended)
        if self._regular is None or self._regular.done():
            self._regular = asyncio.create_task(self._check_regularly())
        await renderer.join(stream)
        return renderer

    def _ended(self, renderer: Renderer) -> None:
        if self.renderers.get(renderer.pk) is renderer:
            del self.renderers[renderer.pk]
        if self.renderers:
            return
        if self._regular is not None:
            self._regular.cancel()
        if self._news is not None:
            self._news.close()

    def _check_soon(self, player_id: int) -> None:
        task = asyncio.create_task(self.check(player_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _check_regularly(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            await self.check()

    async def check(self, player_id: int | None = None) -> None:
        """End the streams whose readers, all or one player's, may no longer read."""
        streams = [
            stream
            for renderer in self.renderers.values()
            for stream in renderer.streams
            if player_id in (None, stream.reader.player.pk)
        ]
        if not streams:
            return
        allowed = await in_a_thread(partial(self._followed.still_reading, [stream.reader for stream in streams]))
        for stream, may in zip(streams, allowed, strict=True):
            if not may:
                stream.end()


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Readers]] = WeakKeyDictionary()
_threads = ThreadPoolExecutor(RENDERING_THREADS, thread_name_prefix="renderer")


def readers_here(followed: Followed = TABLES) -> Readers:
    """Return the readers of this event loop who follow things of this kind."""
    kinds = _loops.setdefault(asyncio.get_running_loop(), {})
    if followed.kind not in kinds:
        kinds[followed.kind] = Readers(followed)
    return kinds[followed.kind]


async def in_a_thread(work: Callable[[], Result]) -> Result:
    """Run this in one of the few threads that all renderers share, each with a lasting database connection."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _with_connection, work)


def _with_connection(work: Callable[[], Result]) -> Result:
    close_old_connections()
    try:
        return replica.read_again(work)
    finally:
        close_old_connections()


async def answer(reader: Follower, followed: Followed) -> HttpResponseBase:
    """Return the stream of the parts for this reader; 204 if Redis cannot be reached."""
    content = FollowedStream(reader, followed)
    try:
        await content.open()
    except Unreachable:
        content.leave()
        return HttpResponse(status=204)
    except BaseException:
        content.leave()
        raise
    return event_streams.response(content)


class FollowedStream:
    """The events of a table, or of a room, for one reader.

    Django closes it also if the page left before the first event.
    """

    def __init__(self, reader: Follower, followed: Followed) -> None:
        self._loop = asyncio.get_running_loop()
        self._followed = followed
        self._stream = PartStream(reader)
        self._renderer: Renderer | None = None
        event_streams.count_reader(reader.counted_as, 1)
        metrics.STREAMS.inc()

    async def open(self) -> None:
        """Subscribe first, then look: a number announced in between arrives, at worst twice. Raises Unreachable."""
        self._renderer = await readers_here(self._followed).join(self._stream)
        number, talk = await in_a_thread(partial(self._followed.numbers, self._stream.reader))
        self._stream.begin(number)
        self._stream.put_talk(talk)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield event_streams.moved_event(self._stream.number)
        async for event in self._stream.events():
            yield event

    def close(self) -> None:
        """Leave the renderer soon. Django calls this in another thread, after the response."""
        with contextlib.suppress(RuntimeError):  # The loop has ended, and its connection with it.
            self._loop.call_soon_threadsafe(self.leave)

    def leave(self) -> None:
        """Leave the renderer. Called once."""
        if self._renderer is not None:
            self._renderer.leave(self._stream)
        event_streams.count_reader(self._stream.reader.counted_as, -1)
        metrics.STREAMS.dec()
