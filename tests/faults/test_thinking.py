"""An attacker queues the strongest bots again and again: the web process never thinks, and one worker does, in turn.

A running site: a web process, a worker, a real Redis and the test database, and requests as a browser sends them.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker
from redis import Redis

from crewsite import redis_server
from logbook.people.models.players import Player
from logbook.replays.models.bot_questions import Thought
from logbook.replays.services import thoughts
from logbook.replays.variations import Variation
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.tables.services import tables
from tests.faults import fixtures
from tests.faults.kills_scenes import database_url
from tests.faults.processes import SOON, Site, environment, waited_until
from tests.faults.settings_without_thinking import THOUGHT
from tests.leaderboards.lost_rounds import first_card, play_out
from tests.tables.attempts_scenes import started

pytestmark = [pytest.mark.once, pytest.mark.slow]

REQUESTS = 30
TOKEN = "a" * 32


@dataclass(frozen=True)
class Browser:
    """A player's browser, on the site's one web process."""

    port: int
    session: str = ""

    def get(self, path: str) -> tuple[int, str, str]:
        """Return the status of the response, its location and its text."""
        return self._asked("GET", path, None)

    def post(self, path: str, fields: dict[str, Any]) -> tuple[int, str, str]:
        return self._asked("POST", path, urlencode({**fields, "csrfmiddlewaretoken": TOKEN}))

    def _asked(self, method: str, path: str, body: str | None) -> tuple[int, str, str]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=2 * SOON)
        cookies = f"sessionid={self.session}; csrftoken={TOKEN}"
        headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        said = answer.status, answer.getheader("Location", ""), answer.read().decode()
        connection.close()
        return said


@dataclass(frozen=True)
class Scene:
    """A running site without a worker, a finished attempt of two members, and their browsers."""

    site: Site
    attempt: Attempt
    attacker: Browser
    other: Browser

    @property
    def line(self) -> str:
        return f"/replays/{self.attempt.pk}/line/"

    def fields(self, number: int) -> dict[str, Any]:
        """Return the fields to play on with the strongest bots, each time from another moment or on another seat."""
        seat, start = divmod(number, self.attempt.length)
        return Variation(start, seat=seat % self.attempt.table.players, bot="solver").fields | {"go": "1"}


@pytest.fixture(scope="module")
def scene(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scene]:
    from django.core.management import call_command

    with django_db_blocker.unblock():
        (one, _key), (other, _other_key) = fixtures._person("attacker"), fixtures._person("other")
        table = tables.open_table(player=one, game="planet-nine", mission="4", players=4)
        for player in (other, fixtures._person("third")[0], fixtures._person("fourth")[0]):
            tables.take_seat(table=table, player=player)
        attempt = play_out(table, started(table, one))
        folder = tmp_path_factory.mktemp("site")
        site = Site(environment(database_url(), folder), folder, webs=1, workers=1)
        try:
            for name in ("redis", "web0"):
                site.environment["DJANGO_SETTINGS_MODULE"] = "tests.faults.settings_without_thinking"
                site.start(name)
            site.environment["DJANGO_SETTINGS_MODULE"] = "crewsite.settings"
            site.wait_ready()
            browsers = [Browser(site.ports[0], fixtures.session_of(player)) for player in (one, other)]
            yield Scene(site, attempt, *browsers)
        finally:
            site.stop()
            call_command("flush", interactive=False, verbosity=0)


@pytest.mark.django_db
def test_other_processes_can_reach_the_database() -> None:
    """This test also creates the database when the file is run alone."""
    assert "memory" not in database_url()


def test_thirty_requests_with_the_strongest_bots(scene: Scene, django_db_blocker: DjangoDbBlocker) -> None:
    """The site has no worker yet: any thought now happens in the web process."""
    with django_db_blocker.unblock():
        asked = [scene.fields(more) for more in range(REQUESTS)]
        with ThreadPoolExecutor(6) as hands:
            answers = list(hands.map(lambda fields: scene.attacker.post(scene.line, fields), asked))
            answers += hands.map(lambda fields: scene.attacker.get(f"{scene.line}?{urlencode(fields)}"), asked)
        statuses = [status for status, _leads, _said in answers]
        assert statuses[:REQUESTS].count(302) == thoughts.MOST_OPEN_QUESTIONS
        assert statuses[:REQUESTS].count(429) == REQUESTS - thoughts.MOST_OPEN_QUESTIONS
        assert set(statuses[REQUESTS:]) <= {200, 404}, "reading starts nothing"
        assert all("still working on your last question" in said for status, _leads, said in answers if status == 429)
        waits = [leads for status, leads, _said in answers if status == 302]
        assert scene.other.get("/tables/")[0] == 200
        for address in waits:
            status, _leads, said = scene.attacker.get(address)
            assert (status, "The bots are thinking." in said) == (200, True)
            assert scene.attacker.get(f"{address}&wait=1")[0] == 204
        again = {scene.attacker.post(scene.line, fields)[1] for fields in asked if _is_asked(fields, waits)}
        assert again == set(waits), "asking again is the same job"
        assert sorted(_queued(scene.site)) == sorted(Thought.objects.values_list("pk", flat=True))
        assert not _thought_in_the_web(scene.site)
        _worked_out(scene, waits)


def _is_asked(fields: dict[str, Any], waits: list[str]) -> bool:
    said = [dict(parse_qsl(urlsplit(address).query)) for address in waits]
    return any((one["from"], one["seat"]) == (fields["from"], fields["seat"]) for one in said)


def _queued(site: Site) -> list[int]:
    """Return the keys of the thoughts that Redis holds for workers: a task has no other argument."""
    found = []
    with Redis.from_url(redis_server.url_of(redis_server.folder_of(site.folder))) as redis:
        for key in redis.keys("thoughts*"):
            for message in redis.lrange(key, 0, -1):
                arguments, named, _rest = json.loads(base64.b64decode(json.loads(message)["body"]))
                assert named == {}
                assert arguments[1:] == [0]
                found.append(arguments[0])
    return found


def _thought_in_the_web(site: Site) -> list[str]:
    mark = site.folder / THOUGHT.name
    return mark.read_text().splitlines() if mark.exists() else []


def _worked_out(scene: Scene, waits: list[str]) -> None:
    """Start a worker: it answers one request after the other, each for the player who asked alone."""
    scene.site.start("worker0")
    player = Player.objects.get(name="attacker")
    most = 0

    def done() -> bool:
        nonlocal most
        busy = Thought.objects.filter(player=player, state="waiting", busy_until__gt=timezone.now()).count()
        most = max(most, busy)
        return all(scene.attacker.get(f"{address}&wait=1")[0] != 204 for address in waits)

    assert waited_until(done, 2 * SOON)
    assert most <= 1, "one at a time for a person"
    moved = 0
    for address in waits:
        status, leads, _said = scene.attacker.get(address)
        assert status == 302
        before, after = (Variation.read(dict(parse_qsl(urlsplit(one).query))) for one in (address, leads))
        assert after.moves[: len(before.moves)] == before.moves
        moved += len(after.moves) - len(before.moves)
        assert scene.attacker.get(leads)[0] == 200
        for reader in (scene.other, Browser(scene.attacker.port)):
            status, _leads, said = reader.get(address)
            assert status in (200, 404), "no other player gets there"
            assert "The bots are thinking." not in said
    assert moved, "the bots did something"
    assert not _thought_in_the_web(scene.site)


def test_the_solver_and_reasons_likewise(scene: Scene, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        Thought.objects.all().delete()
        scene.site.start("worker0")  # The test before may have run in another process.
        fields = {"from": str(first_card(event_replay.actions_of(scene.attempt))), "kind": "cards"}
        ask = f"/replays/{scene.attempt.pk}/ask/"
        status, leads, _said = scene.attacker.post(ask, fields)
        assert status == 302
        assert waited_until(lambda: scene.attacker.get(f"{leads}&wait=1")[0] == 200, 2 * SOON)
        assert "can still win" in scene.attacker.get(leads)[2]
        assert scene.other.get(leads)[0] == 200
        assert Browser(scene.attacker.port).post(ask, fields)[0] == 404
        assert not _thought_in_the_web(scene.site)
