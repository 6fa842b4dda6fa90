"""Scenes that the tests of wire share with others."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew, CrewMember
from logbook.lib import activity
from logbook.notifications.models import Webhook
from logbook.notifications.services import push_subscriptions
from logbook.people.models.players import Player
from logbook.tables.models import Attempt
from tests.api.world import bearer
from tests.challenges.random_histories import Fates
from tests.challenges.scenes import HOUR, NOON, make
from tests.conftest import SignedIn, person
from tests.notifications.scenes import choose
from tests.rounds.secrecy.wire import Tapped, Wire, asked
from tests.rounds.secrecy.worlds import Site, tables_begun
from tests.site import world as stage
from tests.tables.attempts_scenes import state_of

WEEK = timedelta(days=7)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def running(club: Club, olga: Player, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch) -> Challenge:
    """Open for a fortnight, which includes a Monday's digests."""
    Fates(dict.fromkeys(range(1, 30), 10)).come_true(monkeypatch)
    clock.move_to(NOON - HOUR)
    challenge = make(club, olga, closes_at=NOON + 2 * WEEK)
    clock.move_to(NOON)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    clock.move_to(NOON + HOUR)
    assert challenge.state == Challenge.State.OPEN
    return challenge


@pytest.fixture
def dora(crew: Crew) -> Player:
    """A member of the crew without a seat."""
    dora = person("Dora")
    CrewMember.objects.create(crew=crew, player=dora)
    return dora


@pytest.fixture
def site(
    crew: Crew, club: Club, running: Challenge, alice: Player, bob: Player, dora: Player, guest: Player, moves: int
) -> Site:
    world = stage.build(crew, club, running, alice, bob, guest)
    push_subscriptions.public_key()  # The site's own key is written once, by the first page that shows it.
    for player in (alice, bob):
        choose(player, club, "each")
    kinds = ["announced", "opened", "results", "news"]
    Webhook.objects.create(club=club, url="https://hooks.example.org/1", kinds=kinds, created_by=alice)
    people = (alice, bob, guest)
    return Site(world, tables_begun(crew, people, moves), people)


@pytest.fixture
def tapped(
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> Tapped:
    monkeypatch.setattr(activity, "NOTED_SECONDS", 0)  # Every task notes activity, whatever this process noted before.
    return Tapped(monkeypatch, settings, django_capture_on_commit_callbacks)


class Reader:
    """A reader with a browser and an API client."""

    def __init__(self, player: Player | None, signed_in: SignedIn) -> None:
        self.player = player
        self.browser = signed_in(player) if player else Client()
        self.key = bearer(player) if player and player.user else {}

    def asks(self, wire: Wire, name: str, address: str, *methods: str) -> None:
        """Request everything: a page, its part, the API, in both languages."""
        heads = {"x-request-id": "one", **(self.key if address.startswith("/api/") else {})}
        for method in methods:
            sent = {"content_type": "application/json"} if method == "POST" and self.key and "/api/" in address else {}
            asked(self.browser, wire, name, method, address, headers=heads, **sent)


def acted(reader: Reader, wire: Wire, table: int, text: str, seen: int) -> None:
    said, part = {"action": text, "seen": seen}, {"x-request-id": "three", "hx-request": "true"}
    asked(reader.browser, wire, "table-act", "POST", f"/tables/{table}/act/", data=said, headers=part)
    if reader.key:
        heads = {"x-request-id": "four", **reader.key}
        address, kind = f"/api/v1/tables/{table}/act/", "application/json"
        asked(reader.browser, wire, "api-table-act", "POST", address, data=said, content_type=kind, headers=heads)


def act(site: Site, reader: Reader, wire: Wire) -> int:
    """Act at each table that waits for the reader; return the number of actions."""
    done = 0
    for table, attempt in zip(site.tables, site.attempts, strict=True):
        seat = site.seat_of(reader.player)
        legal = state_of(attempt).legal_actions(seat) if seat is not None else ()
        if legal:
            acted(reader, wire, table.pk, legal[len(legal) // 2].text, table.version)
            done += Attempt.objects.get(pk=attempt.pk).length > attempt.length
    return done


@pytest.fixture
def people(
    alice: Player, bob: Player, guest: Player, dora: Player, olga: Player, charlie: Player
) -> dict[str, Player | None]:
    """Three seated players, a member of their crew, the club's organizer, and two outsiders."""
    seated = {"alice": alice, "bob": bob, "guest": guest}
    return {**seated, "dora": dora, "olga": olga, "charlie": charlie, "nobody": None}
