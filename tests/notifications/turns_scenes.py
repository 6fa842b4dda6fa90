"""Scenes that the tests of turns share with others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from redis import Redis

from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.models import Attempt, Table
from tests.challenges.scenes import NOON
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import open_table, started

MINUTE = timedelta(minutes=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player) -> Table:
    return open_table(alice, bob, olga)


@pytest.fixture
def attempt(table: Table, alice: Player) -> Attempt:
    return started(table, alice)


def awaited(attempt: Attempt) -> Player:
    """The player for whom the table waits, where it is one."""
    attempt.refresh_from_db()
    (number,) = attempt.waiting_on
    player = attempt.table.seats.get(number=number).player
    assert player is not None
    return player


def beat(table: Table, player: Player, cache_server: Redis) -> None:
    """The player's page says that it is in sight."""
    at = int(time.time())
    cache_server.hset(presence.name_of(table.pk), presence.presence_key(table.pk, player.pk), str(at))


def nudge(table: Table, by: Player, number: int, signed_in: SignedIn, status: int = 303) -> str:
    answer = signed_in(by).post(reverse("table-nudge", args=(table.pk,)), {"number": number})
    assert answer.status_code == status, answer.text[:300]
    return answer.text if status != 303 else ""


def others(attempt: Attempt) -> tuple[Player, int]:
    """Another player at the table, and the number of the awaited seat."""
    player = awaited(attempt)
    other = attempt.table.seats.exclude(player=player).earliest("number").player
    assert other is not None
    return other, attempt.waiting_on[0]
