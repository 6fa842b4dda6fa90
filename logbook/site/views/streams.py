"""The one stream that all tabs of a browser share: the tables, challenges and imports that they show, and the bell.

A browser holds few connections to one host, and each own stream takes one. Here every event names its subject
("table:42/part"), and a tab takes those of its own page (`logbook/static/logbook/streams.js`).

The address names the player. The stream opens only for a session of that player and ends with it, so that what is sent
is always the view of the person who is signed in on the page.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterator
from functools import partial
from typing import ClassVar, Final, Protocol

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.views.decorators.http import require_GET

from logbook.challenges.access.challenges import challenge_for
from logbook.challenges.selectors.challenges import challenge_number
from logbook.exchange.access.imports import import_for
from logbook.exchange.selectors.imports import import_number
from logbook.lib import announcements, event_streams
from logbook.lib.event_streams import HEARTBEAT, Unreachable
from logbook.lib.exceptions import TooManyStreams
from logbook.notifications.selectors import unread_messages
from logbook.people.middleware import PlayerRequest, reader_of
from logbook.people.models.players import Player
from logbook.people.session_store import players_of_sessions
from logbook.rooms.access import followed_room_for
from logbook.rooms.live_parts import ROOMS, room_reader
from logbook.tables import renderers
from logbook.tables.access import followed_table_for
from logbook.tables.live_parts import Reader

logger = logging.getLogger(__name__)

MOST_SUBJECTS: Final = 40
"""The most subjects of one stream; the pages of others ask by themselves."""
BELL: Final = "bell"


@require_GET
async def browser_stream(request: PlayerRequest, player: int) -> HttpResponseBase:
    """Stream what the tabs of one browser follow: `table`, `hidden` (tables in tabs that nobody sees), `room`,
    `challenge`, `import`, each any number of times.

    404 for another player than the session's; 204 without Redis: the pages then ask by themselves.
    """
    if request.player is None or request.player.pk != player or request.session.session_key is None:
        raise Http404
    counted_as = reader_of(request)
    if event_streams.is_full(counted_as):
        raise TooManyStreams
    subjects = list(_subjects(request, request.player, request.session.session_key))
    content = BrowserStream(subjects, counted_as)
    try:
        await content.open()
    except Unreachable:
        content.leave()
        return HttpResponse(status=204)
    except BaseException:
        content.leave()
        raise
    return event_streams.response(content)


class Source(Protocol):
    """The events of one subject. After `open` returns, nothing that happens is missed."""

    async def open(self) -> None:
        """Subscribe. Raises Unreachable."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the events, and comments while nothing moves; it ends when the reader may no longer read."""

    def leave(self) -> None:
        """Unsubscribe. Called once."""


class Subject:
    """A subject by its name ("table:42"): whether the reader may follow it now, and its events.

    `counted_as` is the name under which it counts as a stream of its own; "" for what the whole stream always carries.
    """

    def __init__(self, name: str, may: Callable[[], object], source: Callable[[], Source], counted_as: str) -> None:
        self.name, self.may = name, may
        self.source: Source | None = None
        self._make, self._counted_as = source, counted_as

    async def open(self) -> None:
        """Follow it, unless the reader may not, or follows too much already. Raises Unreachable."""
        if self._is_full() or not await sync_to_async(event_streams.allowed)(self.may):
            return
        if self._is_full():  # Others have opened meanwhile.
            return
        self.source = self._make()
        await self.source.open()

    def _is_full(self) -> bool:
        return bool(self._counted_as) and event_streams.is_full(self._counted_as)

    def leave(self) -> None:
        """Follow it no longer. Idempotent."""
        source, self.source = self.source, None
        if source is not None:
            source.leave()


def _subjects(request: PlayerRequest, player: Player, session: str) -> Iterator[Subject]:
    """Yield what the request asks for, at most `MOST_SUBJECTS`; the bell is always among it."""
    counted_as = reader_of(request)

    def has_session() -> None:
        if players_of_sessions({session}).get(session) != player.pk:
            raise Http404

    def look() -> int:
        has_session()
        return len(unread_messages(player))

    yield Subject(BELL, has_session, partial(_Bell, player.pk, look), "")
    shown, hidden = (_keys(request, name) for name in ("table", "hidden"))
    wanted = [(announcements.TABLE, pk) for pk in dict.fromkeys((*shown, *hidden))]
    wanted += [(kind, pk) for kind in (announcements.ROOM, *NUMBERS) for pk in _keys(request, kind)]
    for kind, pk in wanted[: MOST_SUBJECTS - 1]:
        if kind == announcements.TABLE:
            reader = _reader(request, pk, player, session, is_hidden=pk not in shown)
            source: Callable[[], Source] = partial(renderers.FollowedStream, reader, renderers.TABLES)
            may: Callable[[], object] = partial(followed_table_for, player, pk)
        elif kind == announcements.ROOM:
            source = partial(renderers.FollowedStream, room_reader(request, pk, player, session), ROOMS)
            may = partial(followed_room_for, player, pk)
        else:
            access, number = NUMBERS[kind]
            may = partial(_both, has_session, partial(access, player, pk))
            source = partial(_Numbers, event_streams.Subscriber(pk, kind, counted_as), may, partial(number, pk))
        yield Subject(announcements.channel_of(pk, kind), may, source, counted_as)


NUMBERS: Final[dict[str, tuple[Callable[[Player | None, int], object], Callable[[int], int]]]] = {
    announcements.CHALLENGE: (challenge_for, challenge_number),
    announcements.IMPORT: (import_for, import_number),
}
"""The access check and the number of each kind of subject whose pages fetch what has changed."""


def _keys(request: PlayerRequest, name: str) -> list[int]:
    texts = request.GET.getlist(name)
    return [int(text) for text in texts if text.isascii() and text.isdecimal() and len(text) < len(str(2**63))]


def _both(first: Callable[[], object], second: Callable[[], object]) -> None:
    first()
    second()


def _reader(request: PlayerRequest, table_id: int, player: Player, session: str, *, is_hidden: bool) -> Reader:
    return Reader(
        table_id=table_id,
        player=player,
        session=session,
        language=translation.get_language(),
        time_zone=timezone.get_current_timezone(),
        origin=f"{request.scheme}://{request.get_host()}",
        counted_as=reader_of(request),
        is_hidden=is_hidden,
    )


class _Numbers:
    """The number of a challenge in preparation, or of an import."""

    def __init__(
        self, subscriber: event_streams.Subscriber, may: Callable[[], object], look: Callable[[], int]
    ) -> None:
        self._subscriber, self._may, self._look, self._number = subscriber, may, look, 0

    async def open(self) -> None:
        await self._subscriber.open()
        self._number = await sync_to_async(self._look)()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return event_streams.stream(self._subscriber, self._number, self._may)

    def leave(self) -> None:
        self._subscriber.close()


class _Bell:
    """The number of the player's unread messages, counted anew at each change and in a quiet while."""

    def __init__(self, player_id: int, look: Callable[[], int]) -> None:
        self._subscriber = event_streams.Subscriber(player_id, announcements.MESSAGES)
        self._look, self._number = look, 0

    async def open(self) -> None:
        await self._subscriber.open()
        self._number = await renderers.in_a_thread(self._look)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield event_streams.moved_event(self._number)
        async for _news in self._subscriber.numbers():
            try:
                number = await renderers.in_a_thread(self._look)
            except Http404:  # The session has ended.
                return
            yield HEARTBEAT if number == self._number else event_streams.moved_event(number)
            self._number = number

    def leave(self) -> None:
        self._subscriber.close()


class BrowserStream:
    """The content of a response: the events of several subjects, in the order in which they come.

    What the reader may not follow, or no longer, is named by an `ended` event. When one of them ends later, the whole
    stream ends: the browser opens it anew, by the session and the access of then.

    It counts as a stream of its reader from the first moment, whatever it carries. Each table, challenge and import
    that it follows counts as one more.

    It also tells over how many seconds all streams of this process come back if they are lost together.
    """

    open_here: ClassVar[int] = 0
    """The open streams of this process."""

    def __init__(self, subjects: list[Subject], counted_as: str) -> None:
        self._subjects, self._counted_as = subjects, counted_as
        event_streams.count_reader(counted_as, 1)
        BrowserStream.open_here += 1
        self._is_counted = True
        self._loop = asyncio.get_running_loop()
        self._events: asyncio.Queue[bytes | None] = asyncio.Queue(1)
        """At most one event waits here, so each subject goes on holding its newest only."""
        self._pumps: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Follow all of them. Raises Unreachable, and Http404 where the reader may follow none."""
        for subject in self._subjects:
            await subject.open()
        if all(subject.source is None for subject in self._subjects):  # The session has just ended.
            raise Http404

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for subject in self._subjects:
            if subject.source is None:
                yield _ended(subject.name)
            else:
                self._pumps.append(asyncio.create_task(self._pump(subject.name, subject.source)))
        told = event_streams.spread_seconds(0)
        while True:
            if (seconds := event_streams.spread_seconds(self.open_here)) != told:
                yield event_streams.spread_event(seconds)
                told = seconds
            try:
                async with asyncio.timeout(event_streams.HEARTBEAT_SECONDS):
                    event = await self._events.get()
            except TimeoutError:
                yield HEARTBEAT
                continue
            if event is None:
                return
            yield event

    async def _pump(self, name: str, source: AsyncIterable[bytes]) -> None:
        try:
            async for event in source:
                if event != HEARTBEAT:
                    await self._events.put(_named(event, name))
        except Exception:
            logger.exception("a part of a browser's stream failed; its pages ask by themselves")
        await self._events.put(_ended(name))
        await self._events.put(None)

    def close(self) -> None:
        """Leave soon. Django calls this in another thread, after the response."""
        with contextlib.suppress(RuntimeError):  # The loop has ended, and its connections with it.
            self._loop.call_soon_threadsafe(self.leave)

    def leave(self) -> None:
        """Follow nothing any longer. Idempotent."""
        if self._is_counted:
            self._is_counted = False
            event_streams.count_reader(self._counted_as, -1)
            BrowserStream.open_here -= 1
        for pump in self._pumps:
            pump.cancel()
        for subject in self._subjects:
            subject.leave()


def _named(event: bytes, name: str) -> bytes:
    """Return the event with its subject's name: "moved" becomes "table:42/moved"."""
    return event.replace(b"event: ", f"event: {name}/".encode(), 1)


def _ended(name: str) -> bytes:
    return f"event: {name}/ended\ndata:\n\n".encode()
