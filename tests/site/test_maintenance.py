"""Read-only mode: pages are read, nothing is changed, and one sentence says so, on pages, to scripts and in the API."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from pytest_django.fixtures import Settings

from logbook.lib import maintenance
from logbook.people.models.players import Player
from logbook.tables.models import Event, Table
from tests.api.world import bearer
from tests.conftest import Forget, SignedIn
from tests.tables.attempts_scenes import open_table, started

pytestmark = pytest.mark.django_db

SENTENCE = (
    "The site is being maintained. You can read everything, but nothing can be changed or played for a few minutes."
)


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    maintenance.set_read_only(on=False)
    yield
    maintenance.set_read_only(on=False)


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    table = open_table(alice, bob, olga)
    started(table, alice)
    return table


def switch(mode: str) -> str:
    told = StringIO()
    call_command("read_only", mode, stdout=told)
    return told.getvalue()


def test_the_command_begins_and_ends_it(client: Client) -> None:
    assert SENTENCE not in client.get("/missions/").text
    assert switch("on") == "The site can only be read now.\n"
    page = client.get("/missions/")
    assert page.status_code == 200
    assert SENTENCE in page.text
    assert switch("status") == "The site can only be read now.\n"
    assert switch("off") == "The site can be used as usual.\n"
    assert switch("status") == "The site can be used as usual.\n"
    assert SENTENCE not in client.get("/missions/").text


def test_a_round_stands_still_and_goes_on(table: Table, alice: Player, signed_in: SignedIn) -> None:
    browser, address = signed_in(alice), f"/tables/{table.pk}/"
    before = Event.objects.count()
    switch("on")
    assert browser.get(address).status_code == 200
    assert browser.get(f"{address}round/").status_code == 200
    plain = browser.post(f"{address}act/", {"action": "ask", "seen": table.version})
    assert (plain.status_code, SENTENCE in plain.text, plain.headers["Retry-After"]) == (503, True, "60")
    part = browser.post(f"{address}act/", {"action": "ask", "seen": table.version}, headers={"HX-Request": "true"})
    assert (part.status_code, part.text) == (503, SENTENCE)
    assert Event.objects.count() == before
    switch("off")
    assert browser.post(f"{address}act/", {"action": "ask", "seen": table.version}).status_code in (200, 302, 422)


def test_programs_are_told_in_their_own_form(alice: Player, client: Client) -> None:
    switch("on")
    answer = client.post("/api/v1/tables/", {}, content_type="application/json", headers=bearer(alice))
    assert (answer.status_code, answer.headers["Content-Type"]) == (503, "application/problem+json")
    assert json.loads(answer.content)["detail"] == SENTENCE
    assert client.get("/api/v1/missions/", headers=bearer(alice)).status_code != 503


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/play/", "/captions/off/"])
def test_nothing_is_written_whatever_the_form(client: Client, path: str) -> None:
    switch("on")
    assert client.post(path, {}).status_code == 503
    assert not Player.objects.exists()


def test_other_processes_follow_by_the_cache(client: Client) -> None:
    cache.set(maintenance.KEY, value=True, timeout=None)
    maintenance._asked_at = -maintenance.KEPT_SECONDS
    assert client.post("/play/").status_code == 503


def test_cache_that_has_lost_the_mode_is_told_again(client: Client, fresh_cache: Forget) -> None:
    switch("on")
    fresh_cache()
    maintenance._asked_at -= maintenance.KEPT_SECONDS
    assert client.post("/play/").status_code == 503
    assert cache.get(maintenance.KEY) is True
    switch("off")
    fresh_cache()
    assert client.post("/captions/off/").status_code != 503
    assert cache.get(maintenance.KEY) is None


def test_process_that_has_not_asked_for_long_forgets_it(fresh_cache: Forget) -> None:
    """An idle worker does not ask, so it may have missed the end of maintenance."""
    switch("on")
    fresh_cache()
    maintenance._asked_at = time.monotonic() - maintenance.REMEMBERED_SECONDS
    assert not maintenance.is_read_only()
    assert cache.get(maintenance.KEY) is None


def test_command_says_that_no_process_would_hear_it(settings: Settings) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}}
    with pytest.raises(CommandError, match="The cache’s Redis doesn’t answer"):
        call_command("read_only", "on")
    assert not maintenance.is_read_only()
