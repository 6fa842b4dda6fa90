"""A site with a replica, on a real primary and a real replica: what is read where, and what happens to either."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Final

import pytest
from django.core.management import call_command
from pytest_django.plugin import DjangoDbBlocker

from logbook.lib.event_streams import HEARTBEAT_SECONDS
from logbook.people.models.players import Player
from logbook.people.services import tokens
from logbook.tables.models import Event, Table
from tests import replica_scenes
from tests.faults.processes import Site, environment, waited_until
from tests.replica_site_scenes import Browser, World, at, site_of, table_of_three

pytestmark = [
    pytest.mark.once,
    pytest.mark.slow,
    pytest.mark.skipif(not replica_scenes.is_installed(), reason="no PostgreSQL server here"),
]

LIMIT: Final = 2
SOON: Final = 60.0
AWAY: Final = "You can read everything, but you can’t play or change anything right now. Play will resume on its own."


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Both servers, a table of two people in play, and a web process."""
    folder = tmp_path_factory.mktemp("site")
    with replica_scenes.folder_of_servers() as place:
        primary = replica_scenes.new_cluster(place / "primary")
        replica = None
        try:
            with django_db_blocker.unblock(), at(primary):
                call_command("migrate", verbosity=0)
                table, sessions = table_of_three()
            replica = replica_scenes.replica_of(primary, place / "replica")
            told = {"DATABASE_REPLICA_URL": replica.url, "DATABASE_REPLICA_LAG_SECONDS": str(LIMIT)}
            with django_db_blocker.unblock(), site_of(environment(primary.url, folder) | told, folder) as site:
                yield World(primary, replica, site, table, sessions)
        finally:
            for server in filter(None, (replica, primary)):
                server.stop()


@pytest.fixture(autouse=True)
def _whole(world: World) -> None:
    """Each test begins with both servers, and a replica that follows."""
    assert waited_until(world.both_are_used, SOON), (world.ready(), world.log())


BOARDS: Final = "/leaderboards/"
RUNS, SESSIONS = "logbook_run", "logbook_session"
"""Tables that a page of boards reads, and that every page does."""


@dataclass(frozen=True)
class Read:
    """The statements that each server got."""

    primary: str
    replica: str


def read_by(world: World, browser: Browser, path: str, **headers: str) -> Read:
    """Get the page, and return what was read where."""
    with world.primary.heard() as primary, world.replica.heard() as replica:
        answer = browser.get(path, **headers)
        assert answer.status == 200, answer.text
    return Read("\n".join(primary), "\n".join(replica))


def test_boards_are_read_from_the_replica_sessions_are_not(world: World) -> None:
    read = read_by(world, world.browser(), BOARDS)
    assert RUNS in read.replica
    assert RUNS not in read.primary
    assert SESSIONS in read.primary
    assert SESSIONS not in read.replica


def test_table_is_read_from_the_primary(world: World) -> None:
    read = read_by(world, world.browser(), f"/tables/{world.table}/")
    assert "logbook_table" in read.primary
    assert "logbook_table" not in read.replica


def test_player_reads_what_they_have_just_written(world: World) -> None:
    browser = world.browser()
    answer = browser.post("/language/", {"language": "en"})
    assert answer.status == 302
    assert "wrote=1" in answer.cookies
    assert {"Max-Age=5", "HttpOnly", "SameSite=Lax"} <= set(answer.cookies.split("; "))
    assert RUNS in read_by(world, browser, BOARDS).primary
    del browser.cookies["wrote"]  # As a browser does after five seconds.
    assert RUNS in read_by(world, browser, BOARDS).replica


def test_program_with_a_token_reads_from_the_primary(world: World) -> None:
    with at(world.primary):
        _token, key = tokens.create_token(player=Player.objects.get(name="Ana"), name="x", scopes=("read",), days=2)
    assert RUNS in read_by(world, Browser(world.port), "/api/v1/leaderboards/", Authorization=f"Bearer {key}").primary
    assert RUNS in read_by(world, Browser(world.port), "/api/v1/leaderboards/").replica


def test_replica_that_lags_is_left_until_it_has_caught_up(world: World) -> None:
    told = f"the replica is more than {LIMIT} seconds behind."
    before = world.log().count(told)
    world.replica.ask("SELECT pg_wal_replay_pause()")
    try:
        world.primary.ask("SELECT pg_logical_emit_message(false, 'tests', 'something')")
        assert waited_until(lambda: not world.ready()["replica"], SOON)
        for _number in range(3):
            assert RUNS in read_by(world, world.browser(), BOARDS).primary
        assert world.ready()["read_only"] is False
        assert world.log().count(told) == before + 1
    finally:
        world.replica.ask("SELECT pg_wal_replay_resume()")
    assert waited_until(lambda: world.ready()["replica"], SOON)
    assert RUNS in read_by(world, world.browser(), BOARDS).replica


def test_replica_that_is_gone_costs_nothing_but_a_line(world: World) -> None:
    before = world.log().count("the replica cannot be reached.")
    world.replica.stop()
    try:
        for _number in range(3):
            assert world.browser().get(BOARDS).status == 200
        assert waited_until(lambda: not world.ready()["replica"], SOON)
        assert world.browser().get(BOARDS).status == 200
        assert world.log().count("the replica cannot be reached.") == before + 1
    finally:
        world.replica.start()


def test_replica_with_an_older_schema_is_not_used(world: World) -> None:
    """The replica of a site whose code is newer: the last migration has not come yet."""
    world.replica.stop()
    ((app, name, at_),) = world.primary.ask(LAST_MIGRATION)
    try:
        world.replica.start()
        assert waited_until(lambda: "has an older schema than this version of the site." in world.log(), SOON)
        assert world.ready()["replica"] is False
    finally:
        world.primary.ask("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, %s)", app, name, at_)
    assert waited_until(lambda: world.ready()["replica"], SOON)


LAST_MIGRATION: Final = """
DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations WHERE app = 'logbook')
RETURNING app, name, applied
"""


@pytest.mark.parametrize(
    ("follows", "fault"), [(False, "is no replica: it follows no primary."), (True, "belongs to another cluster.")]
)
def test_replica_of_something_else_is_refused_in_one_line(
    world: World, tmp_path: Path, follows: bool, fault: str
) -> None:
    with replica_scenes.folder_of_servers() as place:
        servers = [replica_scenes.new_cluster(place / "empty")]
        try:
            if follows:
                servers.append(replica_scenes.replica_of(servers[0], place / "follows"))
            told = {"DATABASE_REPLICA_URL": servers[-1].url}
            with site_of(environment(world.primary.url, tmp_path) | told, tmp_path) as site:
                browser = Browser(site.ports[0])
                assert waited_until(lambda: fault in (tmp_path / "web0.log").read_text("utf-8"), SOON)
                for _number in range(3):
                    assert RUNS in read_by(world, browser, BOARDS).primary
                log = (tmp_path / "web0.log").read_text("utf-8")
                assert log.count("Reads go to the primary database") == 1, log
                assert browser.get("/readyz/").json["replica"] is False
        finally:
            for server in reversed(servers):
                server.stop()


@contextmanager
def primary_away(world: World) -> Iterator[None]:
    world.primary.stop()
    try:
        yield
    finally:
        world.primary.start()


def _content(part: str) -> str:
    """The part without what differs each time: its tokens, and the seconds for which the table has waited."""
    return re.sub(r'data-waited="\d+"|value="\w{64}"', "", part)


def test_site_is_read_while_the_primary_is_away(world: World) -> None:
    browsers, part = [world.browser(seat) for seat in world.sessions], f"/tables/{world.table}/round/"
    before = [_content(browser.get(part).text) for browser in browsers]
    browser = browsers[0]
    with primary_away(world):
        for path in ("/", BOARDS, "/missions/", "/profile/", f"/tables/{world.table}/"):
            answer = browser.get(path)
            assert (path, answer.status, AWAY in answer.text) == (path, 200, True)
        assert "Ana" in browser.get("/profile/").text, "who was signed in still is"
        shown = [_content(browser.get(part).text) for browser in browsers]
        assert shown == before, "a hand is shown to its seat alone, as before"
        assert Browser(world.port).get(part).status == 404
        ready = browser.get("/readyz/")
        told = {"database": False, "redis": True, "replica": True, "read_only": True}
        assert (ready.status, ready.json) == (200, told)
    assert waited_until(world.both_are_used, SOON)
    assert AWAY not in browser.get("/missions/").text


def test_nothing_can_be_changed_while_the_primary_is_away(world: World) -> None:
    seat, action = world.awaited()
    browser, act = world.browser(seat), f"/tables/{world.table}/act/"
    with primary_away(world):
        page = browser.post(act, action)
        assert (page.status, page.headers["Retry-After"], AWAY in page.text) == (503, "5", True)
        assert "<h1>" in page.text
        part = browser.post(act, action, **{"HX-Request": "true"})
        assert (part.status, part.text) == (503, AWAY)
        program = Browser(world.port).post("/api/v1/tables/", {})
        assert (program.status, program.json["code"], program.json["detail"]) == (503, "primary-away", AWAY)
        assert browser.post("/accounts/login/", {"login": "ana@example.org", "password": "x"}).status == 503
    assert waited_until(world.both_are_used, SOON)
    assert browser.post(act, action).status == 303, "the same form works once the primary is back"
    with at(world.primary):
        assert Event.objects.filter(attempt__table=world.table, text=action["action"], seat=seat).count() == 1


def test_stream_stays_and_brings_what_is_played_then(world: World) -> None:
    seat, action = world.awaited()
    browser = world.browser(seat)
    with closing(http.client.HTTPConnection("127.0.0.1", world.port, timeout=SOON)) as line:
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        with at(world.primary):
            player = Table.objects.get(pk=world.table).seats.get(number=seat).player_id
        line.request("GET", f"/streams/{player}/?table={world.table}", headers={"Cookie": cookies})
        stream = line.getresponse()
        assert stream.status == 200
        with primary_away(world):
            assert browser.get("/missions/").status == 200
            time.sleep(HEARTBEAT_SECONDS + 2)  # The bell is counted anew in a quiet while.
        assert waited_until(world.both_are_used, SOON)
        assert browser.post(f"/tables/{world.table}/act/", action).status in (204, 303)
        seen = b""
        while b"/part" not in seen:
            piece = stream.read1(65536)
            assert piece, seen
            seen += piece
        assert b"ended" not in seen


def test_primary_that_says_nothing_is_away(world: World) -> None:
    """Its connections are open, and no answer comes: requests wait a few seconds, and are then answered."""
    world.primary.pause(on=True)
    try:
        answer = world.browser().get(f"/tables/{world.table}/")
        assert (answer.status, AWAY in answer.text) == (200, True)
    finally:
        world.primary.pause(on=False)


def test_connections_that_are_cut_are_no_outage(world: World) -> None:
    before = world.log().count("The primary database is away.")
    world.primary.ask(f"SELECT pg_terminate_backend(pid) {OTHERS}")
    assert waited_until(lambda: world.primary.ask(f"SELECT 1 {OTHERS} AND query LIKE '%%pg_current_wal_lsn%%'"), SOON)
    assert world.browser().get(f"/tables/{world.table}/").status == 200
    assert world.log().count("The primary database is away.") == before


OTHERS: Final = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"


def test_web_process_starts_while_the_primary_is_away(world: World, tmp_path: Path) -> None:
    told = {"DATABASE_REPLICA_URL": world.replica.url}
    with primary_away(world), site_of(environment(world.primary.url, tmp_path) | told, tmp_path) as site:
        answer = Browser(site.ports[0], {"sessionid": world.sessions[0]}).get("/profile/")
        assert (answer.status, AWAY in answer.text) == (200, True)


def test_web_process_that_starts_then_uses_no_replica_that_was_behind(world: World) -> None:
    folder = world.site.folder  # The cache of the site is here.
    told = {"DATABASE_REPLICA_URL": world.replica.url, "DATABASE_REPLICA_LAG_SECONDS": str(LIMIT)}
    other = Site(environment(world.primary.url, folder) | told, folder, webs=1, workers=0)
    world.replica.ask("SELECT pg_wal_replay_pause()")
    try:
        world.primary.ask("SELECT pg_logical_emit_message(false, 'tests', 'something')")
        assert waited_until(lambda: not world.ready()["replica"], SOON)
        with primary_away(world):
            other.start("web0")
            assert waited_until(lambda: status_of(other, "/readyz/") == HTTPStatus.SERVICE_UNAVAILABLE, SOON)
            assert status_of(other, BOARDS) == HTTPStatus.SERVICE_UNAVAILABLE
        assert waited_until(lambda: status_of(other, BOARDS) == HTTPStatus.OK, SOON)
    finally:
        world.replica.ask("SELECT pg_wal_replay_resume()")
        other.stop()


def status_of(site: Site, path: str) -> int:
    """Return the status of the answer; 0 for none."""
    try:
        return Browser(site.ports[0]).get(path).status
    except OSError:
        return 0
