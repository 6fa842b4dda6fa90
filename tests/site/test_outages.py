"""Outages: a busy database, a full disk. One clear sentence, nothing half done, and recovery."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
from django.core.files.storage import FileSystemStorage
from django.db import OperationalError, connection
from django.test import Client

from logbook.campaigns.models import Campaign, LogEntry
from logbook.clubs.models import Club, News
from logbook.lib.exceptions import outage_of
from logbook.people.models.players import Player
from logbook.people.session_store import SessionStore
from logbook.tables.models import Event, Table
from tests.campaigns.logging_scenes import picture, upload
from tests.campaigns.scenes import campaign, media, post
from tests.conftest import PASSWORD, SignedIn
from tests.tables.attempts_scenes import open_table, started, waited_for

__all__ = ["campaign", "media"]

BUSY = "The site couldn’t reach its database. Check before you try again: your change may have been saved."
FULL = "The site is out of storage, so this wasn’t saved. Tell the site’s administrator, and try again later."
NEWS = "/clubs/night-watch/news/new/"
LONG = {"title": "Long", "text": "word " * 300}

Test = TypeVar("Test", bound=Callable[..., Any])


def on_sqlite(test: Test) -> Test:
    """Skip the test on other databases: `make test` always begins with SQLite, and PostgreSQL behaves differently."""
    skipped = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL does it in other ways")
    marked: Test = pytest.mark.once(skipped(test))
    return marked


@pytest.fixture
def table(transactional_db: None, alice: Player, bob: Player, olga: Player) -> Table:
    table = open_table(alice, bob, olga)
    started(table, alice)
    return table


@contextmanager
def somebody_else_writing() -> Iterator[None]:
    """Hold the write lock as another process, for longer than any request waits."""
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 50")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def a_full_disk() -> Iterator[None]:
    """Limit the database to its current size."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        yield
        cursor.execute("PRAGMA max_page_count = 1073741823")


@on_sqlite
def test_a_write_under_way_elsewhere_is_said_in_one_sentence(table: Table, signed_in: SignedIn) -> None:
    attempt = table.attempts.get()
    seat, text = waited_for(attempt)
    player = table.seats.get(number=seat).player
    assert player is not None
    client, act = signed_in(player), {"action": text, "seen": table.version}
    at_the_table, by_program = f"/tables/{table.pk}/", f"/api/v1/tables/{table.pk}/act/"
    with somebody_else_writing():
        assert client.get(at_the_table).status_code == 200, "reading waits for no one"
        answer = client.post(f"{at_the_table}act/", act)
        assert (answer.status_code, answer.text) == (503, BUSY)
        answer = client.post(by_program, act, content_type="application/json")
        assert (answer.status_code, answer.json()["code"], answer.json()["detail"]) == (503, "unanswered", BUSY)
        told = {"login": "alice@example.org", "password": PASSWORD}
        answer = Client(raise_request_exception=False).post("/accounts/login/", told)
        assert (answer.status_code, answer.text) == (503, BUSY)
        assert not Event.objects.exists()
    assert client.post(f"{at_the_table}act/", act).status_code == 303
    assert [event.text for event in Event.objects.all()] == [text]


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_said_in_one_sentence(club: Club, olga: Player, signed_in: SignedIn) -> None:
    client = signed_in(olga)
    with a_full_disk():
        written = 0
        while (answer := client.post(NEWS, LONG)).status_code == 302 and written < 50:
            written += 1
        assert (answer.status_code, answer.text) == (503, FULL)
        assert News.objects.count() == written
        assert client.get("/clubs/night-watch/").status_code == 200, "what is there can be read"
    assert client.post(NEWS, LONG).status_code == 302
    assert News.objects.count() == written + 1


@pytest.mark.django_db
@pytest.mark.once
def test_a_photo_for_which_there_is_no_room_leaves_no_line(
    campaign: Campaign, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_arguments: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    client = signed_in(alice)
    with monkeypatch.context() as patch:
        patch.setattr(FileSystemStorage, "_save", no_room)
        answer = post(client, campaign, photo=upload(picture()))
        assert (answer.status_code, answer.text) == (503, FULL)
        assert not LogEntry.objects.exists()
    assert post(client, campaign, photo=upload(picture())).status_code == 303
    assert LogEntry.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.once
@pytest.mark.parametrize("address", ["/", "/tables/", "/api/v1/tables/"])
def test_whoever_is_not_even_known_is_told_so_too(
    address: str, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(**_named: object) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    client = signed_in(alice)
    monkeypatch.setattr("logbook.people.middleware.selectors.player_of", gone)
    answer = client.get(address)
    assert answer.status_code == 503
    assert BUSY in (answer.json()["detail"] if address.startswith("/api/") else answer.text)


@pytest.mark.django_db
@pytest.mark.once
def test_an_outage_beside_the_views_is_said_as_one_in_them(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_named: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(SessionStore, "save", full)
    client = Client(raise_request_exception=False)
    answer = client.post("/accounts/login/", {"login": "alice@example.org", "password": PASSWORD})
    assert (answer.status_code, answer.text) == (503, FULL)


def test_what_postgresql_says_of_a_full_disk() -> None:
    class DiskFull(Exception):
        sqlstate = "53100"

    error = OperationalError("could not extend file")
    error.__cause__ = DiskFull()
    assert str(outage_of(error)) == FULL
    assert str(outage_of(OperationalError("gone"))) == BUSY
    assert outage_of(ValueError("a mistake")) is None
    assert outage_of(FileNotFoundError(errno.ENOENT, "no such file")) is None
