"""Lanes: the few threads that answer requests, and who may use how many of them.

A request waits for a lane in a fair queue: each sender's next request has its turn before another one's second. A
claim limits the lanes that requests of one kind hold at once: those of one person, of one address, and those that hash
passwords. A request past its time is cut, and its lane is replaced.
"""

from __future__ import annotations

import asyncio
import ctypes
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connections

WAIT_SECONDS: Final = 30.0
"""The longest wait for a lane."""
MOST_WAITING: Final = 1000
MOST_STUCK: Final = 6
"""The most cut requests whose threads have not ended yet; past that number their lanes are not replaced."""
AGAIN_SECONDS: Final = 5.0
"""The pause until a thread that still runs is stopped again."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Full(Exception):
    """Too many requests wait already, or this one has waited for too long."""


class Late(Exception):
    """The request took longer than it may."""


class Cut(BaseException):
    """Raised inside the thread of a request past its time. No `except Exception` stops it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Requests with this key hold at most `lanes` lanes at once, and at most `waiting` of them wait."""

    key: str
    lanes: int
    waiting: int


class Lane:
    """One thread, with its own database connections."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.executor = ThreadPoolExecutor(1, thread_name_prefix=f"lane-{number}")
        self._lock = threading.Lock()
        self._thread: int | None = None
        """The thread's identity while it answers a request."""
        self._databases: list[Any] = []
        self._closed = False

    def answer(self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs) -> Answer:
        """Do the work, in the lane's thread."""
        self._databases = [connections[alias] for alias in connections]
        with self._lock:
            self._thread = threading.get_ident()
        try:
            return work(*given, **named)
        finally:
            with self._lock:
                self._thread = None

    def stop(self) -> bool:
        """Interrupt the thread's query and raise Cut in the thread, from another one; False if it has ended.

        Python raises it at the thread's next instruction: a call of the system that blocks goes on until it returns.
        """
        with self._lock:
            thread = self._thread
            if thread is None or self._closed:
                return False
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Cut))
        for database in self._databases:
            _interrupt(database.connection)
        return True

    def close(self) -> None:
        """Close the thread's connections once it is idle, and end it."""
        with self._lock:
            self._closed = True
        with suppress(RuntimeError):  # The thread's pool broke: its connections went with it.
            self.executor.submit(connections.close_all)
        self.executor.shutdown(wait=False)


def _interrupt(connection: Any) -> None:
    """End the query that a connection of another thread runs: SQLite's and psycopg's own means."""
    with suppress(Exception):  # It was closed meanwhile, or the database has gone: there is no query then.
        (getattr(connection, "interrupt", None) or connection.cancel)()


@dataclass(eq=False, slots=True)
class _Waiter:
    claims: Sequence[Claim]
    turn: int
    lane: asyncio.Future[Lane] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Lanes:
    """The lanes of one process, for one event loop."""

    def __init__(self, number: int) -> None:
        self.idle = [Lane(number) for number in range(number)]
        self._made = number
        self._missing = 0
        """Lanes that are not replaced yet: too many threads of cut requests still run."""
        self._stuck = 0
        self._held: Counter[str] = Counter()
        self._waiting: list[_Waiter] = []
        self._now = 0
        self._turns: dict[str, int] = {}
        """The last turn that each sender was given."""

    async def run(
        self,
        work: Callable[Given, Answer],
        claims: Sequence[Claim],
        seconds: float,
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Answer:
        """Do the work in a lane. The first claim is the sender's. Raises Full, and Late after so many seconds."""
        lane = await self._enter(claims)
        done = asyncio.create_task(_answer_in(lane, work, *given, **named))
        try:
            ended, _running = await asyncio.wait({done}, timeout=seconds)
        except asyncio.CancelledError:
            done.add_done_callback(lambda done: self._left(lane, claims, done))
            raise
        if ended:
            self._leave(lane, claims)
            return done.result()
        self._cut(lane, claims, done)
        raise Late

    # --- the queue

    async def _enter(self, claims: Sequence[Claim]) -> Lane:
        sender = claims[0].key
        waiter = _Waiter(claims, self._next_turn(sender))
        self._make_room(waiter)
        self._turns[sender] = waiter.turn  # Only now: a refused request uses up no turn.
        self._waiting.append(waiter)
        self._serve()
        try:
            await asyncio.wait({waiter.lane}, timeout=WAIT_SECONDS)
            if not waiter.lane.done():
                raise Full
            return waiter.lane.result()
        except asyncio.CancelledError:
            if waiter.lane.done() and not waiter.lane.cancelled() and waiter.lane.exception() is None:
                self._leave(waiter.lane.result(), claims)  # It was given a lane in the same moment.
            raise
        finally:
            if waiter in self._waiting:
                self._waiting.remove(waiter)

    def _next_turn(self, sender: str) -> int:
        """Return the sender's next turn: after their last one, and never before the present."""
        if len(self._turns) > MOST_WAITING:
            self._turns = {key: turn for key, turn in self._turns.items() if turn > self._now}
        return max(self._now, self._turns.get(sender, 0)) + 1

    def _make_room(self, waiter: _Waiter) -> None:
        """Refuse the request with the last turn where too many wait. Raises Full if it is this one."""
        for claim in (*waiter.claims, None):
            same = [one for one in self._waiting if claim is None or claim in one.claims]
            if len(same) < (MOST_WAITING if claim is None else claim.waiting):
                continue
            last = max(same, key=lambda one: one.turn)
            if last.turn <= waiter.turn:
                raise Full
            self._waiting.remove(last)
            last.lane.set_exception(Full())

    def _serve(self) -> None:
        """Give the idle lanes to those whose turn it is and whose claims have room."""
        for waiter in sorted(self._waiting, key=lambda one: one.turn) if self.idle else ():
            if self.idle and not waiter.lane.done() and self._has_room(waiter.claims):
                self._waiting.remove(waiter)
                self._now = max(self._now, waiter.turn)
                self._held.update(claim.key for claim in waiter.claims)
                # The most recently used thread: the connections of the others may then expire.
                waiter.lane.set_result(self.idle.pop())

    def _has_room(self, claims: Sequence[Claim]) -> bool:
        return all(self._held[claim.key] < claim.lanes for claim in claims)

    def _let_go(self, claims: Sequence[Claim]) -> None:
        for claim in claims:
            self._held[claim.key] -= 1
            if not self._held[claim.key]:
                del self._held[claim.key]

    def _leave(self, lane: Lane, claims: Sequence[Claim]) -> None:
        self._let_go(claims)
        self.idle.append(lane)
        self._serve()

    def _left(self, lane: Lane, claims: Sequence[Claim], done: asyncio.Task[Any]) -> None:
        _read(done)
        self._leave(lane, claims)

    # --- requests past their time

    def _cut(self, lane: Lane, claims: Sequence[Claim], done: asyncio.Task[Any]) -> None:
        """Stop the thread, and put another lane in its place."""
        self._stuck += 1
        self._missing += 1
        done.add_done_callback(lambda done: self._ended(lane, claims, done))
        self._stop(lane, done)
        self._replace()

    def _stop(self, lane: Lane, done: asyncio.Task[Any]) -> None:
        if not done.done():
            # In a thread of its own: psycopg opens a connection to cancel a query.
            threading.Thread(target=lane.stop, daemon=True).start()
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, self._stop, lane, done)

    def _ended(self, lane: Lane, claims: Sequence[Claim], done: asyncio.Task[Any]) -> None:
        """The cut request's thread has ended: its sender may use another lane again."""
        _read(done)
        lane.close()
        self._stuck -= 1
        self._let_go(claims)
        self._replace()
        self._serve()

    def _replace(self) -> None:
        while self._missing and (self._stuck <= MOST_STUCK):
            self._missing -= 1
            self.idle.append(Lane(self._made))
            self._made += 1
        self._serve()


async def _answer_in(lane: Lane, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs) -> Answer:
    async with ThreadSensitiveContext(executor=lane.executor):
        return await sync_to_async(lane.answer)(work, *given, **named)


def _read(done: asyncio.Task[Any]) -> None:
    """Read the result of a request whose reader has gone, so that asyncio reports no forgotten error."""
    if not done.cancelled():
        done.exception()
