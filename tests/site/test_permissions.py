"""Permissions: every address of the site × every role, by GET, by POST, and by the methods of the API.

`permissions.txt` lists the status of each. A new address has no row there and fails this test until it has:
`WRITE_PERMISSIONS=1 pytest tests/site/test_permissions.py` rewrites the rows; review their difference like code.
"""

from __future__ import annotations

import os
from uuid import uuid4

import pytest
import time_machine
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.urls import resolve, reverse
from redis import Redis

from logbook.api.throttles import AddressThrottle, CallerThrottle
from logbook.campaigns.services import campaigns, entries
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.clubs.services import clubs
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player
from tests import wide
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn
from tests.site import world as stage
from tests.site.permissions_scenes import ROWS, answered, asked, asked_while_the_primary_is_away
from tests.site.world import ROLES, World

pytestmark = pytest.mark.django_db

HEAD = f"""# What is answered to whom, by address and method; {", ".join(ROLES)} in this order.
# 302 goes on (to signing in, or to what was done); 404: not there for this person; 405: not asked like this.
"""

ENDS = ("stranger", "owner")
BETWEEN = tuple(role for role in ROLES if role not in ENDS)


@pytest.fixture
def world(
    crew: Crew, club: Club, running: Challenge, alice: Player, bob: Player, charlie: Player, guest: Player
) -> World:
    with time_machine.travel(NOON + HOUR, tick=False):
        others = Crew.objects.create(name="Borealis", slug="borealis")
        CrewMember.objects.create(crew=others, player=charlie, role=CrewMember.Role.FOUNDER)
        clubs.create_club(player=charlie, name="Elsewhere")
        return stage.build(crew, club, running, alice, bob, guest)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the API throttles, because the test sends more requests per minute."""
    for throttle in (CallerThrottle, AddressThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"caller": "9999999/min", "address": "9999999/min"})


@pytest.fixture
def others(world: World, alice: Player) -> None:
    """Create six other crews that have won the same mission as Alice's, so that its figures are shown."""
    for number in range(6):
        crew = Crew.objects.create(name=f"Crew {number}", slug=f"crew-{number}")
        CrewMember.objects.create(crew=crew, player=alice, role=CrewMember.Role.FOUNDER)
        theirs = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Theirs")
        entries.add_entry(campaign=theirs, by=alice, key=uuid4(), mission="1", won=True, played_on=NOON.date())


@pytest.fixture
def browsers(
    signed_in: SignedIn, guest: Player, bob: Player, charlie: Player, olga: Player, alice: Player
) -> dict[str, Client]:
    people = {"guest": guest, "member": bob, "other": charlie, "organizer": olga, "owner": alice}
    people["staff"] = stage.staff()
    return {"stranger": Client(), **{role: signed_in(player) for role, player in people.items()}}


def methods_of(address: str) -> tuple[str, ...]:
    """Return the methods of an address: two for pages, for operations also those that they declare."""
    operation = getattr(resolve(address).func, "cls", None)
    return ("GET", "POST", *(name for name in ("PUT", "PATCH", "DELETE") if hasattr(operation, name.lower())))


def found(world: World, browsers: dict[str, Client]) -> list[str]:
    rows = []
    for turn, (name, blanks) in enumerate(stage.patterns()):
        address = reverse(name, kwargs={key: world.fill(name, key) for key in blanks})
        rows += [
            f"{name:32} {method:4} {' '.join(map(str, statuses(browsers, method, address, turn)))}"
            for method in methods_of(address)
        ]
    return rows


def statuses(browsers: dict[str, Client], method: str, address: str, turn: int) -> list[int]:
    """Return what each role is answered. Where the ends decide for all, no other role is tried; with WIDE=1 all are.

    `turn` picks the one role between the ends that is tried at pages that are open to strangers.
    """
    known = {role: answered(browsers[role], method, address) for role in ENDS}
    first, last = known.values()
    if not wide.WIDE and last == 405 and first in {401, 405}:
        return [first, *[405] * (len(ROLES) - 1)]  # The address has no such method, whoever asks.
    if not wide.WIDE and method == "GET" and first == last == 200:
        tried = BETWEEN[turn % len(BETWEEN)]
        known |= dict.fromkeys(BETWEEN, 200) | {tried: answered(browsers[tried], method, address)}
    return [known.get(role) or answered(browsers[role], method, address) for role in ROLES]


def written() -> list[str]:
    """Return the table's rows."""
    return [line for line in ROWS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.every_database
@pytest.mark.skipif(connection.vendor == "sqlite" and not wide.WIDE, reason="the walk of all roles includes it")
def test_whatever_the_owner_reads_is_answered_by_every_database(world: World, browsers: dict[str, Client]) -> None:
    """The owner's walk runs each query of the pages on every database; the walk of all roles includes it on SQLite."""
    column = ROLES.index("owner") - len(ROLES)
    told = {tuple(row.split()[:2]): int(row.split()[column]) for row in written()}
    with time_machine.travel(NOON + HOUR, tick=False):
        for name, blanks in stage.patterns():
            address = reverse(name, kwargs={key: world.fill(name, key) for key in blanks})
            assert answered(browsers["owner"], "GET", address) == told[name, "GET"], name


@pytest.mark.once
def test_cached_and_fresh_pages_are_answered_alike(
    world: World, others: None, browsers: dict[str, Client], redis_url: str
) -> None:
    """Request all pages twice: the second walk reads the cache of the first. No shared cache may keep any of them."""
    with time_machine.travel(NOON + HOUR, tick=False):
        first, kept = _walked(world, browsers["owner"]), _kept(redis_url)
        assert ":1:logbook/world/counts/planet-nine" in " ".join(kept)
        assert _walked(world, browsers["owner"]) == first
    assert kept <= _kept(redis_url)
    assert not [row for row in first if row[1] >= 500]
    assert not [name for name, _status, is_private in first if not is_private]


def _walked(world: World, browser: Client) -> list[tuple[str, int, bool]]:
    """Return the status of each page, and whether only its reader's browser may keep it."""
    found = []
    for name, blanks in stage.patterns():
        address = reverse(name, kwargs={key: world.fill(name, key) for key in blanks})
        answer = asked(browser, "GET", address)
        rules = answer.headers.get("Cache-Control", "").split(", ")
        found.append((name, int(answer.status_code), not {"private", "no-store"}.isdisjoint(rules)))
    return found


def _kept(redis_url: str) -> set[str]:
    with Redis.from_url(redis_url, decode_responses=True) as redis:
        return set(redis.scan_iter())


@pytest.mark.once
def test_page_is_read_while_the_primary_is_away(
    world: World, browsers: dict[str, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page but those whose reading has to be stored."""
    told = {tuple(row.split()[:2]): list(map(int, row.split()[2:])) for row in written()}
    refused = set()
    with time_machine.travel(NOON + HOUR, tick=False):
        for name, blanks in stage.patterns():
            address = reverse(name, kwargs={key: world.fill(name, key) for key in blanks})
            for role in ("stranger", "owner"):
                answer = asked_while_the_primary_is_away(browsers[role], address, monkeypatch)
                if answer.status_code != told[name, "GET"][ROLES.index(role)]:
                    assert (role, answer.status_code) == ("owner", 503), name
                    refused.add(name)
    assert refused == RECORDED | MADE_BY_READING


@pytest.mark.slow
@pytest.mark.once
def test_everybody_is_answered_what_the_table_says(world: World, browsers: dict[str, Client]) -> None:
    with time_machine.travel(NOON + HOUR, tick=False):
        rows = found(world, browsers)
    if os.environ.get("WRITE_PERMISSIONS"):
        ROWS.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    assert rows == written()


@pytest.mark.once
def test_the_table_lets_no_stranger_in_where_only_some_may_go() -> None:
    """Check invariants of the rows themselves, however they were written."""
    for row in written():
        name, method, *statuses = row.split()
        by_role = dict(zip(ROLES, map(int, statuses), strict=True))
        assert max(by_role.values()) < 500, row
        if name not in MODERATED:
            assert by_role["staff"] not in {200, 201} or by_role["other"] == by_role["staff"], row
        if method in {"PUT", "PATCH", "DELETE"} and name not in ONES_OWN:
            assert min(by_role[role] for role in ("stranger", "guest", "other", "staff")) >= 400, row
        if name.startswith(PRIVATE) and name not in OPEN:
            outside = {by_role["stranger"], by_role["other"], by_role["staff"]}
            assert outside <= {302, 401, 403, 404, 405, 422}, row


RECORDED = {
    *("api-attempt-comments", "api-challenge-deal", "api-replay", "api-replay-moments", "api-replay-record", "deal"),
    *("record", "replay", "replay-as-played", "review", "room", "room-part", "room-practice"),
}
"""Pages that show a deal of a running challenge: nobody sees it without a line in the access log."""
MADE_BY_READING = {"account_email", "profile-mails"}
"""Pages of settings that a player without any gets when they look."""
ONES_OWN = {"api-me-keys"}
"""Writing addresses that every role may use, because they change only the caller's own data."""
MODERATED = {"talk-hide", "player-lesson", "player-lesson-report", "player-lesson-return"}
"""Addresses of what is reported or proposed to administrators: everywhere else they are players like others."""
PRIVATE = ("crew-", "campaign", "import", "club-", "table-", "real-table", "sheets", "challenge-", "ruling", "deal")
OPEN = frozenset(f"{kind}-{what}" for kind in ("challenge", "club", "crew", "table") for what in ("list", "new")) | {
    *("campaign-board", "campaign-board-csv", "campaign-board-picture", "campaign-worker"),
    "club-files",
}


@pytest.mark.once
def test_the_admin_is_for_staff_with_its_rights(browsers: dict[str, Client]) -> None:
    for model in admin.site._registry:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for role in ROLES:
            status = browsers[role].get(address).status_code
            assert status == (403 if role == "staff" else 302), (address, role)
