"""Talk in streams: the number reaches those who may read it, and no one else; a table without talk costs nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from logbook.lib.event_streams import moved_event, talk_event
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.selectors.tables import table_numbers, talk_numbers
from logbook.talk.services import say
from tests.lib.conftest import no_redis, redis
from tests.tables.attempts_scenes import act_on, open_table, started
from tests.tables.part_streams_scenes import follow

__all__ = ["no_redis", "redis"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis")]

Events = AsyncIterator[bytes]


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    """A table of Alice and Bob with a bot that everyone with its link may watch."""
    table = open_table(alice, bob, bots=1)
    Table.objects.filter(pk=table.pk).update(watching=Table.Watching.LINK)
    return table


def test_a_line_reaches_every_reader_by_number_alone(table: Table, alice: Player, bob: Player, olga: Player) -> None:
    async def scenario(*streams: Events) -> None:
        for stream in streams:
            assert await anext(stream) == moved_event(table.version)
        await sync_to_async(say)(table_id=table.pk, by=alice, text="Ready?")
        for stream in streams:
            assert await anext(stream) == talk_event(1)

    follow(table, alice, bob, olga, scenario=scenario)


def test_a_stream_begins_with_the_number_of_talk(table: Table, alice: Player) -> None:
    say(table_id=table.pk, by=alice, text="Ready?")

    async def scenario(stream: Events) -> None:
        assert await anext(stream) == moved_event(table.version)
        assert await anext(stream) == talk_event(1)

    follow(table, alice, scenario=scenario)


def test_players_are_not_told_that_watchers_talk(table: Table, alice: Player, bob: Player, olga: Player) -> None:
    attempt = started(table, alice)

    async def scenario(players: Events, watchers: Events) -> None:
        for stream in (players, watchers):
            assert await anext(stream) == moved_event(table.version)
        await sync_to_async(say)(table_id=table.pk, by=olga, text="They should keep the nine")
        assert await anext(watchers) == talk_event(1)
        await sync_to_async(say)(table_id=table.pk, by=alice, phrase="sorry")
        assert await anext(watchers) == talk_event(2)
        assert await anext(players) == talk_event(1)  # The first that they were told.

    follow(table, bob, olga, scenario=scenario)
    assert table_numbers(table.pk, bob) == (table.version, 1)
    assert table_numbers(table.pk, olga) == (table.version, 2)
    assert talk_numbers(table.pk, [alice, olga]) == [1, 2]
    assert attempt.state == "playing"


def test_parts_and_talk_follow_one_another(table: Table, alice: Player, bob: Player) -> None:
    attempt = started(table, alice)

    async def scenario(stream: Events) -> None:
        await anext(stream)
        await sync_to_async(say)(table_id=table.pk, by=alice, phrase="good-luck")
        assert await anext(stream) == talk_event(1)
        await sync_to_async(act_on)(table, attempt)
        assert (await anext(stream)).startswith(b"event: part\n")
        await sync_to_async(say)(table_id=table.pk, by=bob, phrase="thanks")
        assert await anext(stream) == talk_event(2)

    follow(table, bob, scenario=scenario)


def test_talk_reads_one_row_for_all_readers(table: Table, alice: Player, bob: Player) -> None:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        talk_numbers(table.pk, [alice, bob] * 20)
        table_numbers(table.pk, alice)
    assert len(captured) == 2
