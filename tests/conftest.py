"""The cast. Alice founds a crew and a club, Bob is in both, Charlie must see nothing of either, Olga organizes."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import count

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connections
from django.test import Client
from django.utils import translation
from hypothesis import settings as hypothesis_settings
from pytest_django.plugin import DjangoDbBlocker
from redis import Redis

import games
from crewsite import translations
from games.crew.solver import Annotation
from logbook.challenges.services import certification, challenges
from logbook.clubs.models import Club, ClubCrew, ClubMember
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people import site_identity
from logbook.people.models.players import Player
from logbook.people.selectors import GUEST_KEY
from logbook.replays.services import analyses
from logbook.tables import event_replay
from logbook.tables.services import bot_seed
from tests import own_database, own_redis, wide
from tests.challenges import preparation
from tests.recorded_migrations import record_migrations

# How long an example takes hangs on what else the machine does: time is measured in benchmarks/ alone.
hypothesis_settings.register_profile("crewsite", deadline=None)
hypothesis_settings.load_profile("crewsite")

pytest_plugins = ["tests.challenges.fixtures"]


def pytest_configure() -> None:
    """The translations are read as they stand in the repository, however the tests were started."""
    gc.disable()
    translations.compile_all()


PAGES = {"client", "signed_in", "site"}
"""A test with one of these fixtures asks the site for pages; it is marked `page`."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """A mark that stays right by itself."""
    if not PAGES.isdisjoint(getattr(item, "fixturenames", ())):
        item.add_marker(pytest.mark.page)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With TEST_ONLY=database leave out what cannot differ on another database.

    That is what touches none, and, but with WIDE=1, what only repeats the queries of a test with other parameters.
    """
    if os.environ.get("TEST_ONLY") == "database":
        kept = [item for item in items if _touches_the_database(item)]
        kept = kept if wide.WIDE else _with_their_first_parameters(kept)
        left_out = set(items) - set(kept)
        items[:] = kept
        config.hook.pytest_deselected(items=[*left_out])
    _long_files_first(items)


def pytest_collection_finish() -> None:
    """What is there by now stays until the end: the garbage collector need not look at it, and at the rest seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def _long_files_first(items: list[pytest.Item]) -> None:
    """A worker without tests takes half of what another has left: at the end only short ones are left."""
    long = {item.path for item in items if "browser" in item.path.parts or item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in long)


def _touches_the_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or not fixtures.isdisjoint({"db", "transactional_db"})


def _with_their_first_parameters(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return each test once. Tests marked `every_database` keep all their parameters."""
    first: dict[str, pytest.Item] = {}
    for item in items:
        first.setdefault(item.nodeid.partition("[")[0], item)
    kept = set(first.values())
    return [item for item in items if item in kept or item.get_closest_marker("every_database")]


PASSWORD = "a long enough password"


def person(name: str) -> Player:
    """A player with an account: alice@example.org."""
    email = f"{name.lower()}@example.org"
    user = User.objects.create_user(username=name.lower(), email=email, password=PASSWORD)
    return Player.objects.create(name=name, user=user)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """A database for each worker; on SQLite a file for each process, also for one forked after the settings."""
    database = connections["default"]
    if database.vendor == "sqlite":
        name = f"crewsite-{os.getpid()}.sqlite3"
        database.settings_dict["TEST"]["NAME"] = str(settings.VAR / "tests" / name)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The tables are made from the models, which takes a tenth of the time; `test_migrations` compares the two."""
    with django_db_blocker.unblock():
        record_migrations()
    yield
    with django_db_blocker.unblock():
        own_database.end_connections(connections["default"])


@pytest.fixture(autouse=True)
def english() -> None:
    """A page that was asked for in another language leaves that language behind."""
    translation.activate("en")


Forget = Callable[[], object]
"""Empties the cache."""


@pytest.fixture(scope="session", autouse=True)
def redis_url() -> Iterator[str]:
    """A Redis of the tests' own, in which the site's cache lies. The site's announcements reach no reader."""
    with own_redis.one() as url:
        settings.CACHES["default"]["LOCATION"] = url
        # Where a module of tests names `cache`, collecting it has opened the cache at the old address.
        if hasattr(caches._connections, "default"):  # type: ignore[attr-defined]
            del caches["default"]
        yield url


@pytest.fixture(scope="session")
def cache_server(redis_url: str) -> Iterator[Redis]:
    """One connection for all tests: opening one costs more than emptying the cache."""
    with Redis.from_url(redis_url) as redis:
        yield redis


@pytest.fixture(autouse=True)
def fresh_cache(cache_server: Redis) -> Forget:
    """Every test starts with nothing kept and all its tries left, and can have it so again."""
    cache_server.flushall()
    return cache_server.flushall


@pytest.fixture(autouse=True)
def identity_unread() -> None:
    """What a test before has read of the site's identity went with its database."""
    site_identity.forget()


@pytest.fixture(autouse=True)
def states_unread() -> None:
    """A test whose clock stands still takes the same numbers at the same time as one before, for other actions."""
    event_replay._presents.clear()


@pytest.fixture(autouse=True)
def quick_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every finished attempt is analysed at once; tests that are not about that need not wait for a solver."""

    def nothing_known(states: Sequence[games.State], budget: object, known: object = None) -> Annotation:
        return Annotation((None,) * len(states), None)

    monkeypatch.setattr(analyses, "annotate", nothing_known)


@pytest.fixture(autouse=True)
def same_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots draw the same in every run of the tests; `test_luck` has the site's own keys."""
    monkeypatch.setattr(bot_seed, "bot_key", lambda _attempt: b"tests")


@pytest.fixture(autouse=True)
def same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test draws the same secrets for its challenges, in the same order; with WIDE=1 random ones."""
    numbers = count(1)
    if not wide.WIDE:
        monkeypatch.setattr(challenges, "new_base_seed", lambda: sha256(f"tests {next(numbers)}".encode()).hexdigest())


@pytest.fixture(autouse=True)
def prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal is proven and prepared once in a process."""
    monkeypatch.setattr(certification, "certify", preparation.certify_once)
    monkeypatch.setattr(challenges, "prepare_challenge", preparation.prepare_challenge)


@pytest.fixture
def alice(db: None) -> Player:
    return person("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return person("Bob")


@pytest.fixture
def charlie(db: None) -> Player:
    """The stranger."""
    return person("Charlie")


@pytest.fixture
def olga(db: None) -> Player:
    return person("Olga")


@pytest.fixture
def guest(db: None) -> Player:
    """A guest: a player with only a name."""
    return Player.objects.create(name="Gus")


@pytest.fixture
def crew(alice: Player, bob: Player) -> Crew:
    """Alice's crew; Bob is a member."""
    crew = Crew.objects.create(name="Aurora", slug="aurora")
    CrewMember.objects.create(crew=crew, player=alice, role=CrewMember.Role.FOUNDER)
    CrewMember.objects.create(crew=crew, player=bob)
    return crew


@pytest.fixture
def club(alice: Player, bob: Player, olga: Player, crew: Crew) -> Club:
    """Alice's club; Olga organizes, Bob is a member, and Alice's crew plays in it."""
    club = Club.objects.create(name="Night Watch", slug="night-watch")
    for player, role in ((alice, "owner"), (olga, "organizer"), (bob, "member")):
        ClubMember.objects.create(club=club, player=player, role=role)
    ClubCrew.objects.create(club=club, crew=crew)
    return club


SignedIn = Callable[[Player], Client]


@pytest.fixture
def signed_in(db: None) -> SignedIn:
    """A browser signed in as a player, or holding the session of a guest."""

    def client_of(player: Player) -> Client:
        client = Client()
        if player.user is not None:
            client.force_login(player.user, backend="django.contrib.auth.backends.ModelBackend")
            return client
        session = client.session
        session[GUEST_KEY] = player.pk
        session.save()
        return client

    return client_of


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say loudly when the browser tests were asked for and did not run."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "tests/browser" in report.nodeid]
    if skipped:
        terminalreporter.section("BROWSER TESTS DID NOT RUN", red=True, bold=True)
        terminalreporter.write_line(f"{len(skipped)} tests need a browser: {skipped[0].longrepr[2]}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where they are required (CI), skipped browser tests fail the run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = [r for r in reporter.stats.get("skipped", []) if "tests/browser" in r.nodeid] if reporter else []
    if skipped and os.environ.get("REQUIRE_BROWSER"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
