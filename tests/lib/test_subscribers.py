"""Subscribers of a process share one Redis connection, and each receives its own numbers."""

from __future__ import annotations

import asyncio
import time

import pytest
from django.conf import settings

from logbook.lib import announcements, event_streams
from tests.lib.subscribers_scenes import heard, until

pytestmark = pytest.mark.django_db(transaction=True)


# --- one Redis connection for all readers of a process


async def opened(*tables: int) -> list[event_streams.Subscriber]:
    subscribers = [event_streams.Subscriber(pk) for pk in tables]
    await asyncio.gather(*(subscriber.open() for subscriber in subscribers))
    return subscribers


async def told(subscriber: event_streams.Subscriber) -> int | None:
    async with asyncio.timeout(5):
        return await anext(subscriber.numbers())


@pytest.mark.once
def test_many_readers_share_one_connection_and_each_hears_its_own(redis: None) -> None:
    async def scenario() -> None:
        before = len(announcements._publisher(settings.REDIS_URL).client_list())
        subscribers = await opened(1, 1, 2, 3)
        assert len(announcements._publisher(settings.REDIS_URL).client_list()) == before + 1
        assert [heard(pk) for pk in (1, 2, 3)] == [1, 1, 1]
        for pk in (1, 2, 3):
            announcements.announce(pk, 10 * pk)
        assert [await told(subscriber) for subscriber in subscribers] == [10, 10, 20, 30]

    asyncio.run(scenario())


@pytest.mark.once
def test_a_channel_and_the_line_end_with_their_last_reader(redis: None) -> None:
    async def scenario() -> None:
        one, other, third = await opened(1, 1, 2)
        line = event_streams._connection_here(settings.REDIS_URL)
        one.close()
        announcements.announce(1, 5)
        assert await told(other) == 5
        other.close()
        other.close()
        await until(lambda: heard(1) == 0)
        assert heard(2) == 1
        third.close()
        await until(lambda: heard(2) == 0)
        assert line.over
        (again,) = await opened(1)
        announcements.announce(1, 6)
        assert await told(again) == 6

    asyncio.run(scenario())


@pytest.mark.once
def test_who_comes_while_the_last_one_leaves_hears_all_the_same(redis: None) -> None:
    async def scenario() -> None:
        _keeps_the_line, subscriber = await opened(2, 1)
        for number in range(50):
            subscriber.close()
            (subscriber,) = await opened(1)
            announcements.announce(1, number)
            assert await told(subscriber) == number

    asyncio.run(scenario())


@pytest.mark.once
def test_a_reader_who_is_slow_hears_the_newest_number_alone(redis: None) -> None:
    async def scenario() -> None:
        slow, witness = await opened(1, 1)
        for number in range(1, 101):
            announcements.announce(1, number)
        while await told(witness) != 100:
            pass
        assert await told(slow) == 100

    asyncio.run(scenario())


@pytest.mark.once
def test_streams_end_without_redis_and_the_next_reader_is_heard(redis: None) -> None:
    async def scenario() -> None:
        subscribers = await opened(1, 2)
        announcements._publisher(settings.REDIS_URL).client_kill_filter(_type="pubsub")
        for subscriber in subscribers:
            async with asyncio.timeout(5):
                assert [number async for number in subscriber.numbers()] == []
        (again,) = await opened(1)
        announcements.announce(1, 7)
        assert await told(again) == 7

    asyncio.run(scenario())


@pytest.mark.usefixtures("no_redis")
@pytest.mark.once
def test_all_readers_are_told_at_once_without_redis() -> None:
    async def scenario() -> list[bool]:
        results = await asyncio.gather(
            *(event_streams.Subscriber(pk).open() for pk in (1, 1, 2)), return_exceptions=True
        )
        return [isinstance(result, event_streams.Unreachable) for result in results]

    assert asyncio.run(scenario()) == [True, True, True]


@pytest.mark.once
def test_one_stalled_reader_costs_the_others_nothing(redis: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        (subscriber,) = await opened(1)
        line = event_streams._connection_here(settings.REDIS_URL)
        monkeypatch.setattr(announcements, "PATIENCE_SECONDS", 0.05)
        monkeypatch.setattr(
            event_streams.RedisSubscription, "_pass_on", lambda *_heard: None
        )  # Redis answers, but not to this command.
        line._commands.put_nowait(("table:3", True))
        with pytest.raises(event_streams.Unreachable):
            await event_streams.Subscriber(2).open()
        monkeypatch.undo()
        announcements.announce(1, 4)
        assert await told(subscriber) == 4
        line.doubt(time.monotonic())
        async with asyncio.timeout(5):
            assert [number async for number in subscriber.numbers()] == []

    asyncio.run(scenario())
