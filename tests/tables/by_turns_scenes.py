"""Scenes of turn-based tables."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django.fixtures import Settings

from logbook.people.models.players import Player
from logbook.tables import presence, tasks
from logbook.tables.models import Table
from logbook.tables.services import signal_declines
from tests.tables.attempts_scenes import open_table, started

NOON = "2026-11-16 12:00"
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def real_redis(settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    presence._redis.cache_clear()


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as travelled:
        yield travelled


def by_turns(
    *players: Player,
    pace: str = "1d",
    game: str = "planet-nine",
    mission: str = "1",
    stand_in_allowed: bool = True,
) -> Table:
    table = open_table(*players, game=game, mission=mission)
    Table.objects.filter(pk=table.pk).update(pace=pace, stand_ins=stand_in_allowed)
    table.refresh_from_db()
    started(table, players[0])
    return table


@pytest.fixture
def table(clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player) -> Table:
    return by_turns(alice, bob, olga)


def clocks(table: Table) -> dict[int, timedelta]:
    """The time left by seat."""
    seats = table.seats.filter(decides_by__isnull=False)
    return {seat.number: seat.decides_by - timezone.now() for seat in seats if seat.decides_by}


def all_decline(table: Table) -> None:
    for seat in table.seats.exclude(player=None):
        signal_declines.decline(table_id=table.pk, player=seat.player, choice="round")


def sweep() -> None:
    tasks.follow_turn_clocks()
