"""Two web processes, two workers, beat and Redis around one database: they share the site, and each may be killed.

The short form of `make faults`: the same site, people and checks, for a few seconds.
"""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.plugin import DjangoDbBlocker

from logbook.tables.models import Event, Table
from tests import wide
from tests.faults import fixtures
from tests.faults.fixtures import Sitting
from tests.faults.kills_scenes import database_url
from tests.faults.observers import Reader, Screen
from tests.faults.players import People
from tests.faults.processes import SOON, Site, environment, waited_until

pytestmark = [pytest.mark.once, pytest.mark.slow]

FAULTS = wide.of(("web0", "worker0", "redis", "beat"), ("web0", "worker0", "redis", "web1", "worker1", "redis", "beat"))
"""Beat comes last: when it is back it looks for the work that the other processes lost."""
HASTY = {"BOT_COURTESY_SECONDS": "0", "BOT_LOST_SECONDS": "1"}
"""Bots act at once, and tables that wait for one are swept after a second."""


@pytest.fixture(scope="module")
def sittings(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[Sitting]]:
    """Create tables in the test database, where other processes see them; clean up at the end."""
    from django.core.management import call_command

    with django_db_blocker.unblock():
        yield [fixtures.free_table(number) for number in range(3)]
        call_command("flush", interactive=False, verbosity=0)


@pytest.fixture(scope="module")
def site(sittings: list[Sitting], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start the processes once."""
    folder = tmp_path_factory.mktemp("site")
    site = Site(environment(database_url(), folder) | HASTY, folder)
    site.start_all()
    try:
        site.wait_ready()
        yield site
    finally:
        looking_on = [thread for thread in threading.enumerate() if isinstance(thread, Reader | Screen)]
        for one in looking_on:
            one.ended.set()
        site.stop()
        for one in looking_on:  # Observers must not run into other tests.
            one.join(SOON)


def asked(port: int, key: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """Return the API response of one web process."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    sent = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/{path}", sent, headers)
    with urllib.request.urlopen(request, timeout=SOON) as answer:  # noqa: S310 - our own site
        return json.loads(answer.read())


def stepped(person: People) -> bool:
    person.step()
    return True


@pytest.mark.django_db
def test_other_processes_can_reach_the_database() -> None:
    """This test also creates the database when the file is run alone."""
    assert "memory" not in database_url()


def test_an_action_reaches_the_other_process_and_a_worker_answers(site: Site, sittings: list[Sitting]) -> None:
    one, other = site.ports
    table, keys = sittings[0].table, sittings[0].keys
    screen = Screen([other], sittings[0].cookie, "luck", table)
    screen.start()
    asked(one, keys[0], f"tables/{table}/deal/", {"seen": asked(one, keys[0], f"tables/{table}/view/")["seen"]})
    assert screen.is_at(Table.objects.get(pk=table).version, SOON)
    person = People(table, keys, [one], "luck", 0.0)
    bots = Event.objects.filter(attempt__table=table, player=None)
    # Either may be the first to act.
    assert waited_until(lambda: stepped(person) and bots.exists() and person.noted.acknowledged)
    assert not person.noted.wrong
    # The bot may move between two reads; once a person is to act, every reader sees the same.
    assert waited_until(lambda: _views([one, other], keys[0], table)[0]["seen"] == screen.number)
    assert waited_until(lambda: all_alike(_views([one, other], keys[0], table)))
    screen.ended.set()


def _views(ports: list[int], key: str, table: int) -> list[dict[str, Any]]:
    return [asked(port, key, f"tables/{table}/view/") for port in ports]


def all_alike(views: list[dict[str, Any]]) -> bool:
    return all(view == views[0] for view in views)


def test_whatever_is_killed_nothing_is_lost_and_nothing_doubled(site: Site, sittings: list[Sitting]) -> None:
    played = sittings[1:]
    people = [People(one.table, one.keys, site.ports, f"short/{one.table}", 0.1) for one in played]
    screens = [Screen(site.ports, one.cookie, f"short/{one.table}", one.table) for one in played]
    pages = ["/", "/tables/", f"/tables/{played[0].table}/"]
    reader = Reader(site.ports, played[0].cookie, "short", pages, lambda: "redis" not in site.running)
    for one in (*people, *screens, reader):
        one.start()
    for name in FAULTS:
        site.kill(name)
        time.sleep(0.5)
        if name == "redis":
            reader.without_redis = 0
            assert waited_until(lambda: reader.without_redis), "pages are read without it"
        site.start(name)
    site.wait_ready()
    now = time.monotonic()
    assert waited_until(lambda: all(one.noted.last_at > now for one in people)), "every table goes on"
    for person in people:
        person.ended.set()
        person.join(SOON)
    assert all(screen.is_at(fixtures.numbers()[screen.table], SOON) for screen in screens), (
        "screens catch up by themselves"
    )
    assert not [*reader.wrong, *(line for one in screens for line in one.wrong)]
    assert not [line for one in people for line in one.noted.wrong]
    assert not fixtures.logs_wrong({one.table: one.noted for one in people})
