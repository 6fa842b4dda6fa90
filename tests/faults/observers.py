"""Observers: pages that are reloaded again and again, and screens that follow a table's stream."""

from __future__ import annotations

import re
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from random import Random
from typing import Final
from urllib.parse import urlsplit

from tests.faults.processes import Place, url_of

NUMBER: Final = re.compile(rb"data: (\d+)$")
"""The number in an event that the table has moved."""
SHOWN: Final = re.compile(rb'data-seen="(\d+)"')
"""The number in a part of the page."""
ALIVE_WITHIN = 25.0
"""A stream sends a heartbeat at least every fifteen seconds."""


@dataclass(frozen=True, slots=True)
class Read:
    """An answered read of a page, in seconds of `time.monotonic`."""

    began: float
    ended: float
    status: int


class _Onlooker(threading.Thread):
    def __init__(self, places: Sequence[Place], cookie: str, luck: str) -> None:
        super().__init__(daemon=True)
        self.places, self.cookie, self.chance = places, cookie, Random(luck)
        self.ended = threading.Event()
        self.wrong: list[str] = []

    def run(self) -> None:
        while not self.ended.is_set():
            # That process may be dead right now; the next request goes to another one.
            with suppress(OSError, HTTPException):
                self.look()
            self.ended.wait(0.5)

    def look(self) -> None:
        raise NotImplementedError

    def _asked(self, path: str) -> urllib.request.Request:
        url = url_of(self.chance.choice(self.places), path)
        return urllib.request.Request(url, headers={"Cookie": f"sessionid={self.cookie}"})  # noqa: S310 - our own site


REFUSED = (502, 503)
"""Statuses that the site or its proxy may send during an outage."""


class Reader(_Onlooker):
    """A client that reloads pages during every outage; `is_away` says whether Redis is down."""

    def __init__(
        self, places: Sequence[Place], cookie: str, luck: str, pages: Sequence[str], is_away: Callable[[], bool]
    ) -> None:
        super().__init__(places, cookie, luck)
        self.pages, self.is_away = pages, is_away
        self.statuses: Counter[int] = Counter()
        self.without_redis = 0
        self.reads: list[Read] = []

    def look(self) -> None:
        away, page = self.is_away(), self.chance.choice(self.pages)
        began = time.monotonic()
        try:
            with urllib.request.urlopen(self._asked(page), timeout=30) as answer:  # noqa: S310
                status, arrived = answer.status, urlsplit(answer.url).path
                answer.read()
        except urllib.error.HTTPError as error:
            with error:
                status, arrived = error.code, page
        self.statuses[status] += 1
        self.reads.append(Read(began, time.monotonic(), status))
        if status == 200 and arrived == page:
            self.without_redis += away and self.is_away()
        elif status not in REFUSED:
            self.wrong.append(f"{page} answered {status} ({arrived})")


class Screen(_Onlooker):
    """A screen that follows a table's stream, and reconnects by itself."""

    def __init__(self, places: Sequence[Place], cookie: str, luck: str, table: int) -> None:
        super().__init__(places, cookie, luck)
        self.table, self.number, self.streams = table, 0, 0
        self.heard_at = 0.0
        """When the stream's last line came; a heartbeat is one."""

    def look(self) -> None:
        try:
            with urllib.request.urlopen(self._asked(f"/tables/{self.table}/stream/"), timeout=ALIVE_WITHIN) as told:  # noqa: S310
                if told.status == 200:
                    self.streams += 1
                    self._follow(told)
        except urllib.error.HTTPError as error:
            with error:
                if error.code not in REFUSED:
                    self.wrong.append(f"the stream of table {self.table} answered {error.code}")

    def _follow(self, told: Iterable[bytes]) -> None:
        for line in told:
            self.heard_at = time.monotonic()
            if number := NUMBER.match(line) or SHOWN.search(line):
                self.number = int(number[1])
            if self.ended.is_set():
                return

    def is_at(self, number: int, within: float) -> bool:
        """Return whether the screen reaches that number by itself."""
        until = time.monotonic() + within
        while self.number < number and time.monotonic() < until:
            time.sleep(0.1)
        return self.number >= number
