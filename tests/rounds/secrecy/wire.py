"""Recorder of the site's output, word for word: responses, events, log lines, mails, webhooks, and cache entries.

Values that would differ between any two runs are not masked but made equal: time stands still, and the random
generators (of tokens, keys and ids) restart for each run.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar, cast
from zoneinfo import ZoneInfo

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.http import StreamingHttpResponse
from django.test import AsyncClient, Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings
from redis import Redis

from crewsite import request_logging
from crewsite.caches import Shared
from logbook.api.throttles import AddressThrottle, CallerThrottle
from logbook.lib import announcements, event_streams, queue, safe_http
from logbook.lib.safe_http import Target
from logbook.people.models.players import Player
from logbook.tables import live_parts, presence, renderers

HEARD = 7
"""The number that a stream's listener receives."""


@dataclass
class Wire:
    """The site's output, in order."""

    said: list[tuple[str, bytes]] = field(default_factory=list)
    changed: int = 0
    """The number of games in which the world was changed."""
    live: dict[int, live_parts.LiveTable] = field(default_factory=dict)
    """The tables that streams follow: they leave out what they sent before."""

    def note(self, kind: str, what: object) -> None:
        """Record one output."""
        self.said.append((kind, what if isinstance(what, bytes) else str(what).encode()))

    def of(self, kind: str) -> list[bytes]:
        """Return the outputs of this kind."""
        return [what for name, what in self.said if name.split(" ")[0] == kind]

    def holding(self, *secrets: str) -> list[tuple[str, str]]:
        """Return the outputs that contain one of these texts."""
        return [(name, secret) for name, what in self.said for secret in secrets if secret.encode() in what]


class Lines(logging.Handler):
    """Every log line that the site may write, in both formats, as the console's handler emits them."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(logging.INFO)
        self.wire = wire
        self.forms = (logging.Formatter("{levelname} {name}: {message}", style="{"), request_logging.Json())
        self.addFilter(request_logging.WithoutPaths())

    def emit(self, record: logging.LogRecord) -> None:
        for form in self.forms:
            self.wire.note("log", form.format(record))


class Noted(Shared):
    """A cache that records its values and their keys."""

    wire: ClassVar[Wire | None] = None

    def set(self, key: str, value: object, *arguments: Any, **named: Any) -> None:
        self._told(key, value)
        super().set(key, value, *arguments, **named)

    def add(self, key: str, value: object, *arguments: Any, **named: Any) -> bool:
        self._told(key, value)
        return super().add(key, value, *arguments, **named)

    def _told(self, key: str, value: object) -> None:
        if Noted.wire is not None:
            Noted.wire.note("cache", f"{key} = {value!r}")


class Ear:
    """A listener that receives one number, then silence, and is disconnected."""

    is_over = False

    def __init__(self, pk: int, kind: str = announcements.TABLE, reader: str = "") -> None:
        self.channel = announcements.channel_of(pk, kind)
        # The first listener that ends closes the stream: that of the table's parts, however long a part takes.
        self._waits = 1.0 if kind in (announcements.TALK, announcements.MESSAGES) else 0.05

    async def open(self) -> None:
        """Accept the connection: Redis is there."""

    def close(self) -> None:
        """Close the connection; this need not be recorded."""

    async def numbers(self) -> AsyncIterator[int | None]:
        yield HEARD
        await asyncio.sleep(self._waits)  # The readers take the part before the stream ends.
        yield None


@dataclass(frozen=True)
class Tapped:
    """A site whose output is recorded."""

    monkeypatch: pytest.MonkeyPatch
    settings: Settings
    on_commit: DjangoCaptureOnCommitCallbacks

    def __post_init__(self) -> None:
        self.settings.CACHES = {
            "default": self.settings.CACHES["default"] | {"BACKEND": "tests.rounds.secrecy.wire.Noted"}
        }
        self.monkeypatch.setattr(event_streams, "Subscriber", Ear)
        self.monkeypatch.setattr(
            event_streams, "read_without_holding", sync_to_async(event_streams.allowed)
        )  # Another thread sees another world.
        self.monkeypatch.setattr(renderers, "in_a_thread", _in_this_thread)
        self.monkeypatch.setattr(renderers, "_AccessNews", lambda _changed: Ear(0, announcements.ACCESS))
        self.monkeypatch.setattr(request_logging, "time", SimpleNamespace(perf_counter=lambda: 0.0))
        for throttle in (CallerThrottle, AddressThrottle):
            self.monkeypatch.setattr(throttle, "THROTTLE_RATES", {"caller": "9999/min", "address": "9999/min"})

    def run(self, story: Callable[[Wire], None], world: AbstractContextManager[int] | None = None) -> Wire:
        """Return the output of this story, in another world or in this one; afterwards roll everything back."""
        wire = Wire()
        with Redis.from_url(self.settings.CACHES["default"]["LOCATION"]) as redis:
            redis.flushall()  # No state of another world remains.
        cache.get("anything")  # Opening a connection draws random numbers: not in one world only.
        presence.is_here(1, 1)
        with self.monkeypatch.context() as patch, transaction.atomic(), world or nullcontext(0) as wire.changed:
            _tap(patch, wire)
            _same_chance(patch)
            with _listening(wire), self.on_commit(execute=True):
                story(wire)
            for letter in mail.outbox:
                wire.note(f"mail to {letter.to}", letter.message().as_bytes())
            mail.outbox.clear()
            transaction.set_rollback(True)
        return wire


async def _in_this_thread(work: Callable[[], Any]) -> Any:
    return await sync_to_async(work)()


def _tap(patch: pytest.MonkeyPatch, wire: Wire) -> None:
    def publish(channel: str, number: int) -> None:
        wire.note("event", f"{channel} {number}")

    def send(task: str, *arguments: object, **named: object) -> None:
        wire.note("queue", f"{task} {arguments} {named}")
        queued(task, *arguments, **named)  # type: ignore[arg-type]

    def post(target: Target, body: bytes) -> int:
        wire.note(f"webhook {target.path}", body)
        return 204

    queued = queue.send
    several = SimpleNamespace(publish=publish, execute=lambda: None)
    publisher = SimpleNamespace(publish=publish, pipeline=lambda transaction: nullcontext(several))
    patch.setattr(announcements, "_publisher", lambda _address: publisher)
    patch.setattr(queue, "send", send)
    patch.setattr(safe_http, "post", post)
    patch.setattr(safe_http, "target_of", lambda url: Target("hooks.example.org", ("203.0.114.7",), url))


@contextlib.contextmanager
def _listening(wire: Wire) -> Iterator[None]:
    lines, root, requests = Lines(wire), logging.getLogger(), logging.getLogger("crewsite.requests")
    before, Noted.wire = requests.level, wire
    root.addHandler(lines)
    requests.setLevel(logging.INFO)
    Noted("", {}).clear()
    try:
        yield
    finally:
        root.removeHandler(lines)
        requests.setLevel(before)
        Noted.wire = None


def _same_chance(patch: pytest.MonkeyPatch) -> None:
    """Make keys, tokens, ids and CSRF masks the same in every run."""
    chance = Random(8)
    patch.setattr(os, "urandom", chance.randbytes)
    patch.setattr(random, "_urandom", chance.randbytes)
    random.seed(8)


def asked(client: Client, wire: Wire, name: str, method: str, address: str, **sent: Any) -> None:
    """Send a request, and record the response whole: its status, every header and cookie, every byte."""
    if name in ("table-stream", "browser-stream"):
        answer, content = async_to_sync(_read_stream)(client, address)
    else:
        answer, content = _answer(client, method, address, **sent)
    assert answer.status_code < 500, f"{method} {address} failed"
    heads = sorted(answer.headers.items())
    set_too = sorted(morsel.OutputString() for morsel in answer.cookies.values())
    wire.note(f"answer {method} {name} {address}", f"{answer.status_code} {heads} {set_too}\n".encode() + content)


def streamed(wire: Wire, player: Player, table_id: int, since: int) -> None:
    """Record what the table's stream would send this reader next, in both languages, to a page that shows `since`."""
    for language in ("en", "fr"):
        reader = live_parts.Reader(
            table_id, player, "session", language, ZoneInfo("Europe/Paris"), "http://testserver", ""
        )
        live = wire.live.setdefault(table_id, live_parts.LiveTable(table_id))
        (part,) = live.parts([(reader, since)])
        (again,) = live.parts([(reader, part.number)]) if part is not None else (None,)
        for sent in (part, again):
            wire.note(f"stream of {table_id} in {language}", sent.event if sent is not None else b"ended")


def _answer(client: Client, method: str, address: str, **sent: Any) -> tuple[Any, bytes]:
    cookies, client.raise_request_exception = copy(client.cookies), False
    answer = getattr(client, method.lower())(address, **sent)
    client.cookies = cookies
    return answer, _whole(answer)


async def _read_stream(client: Client, address: str) -> tuple[Any, bytes]:
    """Read a stream of tables to its end in the event loop of its view, as their renderers live there."""
    reader = AsyncClient(raise_request_exception=False)
    reader.cookies = copy(client.cookies)
    answer = await reader.get(address)
    return answer, await _gathered(answer) if answer.streaming else answer.content


def _whole(answer: Any) -> bytes:
    if isinstance(answer, StreamingHttpResponse) and answer.is_async:
        return async_to_sync(_gathered)(answer)
    return b"".join(answer) if answer.streaming else cast("bytes", answer.content)


async def _gathered(answer: Any) -> bytes:
    return b"".join([piece async for piece in answer.streaming_content])
