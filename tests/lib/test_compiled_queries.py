"""Compiled queries return the same rows as Django's own, for all values."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player
from logbook.tables.models import Seat
from tests.tables.attempts_scenes import open_table

pytestmark = pytest.mark.django_db

OF_TABLE = CompiledQuery(lambda table: Seat.objects.filter(table=table, bot="").order_by("number"))
OF_BOTH = CompiledQuery(lambda player, table: Seat.objects.filter(table=table, player=player), 2)


def test_rows_are_those_of_the_query_each_time(alice: Player, bob: Player) -> None:
    tables = [open_table(alice, bob), open_table(bob, alice)]
    for table in tables:
        assert OF_TABLE.rows(table.pk) == list(table.seats.filter(bot="").order_by("number"))
        for player in (alice, bob):
            assert OF_BOTH.first(player.pk, table.pk) == table.seats.get(player=player)
    assert OF_BOTH.first(alice.pk, 0) is None


def test_it_asks_once(alice: Player, bob: Player) -> None:
    table = open_table(alice, bob)
    with CaptureQueriesContext(connection) as asked:
        OF_TABLE.rows(table.pk)
    assert len(asked) == 1


def test_columns_come_as_they_are(alice: Player, bob: Player) -> None:
    numbers = CompiledQuery(
        lambda table: Seat.objects.filter(table=table).order_by("number").values_list("number", "bot")
    )
    table = open_table(alice, bob)
    assert numbers.tuples(table.pk) == list(table.seats.order_by("number").values_list("number", "bot"))


def test_joined_rows_come_along_for_a_text_too(alice: Player) -> None:
    user = User.objects.create(username="another")
    Player.objects.filter(pk=alice.pk).update(user=user)
    named = CompiledQuery(lambda name: Player.objects.select_related("user").filter(name=name))
    with CaptureQueriesContext(connection) as asked:
        player = named.first(alice.name)
        assert player == alice
        assert player.user == user
        assert named.first("an unknown name") is None
    assert len(asked) == 2


def test_a_missing_joined_row_is_none(alice: Player) -> None:
    named = CompiledQuery(lambda name: Player.objects.select_related("user").filter(name=name))
    Player.objects.filter(pk=alice.pk).update(user=None)
    player = named.first(alice.name)
    assert player is not None
    assert player.user is None


def test_missing_and_surplus_values_are_mistakes(alice: Player) -> None:
    with pytest.raises(TypeError, match="2 values"):
        OF_BOTH.rows(alice.pk)
    with pytest.raises(ValueError, match="reach the database"):
        CompiledQuery(lambda _table: Seat.objects.all()).rows(1)
