"""Face-down tasks are secret from every seat: the site's output does not depend on them."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import reverse

import games
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt
from logbook.tables.services import deals, tables
from tests.conftest import SignedIn
from tests.rounds.secrecy.wire import Tapped, Wire, streamed
from tests.rounds.secrecy.wire_scenes import Reader, acted, clock, dora, tapped
from tests.rounds.secrecy.worlds import Site, elsewhere, other_tasks
from tests.tables.attempts_scenes import act_on, state_of

__all__ = ["clock", "dora", "tapped"]
pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("clock")]

MISSIONS = ("20", "36")
"""The captain distributes all tasks unseen, one by one; each is turned up when it is given."""
READ = ("table", "table-round", "api-table", "api-table-view", "api-table-attempts", "api-table-stream")


@pytest.fixture(params=MISSIONS)
def site(
    request: pytest.FixtureRequest, crew: Crew, challenge: Challenge, alice: Player, bob: Player, guest: Player
) -> Site:
    people = (alice, bob, guest)
    table = tables.open_table(player=alice, game="planet-nine", mission=request.param, players=3, crew=crew)
    for number, player in enumerate(people[1:], 1):
        tables.take_seat(table=table, player=player, number=number)
    deals.start_attempt(table_id=table.pk, player=alice)
    act_on(table, table.attempts.get())
    table.refresh_from_db()
    world: Any = SimpleNamespace(challenge=challenge)  # The test needs nothing else of a world.
    return Site(world, (table,), people)


def looked(site: Site, reader: Reader, wire: Wire) -> None:
    (table,) = site.tables
    for name in READ:
        reader.asks(wire, name, reverse(name, args=(table.pk,)), "GET")
    if reader.player is not None:
        streamed(wire, reader.player, table.pk, table.version - 1)
    for text in ("play Z9", "assign G9 0", "agree"):
        acted(reader, wire, table.pk, text, table.version)


def test_nobody_can_tell_which_they_are(
    site: Site, tapped: Tapped, signed_in: SignedIn, alice: Player, dora: Player
) -> None:
    for player in (alice, dora):
        reader = Reader(player, signed_in)
        here = tapped.run(partial(looked, site, reader))
        world = elsewhere(site, player, tapped.monkeypatch, future=True)
        there = tapped.run(partial(looked, site, reader), world)
        assert there.changed == 1
        assert here.said == there.said


def test_they_are_others_once_they_are_turned_up(site: Site) -> None:
    """The comparison can fail."""
    state = state_of(Attempt.objects.get(table=site.tables[0]))
    setup = state.spelled_out  # type: ignore[attr-defined]
    here, there = (games.Record(world, state.log, 1).replay() for world in (setup, other_tasks(setup, state)))
    assert [task["task"] for task in here.view(None)["tasks"]].count(None) >= 2
    assert here.view(0) == there.view(0)
    while None in [task["task"] for task in here.view(None)["tasks"]]:
        seat = min(here.waiting_on)
        here, there = (world.apply(world.legal_actions(seat)[0]) for world in (here, there))
    assert here.view(None)["tasks"] != there.view(None)["tasks"]
