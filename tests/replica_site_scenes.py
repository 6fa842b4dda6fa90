"""A site with a replica: its servers, a web process, and browsers without scripts."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import dj_database_url
from django.db import connections

from crewsite.postgresql.base import DatabaseWrapper
from logbook.tables.models import Table
from tests.conftest import person
from tests.faults.fixtures import session_of
from tests.faults.processes import Site
from tests.replica_scenes import Server
from tests.tables.attempts_scenes import open_table, started, waited_for


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    cookies: str
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


def _titled(headers: list[tuple[str, str]]) -> dict[str, str]:
    return {name.title(): value for name, value in headers}


@dataclass
class Browser:
    """A browser without scripts: it keeps its cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: str, headers: Mapping[str, str]) -> Answer:
        told = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **headers}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=40)) as line:
            line.request(method, path, body, told)
            answer = line.getresponse()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    key, _, content = value.partition(";")[0].partition("=")
                    self.cookies[key] = content
            set_ = "; ".join(value for name, value in answer.getheaders() if name.lower() == "set-cookie")
            return Answer(answer.status, _titled(answer.getheaders()), set_, answer.read().decode())

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, "", headers)

    def post(self, path: str, form: Mapping[str, object], **headers: str) -> Answer:
        told = {"X-CSRFToken": self.cookies.get("csrftoken", ""), "Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(form), told | headers)


@dataclass(frozen=True)
class World:
    """The servers, a web process in front of them, and a table."""

    primary: Server
    replica: Server
    site: Site
    table: int
    sessions: Mapping[int, str]
    """The session of each seat's player."""

    @property
    def port(self) -> int:
        return self.site.ports[0]

    def browser(self, seat: int = 0) -> Browser:
        """A browser of a seat's player, that has seen a page."""
        found = Browser(self.port, {"sessionid": self.sessions[seat]})
        found.get("/missions/")
        return found

    def awaited(self) -> tuple[int, dict[str, object]]:
        """A seat that the table waits for, and the form of an action that it may take."""
        with at(self.primary):
            table = Table.objects.get(pk=self.table)
            seat, text = waited_for(table.attempts.get())
            return seat, {"action": text, "seen": table.version}

    def ready(self) -> Any:
        return Browser(self.port).get("/readyz/").json

    def log(self) -> str:
        return (self.site.folder / "web0.log").read_text("utf-8")

    def both_are_used(self) -> bool:
        """Whether all is well, and the replica has caught up."""
        if not (self.primary.answers() and self.replica.answers()):
            return False
        ((place,),) = self.primary.ask("SELECT pg_current_wal_lsn()::text")
        ((reached,),) = self.replica.ask("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", place)
        ready = self.ready()
        return bool(reached and ready["replica"] and ready["database"] and not ready["read_only"])


def settings_of(server: Server) -> dict[str, Any]:
    """The settings of Django's connection to the server."""
    found = dj_database_url.parse(server.url)
    return {**connections["default"].settings_dict, **found, "ENGINE": "crewsite.postgresql", "OPTIONS": {}}


@contextmanager
def at(server: Server) -> Iterator[None]:
    """In the block, models of this process are those of the server."""
    before = connections["default"]
    connections["default"] = wrapper = DatabaseWrapper(settings_of(server), "default")
    try:
        yield
    finally:
        wrapper.close()
        connections["default"] = before


@contextmanager
def site_of(environment: Mapping[str, str], folder: Path) -> Iterator[Site]:
    """A web process and its Redis."""
    site = Site(environment, folder, webs=1, workers=0)
    try:
        site.start("redis")
        site.start("web0")
        site.wait_ready()
        yield site
    finally:
        site.stop()


def table_of_three() -> tuple[int, dict[int, str]]:
    """A table of three people, dealt: its number, and the session of each seat's player."""
    people = [person(name) for name in ("Ana", "Ben", "Cleo")]
    table = open_table(*people)
    started(table, people[0])
    seats = table.seats.select_related("player__user")
    return table.pk, {seat.number: session_of(seat.player) for seat in seats if seat.player is not None}
