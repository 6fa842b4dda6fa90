"""Scenes that the tests of stand ins share with others."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import Settings

from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, stand_ins
from tests.tables.absences import awaited_for
from tests.tables.attempts_scenes import open_table, started, waited_for


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    """No player has sent a beat, and the turn has lasted for two minutes."""
    table = open_table(alice, bob, olga)
    started(table, alice)
    awaited_for(table, stand_ins.AWAY_SECONDS)
    return table


def running(table: Table) -> Attempt:
    return table.attempts.select_related("table").get(state=Attempt.State.PLAYING)


def player_at(table: Table, number: int) -> Player:
    player = table.seats.get(number=number).player
    assert player is not None
    return player


def act(table: Table, player: Player) -> None:
    table.refresh_from_db()
    _number, text = waited_for(running(table))
    attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)


@pytest.fixture(autouse=True)
def real_redis(settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    presence._redis.cache_clear()


def awaited(table: Table) -> tuple[int, Player]:
    number = waited_for(running(table))[0]
    return number, player_at(table, number)


def others_of(table: Table, number: int) -> list[Player]:
    return [seat.player for seat in table.seats.exclude(number=number).order_by("number") if seat.player]


def agree(table: Table, number: int, by: Player) -> bool:
    return stand_ins.agree(table_id=table.pk, number=number, player=by)


def with_stand_in(table: Table) -> int:
    number, _player = awaited(table)
    agree(table, number, others_of(table, number)[0])
    table.refresh_from_db()
    return number
