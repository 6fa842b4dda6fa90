"""Simulated people: at each table a player acts as soon as it is their turn, and notes what the site acknowledged."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random
from typing import Any

from tests.faults.processes import Place, url_of

TRIED_AGAIN = (408, 409, 422, 429, 502, 503, 504)
"""Statuses after which nothing was done: another player acted first, or the site was unavailable."""

SAID_AGAIN = 0.1


@dataclass
class Noted:
    """Acknowledged actions of one table, and unanswered ones, which are in doubt."""

    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    in_doubt: list[tuple[int, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    last_at: float = 0.0
    again: int = 0
    """Acknowledged actions that were sent once more."""


class People(threading.Thread):
    """The people of one table, by their API keys in turn, on any of the web processes."""

    def __init__(self, table: int, keys: Sequence[str], places: Sequence[Place], luck: str, pause: float) -> None:
        super().__init__(daemon=True)
        self.table, self.keys, self.places, self.pause = table, keys, places, pause
        self.chance = Random(luck)
        self.noted = Noted(last_at=time.monotonic())
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.is_set():
            self.step()
            time.sleep(self.pause * self.chance.random())

    def step(self) -> None:
        """Read the table once, and act on it."""
        try:
            self._once()
        except (OSError, HTTPException):
            pass  # That process is dead right now; the next request goes to another one.
        except ValueError as error:
            self.noted.wrong.append(f"table {self.table}: {error}")

    def _once(self) -> None:
        key = self.chance.choice(self.keys)
        status, told = self._ask(key, f"tables/{self.table}/view/")
        if status != 200:
            self._check(status, "view", told)
            return
        view = told["view"]
        if not view or view["outcome"] or told["state"] != "playing":
            self._deal(key, told)
        elif view["seat"] in view["waiting_on"] and view["legal"]:
            self._act(key, view["seat"], self._chosen(view["legal"]), told["seen"])

    def _chosen(self, legal: Sequence[str]) -> str:
        verbs = sorted({text.split()[0] for text in legal})
        verb = self.chance.choice(verbs)
        return self.chance.choice([text for text in legal if text.split()[0] == verb])

    def _act(self, key: str, seat: int, text: str, seen: int) -> None:
        try:
            status, told = self._ask(key, f"tables/{self.table}/act/", {"action": text, "seen": seen})
        except (OSError, HTTPException, ValueError):
            self.noted.in_doubt.append((seat, text))
            return
        if status == 200:
            self.noted.acknowledged.append((seat, text))
            self.noted.last_at = time.monotonic()
            if self.chance.random() < SAID_AGAIN:
                self._again(key, text, seen)
        elif status >= 500:
            self.noted.in_doubt.append((seat, text))
            self._check(status, text, told)
        else:
            self._check(status, text, told)

    def _again(self, key: str, text: str, seen: int) -> None:
        """Repeat the same request, like a second tab or a bad network: it must not be done again."""
        status, told = self._ask(key, f"tables/{self.table}/act/", {"action": text, "seen": seen})
        self.noted.again += 1
        if status not in TRIED_AGAIN:
            self.noted.wrong.append(f"table {self.table}, {text} sent again: {status} {str(told)[:200]}")

    def _deal(self, key: str, told: dict[str, Any]) -> None:
        status, answer = self._ask(key, f"tables/{self.table}/deal/", {"seen": told["seen"]})
        if status in (200, 201):
            self.noted.last_at = time.monotonic()
        self._check(status, "deal", answer)

    def _check(self, status: int, what: str, told: Any) -> None:
        if status not in (200, 201, *TRIED_AGAIN):
            self.noted.wrong.append(f"table {self.table}, {what}: {status} {str(told)[:200]}")

    def _ask(self, key: str, address: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        url = url_of(self.chance.choice(self.places), f"/api/v1/{address}")
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, sent, headers)  # noqa: S310 - our own site
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(errors="replace")
