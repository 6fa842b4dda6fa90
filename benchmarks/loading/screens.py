"""Simulated screens for `benchmarks.load`, as on a table's page: a stream of parts, and a fetch where it brings none.

They are as light as possible, since they share the two cores with the site: sockets, and two regular expressions.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final
from urllib.parse import quote_plus
from zlib import crc32

TOKEN: Final = "a" * 32
SHOWN: Final = re.compile(rb'data-seen="(\d+)"')
MOVED: Final = re.compile(rb"event: moved\r?\ndata: (\d+)")
CHOICE: Final = re.compile(rb'name="action" value="([^"]+)"')
PIECE: Final = re.compile(rb'data-(piece|kept)="(held|folded)"|</ul>')
"""The places where a piece with choices begins, or the hand ends."""
SEATING: Final = {b"take", b"bot", b"member", b"leave", b"clear"}
"""Buttons at a seat between two attempts, which are no actions of the game."""
ONWARD: Final = re.compile(rb'action="/tables/\d+/next/"')
FOLLOW: Final = re.compile(rb'id="follow" href="/tables/(\d+)/"')
ERROR: Final = re.compile(rb'role="alert">([^<]*)<')
FORM: Final = "Content-Type: application/x-www-form-urlencoded\r\nPrefer: return=minimal\r\n"
QUIET: Final = (b"signal", b"distress", b"ask", b"propose", b"agree", b"decline")
"""Actions chosen only without an alternative: they may hold up a table for ever."""
RECONNECT_SECONDS: Final = 0.5
PATIENCE_SECONDS: Final = 1.5
"""Seconds after which a page asks for the part that the stream should have brought."""
BEAT_SECONDS: Final = 15.0
LATEST_SECONDS: Final = 10.0
"""Seconds after which a missing update counts as an error."""


class Wrong(Exception):
    """A response that would be an error for a person."""


class Wire:
    """One persistent connection for consecutive requests."""

    def __init__(self, port: int, session: str) -> None:
        self._port = port
        cookies = f"Cookie: sessionid={session}; csrftoken={TOKEN}\r\n"
        self._head = f"Host: 127.0.0.1\r\nX-Forwarded-For: {_address_of(session)}\r\n{cookies}"
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._turn = asyncio.Lock()

    async def ask(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        """Return status and body of the response. Like a browser, repeat it if the idle connection was closed."""
        used = self._reader is not None
        try:
            return await self._ask(method, path, body)
        except (ConnectionResetError, asyncio.IncompleteReadError):
            if not used:
                raise
        self.close()
        return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: str) -> tuple[int, bytes]:
        posted = f"{FORM}X-CSRFToken: {TOKEN}\r\nContent-Length: {len(body)}\r\n" if method == "POST" else ""
        async with self._turn:
            reader = await self.send(f"{method} {path} HTTP/1.1\r\n{self._head}HX-Request: true\r\n{posted}\r\n{body}")
            head = await reader.readuntil(b"\r\n\r\n")
            status = int(head[9:12])
            length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
            return status, await reader.readexactly(int(length[1])) if length else b""

    async def send(self, text: str) -> asyncio.StreamReader:
        """Send a request, over a new connection if the server closed the idle one; return the response's reader."""
        if self._reader is None or self._reader.at_eof() or self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        self._writer.write(text.encode())
        return self._reader

    async def follow(self, path: str) -> asyncio.StreamReader:
        """Open an event stream, and read the head of its response. Raises Wrong."""
        reader = await self.send(f"GET {path} HTTP/1.1\r\n{self._head}Accept: text/event-stream\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        if head[9:12] != b"200":
            raise Wrong(f"stream {head[9:12].decode()}")
        return reader

    @property
    def is_open(self) -> bool:
        """Return whether the server has not closed the connection."""
        return self._reader is not None and not self._reader.at_eof()

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()


def _address_of(session: str) -> str:
    """Return an address of one's own: guests of one address share a limit of streams."""
    return "10.{}.{}.{}".format(*crc32(session.encode()).to_bytes(4, "big")[:3])


async def events(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Yield the events of a stream, which comes in chunks; a proxy cuts them anywhere."""
    rest = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        rest += (await reader.readexactly(size + 2))[:-2]
        *whole, rest = rest.split(b"\n\n")
        for event in whole:
            yield event + b"\n\n"


@dataclass
class Figures:
    """Measurements of all screens together."""

    clicked: int = 0
    fetched: int = 0
    streamed: int = 0
    beats: int = 0
    dealt: int = 0
    cut: int = 0
    """Streams that ended, and were opened again."""
    refused: Counter[str] = field(default_factory=Counter)
    """Streams that did not open, and were tried again."""
    last_screen: list[float] = field(default_factory=list)
    """Seconds from a click until the last teammate's screen showed it."""
    own_screen: list[float] = field(default_factory=list)
    """Seconds from a click until the player's own screen showed it."""
    errors: Counter[str] = field(default_factory=Counter)

    def count_beat(self) -> None:
        """Count an answered beat."""
        self.beats += 1


async def beat_on(wire: Wire, token: str, count: Callable[[], None], start: float) -> None:
    """Send a page's beat every 15 seconds, from this second on, until the page is closed; count those answered."""
    await asyncio.sleep(start)
    while True:
        try:
            status, _ages = await wire.ask("POST", "/beat/", token)
            if status == 200:
                count()
        except (OSError, asyncio.IncompleteReadError):
            wire.close()
        await asyncio.sleep(BEAT_SECONDS)


class Screen:
    """One person's page of a table."""

    def __init__(self, table: int, session: str, port: int, figures: Figures, beat: str = "") -> None:
        self.table, self.shown, self.choices = table, -1, [b""]
        self.is_won, self.next_table = False, 0
        self.figures, self._beat = figures, beat
        self._wire, self._line, self._pulse = (Wire(port, session) for _ in range(3))
        self._pieces: dict[bytes, list[bytes]] = {}
        self._told, self._shown_at, self._fetching, self._acting = -1, 0.0, False, False
        self._newer = asyncio.Condition()
        self._following: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Load the part that moves, and follow the stream."""
        await self.fetch()
        self._following = asyncio.create_task(self._follow())
        start = BEAT_SECONDS * (crc32(self._beat.encode()) % 100) / 100
        self._beating = asyncio.create_task(beat_on(self._pulse, self._beat, self._count_beat, start))

    async def move(self, table: int) -> None:
        """Go on to another table."""
        self.table, self.shown, self._told, self._pieces = table, -1, -1, {}
        if self._following:
            self._following.cancel()
            self._line.close()
            self._following = asyncio.create_task(self._follow())
        await self.fetch()

    def _count_beat(self) -> None:
        self.figures.count_beat()  # Those of now: warming and measuring have figures of their own.

    def close(self) -> None:
        """Close the page."""
        if self._following:
            self._following.cancel()
        self._beating.cancel()
        for wire in (self._wire, self._line, self._pulse):
            wire.close()

    async def act(self, what: str, action: bytes = b"") -> None:
        """Click, and show the response. Raises Wrong."""
        self._acting, shown = True, self.shown
        try:
            body = f"seen={shown}&action={quote_plus(action.decode())}"
            status, answer = await self._wire.ask("POST", f"/tables/{self.table}/{what}/", body)
            if status not in (200, 204):
                sentence = ERROR.search(answer)
                raise Wrong(f"{what} {status}" + (f": {sentence[1].decode().strip()}" if sentence else ""))
            await self._show(answer)
            if status == 204:
                asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._ask_for, shown + 1)
        finally:
            self._acting = False
        self._look()

    def _ask_for(self, number: int) -> None:
        # As on the page: the stream should have brought this number by now.
        self._told = max(self._told, number)
        self._look()

    async def until(self, number: int) -> float:
        """Return the time at which the screen shows this number or a later one."""
        async with self._newer:
            await self._newer.wait_for(lambda: self.shown >= number)
        return self._shown_at

    async def _follow(self) -> None:
        pause = RECONNECT_SECONDS
        while True:
            try:
                reader = await self._line.follow(f"/tables/{self.table}/stream/")
                pause = RECONNECT_SECONDS
                with suppress(asyncio.IncompleteReadError):
                    async for event in events(reader):
                        await self._hear(event)
                self.figures.cut += 1
            except (Wrong, OSError, asyncio.IncompleteReadError) as error:
                self.figures.refused[str(error) or type(error).__name__] += 1
                pause *= 2  # As the page does.
            self._line.close()
            await asyncio.sleep(pause)

    async def _hear(self, event: bytes) -> None:
        if b"event: part\n" in event:
            self.figures.streamed += 1
            await self._show(event)
        elif moved := MOVED.search(event):
            self._told = max(self._told, int(moved[1]))
            self._look()

    def _look(self) -> None:
        # As on the page: one fetch at a time, none during a click, none for a number already shown.
        if self._told > self.shown and not self._fetching and not self._acting:
            self._fetching = True
            self._task = asyncio.create_task(self.fetch())

    async def fetch(self) -> None:
        """Fetch the part that moves, and show it if it is newer."""
        try:
            status, answer = await self._wire.ask("GET", f"/tables/{self.table}/round/?seen={self.shown}")
            self.figures.fetched += 1
            if status == 200:
                await self._show(answer)
            elif status != 204:
                self.figures.errors[f"fetch {status}"] += 1
        except (OSError, asyncio.IncompleteReadError) as error:
            self.figures.errors[f"fetch {type(error).__name__}"] += 1
        finally:
            self._fetching = False
        if self._told > self.shown:
            asyncio.get_running_loop().call_later(0.05, self._look)

    async def _show(self, answer: bytes) -> None:
        found = SHOWN.search(answer)
        if found and int(found[1]) > self.shown:
            async with self._newer:
                self.shown, self._shown_at = int(found[1]), time.perf_counter()
                self.choices, self.is_won = self._choices_in(answer), bool(ONWARD.search(answer))
                self.next_table = int(found[1]) if (found := FOLLOW.search(answer)) else 0
                self._newer.notify_all()

    def _choices_in(self, answer: bytes) -> list[bytes]:
        """Return the choices that the page shows now: those that came, and those of pieces that it keeps."""
        before, *marked = PIECE.split(answer)
        found, pieces = CHOICE.findall(before), {}
        for mark, name, html in zip(marked[::3], marked[1::3], marked[2::3], strict=True):
            came = CHOICE.findall(html)
            if mark == b"kept":
                found += self._pieces.get(name, [])
            if name:
                pieces[name] = came if mark == b"piece" else self._pieces.get(name, [])
            found += came
        self._pieces = pieces
        return [choice for choice in found if choice not in SEATING]


async def play(screens: list[Screen], pace: float, end: float, figures: Figures, chance: Random) -> None:
    """Have the people at one table act, one action every `pace` seconds, until the end."""
    await asyncio.sleep(pace * chance.random())
    due = time.perf_counter()
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await _click(screens, figures, chance)
        due += pace


async def _click(screens: list[Screen], figures: Figures, chance: Random) -> None:
    figures.clicked += 1
    try:
        async with asyncio.timeout(2 * LATEST_SECONDS):
            # People act once their pages agree: one that is behind may be the one whose turn it is.
            shown = max(screen.shown for screen in screens)
            await asyncio.gather(*(screen.until(shown) for screen in screens))
            await _act_and_look(screens, *choose(screens, chance), figures)
    except (Wrong, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
        figures.errors[str(error) or type(error).__name__] += 1


async def _act_and_look(screens: list[Screen], actor: Screen, action: bytes, figures: Figures) -> None:
    shown, clicked = actor.shown, time.perf_counter()
    figures.dealt += not action
    async with asyncio.timeout(LATEST_SECONDS):
        if not action and actor.is_won:
            await deal(screens)
            return
        await actor.act("act" if action else "retry", action)
        figures.own_screen.append(await actor.until(shown + 1) - clicked)
        seen = await asyncio.gather(*(screen.until(shown + 1) for screen in screens if screen is not actor))
        figures.last_screen.append(max(seen) - clicked)


async def deal(screens: list[Screen]) -> None:
    """Have the first person deal the next attempt; after a win the people go on to the table of the next mission."""
    first = screens[0]
    if not first.is_won:
        await first.act("retry")
        return
    await first.act("next")
    await first.fetch()  # The end names the next table now.
    await asyncio.gather(*(screen.move(first.next_table) for screen in screens))


def choose(screens: list[Screen], chance: Random) -> tuple[Screen, bytes]:
    """Return a screen with a legal action, and the action; without one, the first screen deals the next attempt."""
    able = [(screen, choice) for screen in screens for choice in screen.choices]
    better = [(screen, choice) for screen, choice in able if not choice.startswith(QUIET)]
    if better:
        return chance.choice(better)
    return chance.choice(able) if able else (screens[0], b"")
