"""Event streams: a number now, a number at every move, a heartbeat in between, and nothing without Redis."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import StreamingHttpResponse
from django.test import AsyncClient
from django.urls import reverse

from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.crews.services import crews
from logbook.lib import announcements, event_streams, queue
from logbook.people.models.players import Player
from logbook.people.services import tokens
from logbook.tables.models import Seat, Table
from logbook.tables.services import tables
from tests.challenges.scenes import make
from tests.lib.event_streams_scenes import async_client_of, finish
from tests.lib.subscribers_scenes import heard, until
from tests.tables.attempts_scenes import act_on, open_table, started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(guest: Player, bob: Player) -> Table:
    return open_table(guest, bob)


def run(scenario: Callable[[AsyncIterator[bytes]], Awaitable[None]], table: Table, player: Player) -> None:
    """Open the table's stream for programs as this guest, run the scenario on it, and close it."""
    listen(scenario, reverse("api-table-stream", args=(table.pk,)), player)


def listen(scenario: Callable[[AsyncIterator[bytes]], Awaitable[None]], address: str, player: Player) -> None:
    async def main() -> None:
        client = await async_client_of(player)
        response: Any = await client.get(address)
        assert response.status_code == 200
        assert response.headers["Content-Type"] == "text/event-stream"
        assert response.headers["Cache-Control"] == "private, no-store"
        stream = aiter(response.streaming_content)
        async with asyncio.timeout(10):
            await scenario(stream)
        await stream.aclose()

    finish(main())


@pytest.mark.usefixtures("redis")
def test_the_number_comes_at_once_and_then_with_every_move(table: Table, guest: Player) -> None:
    attempt = started(table, guest)

    async def scenario(stream: AsyncIterator[bytes]) -> None:
        for _ in range(3):
            assert await anext(stream) == f"event: moved\ndata: {table.version}\n\n".encode()
            await sync_to_async(act_on)(table, attempt)
            await sync_to_async(table.refresh_from_db)()

    run(scenario, table, guest)


@pytest.mark.usefixtures("redis")
def test_a_quiet_table_is_heard_to_be_alive(table: Table, guest: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_streams, "HEARTBEAT_SECONDS", 0.05)

    async def scenario(stream: AsyncIterator[bytes]) -> None:
        assert (await anext(stream)).startswith(b"event: moved")
        assert await anext(stream) == b": still here\n\n"

    run(scenario, table, guest)


@pytest.mark.usefixtures("redis")
def test_whoever_leaves_stops_listening(table: Table, guest: Player) -> None:
    async def scenario(stream: AsyncIterator[bytes]) -> None:
        await anext(stream)
        assert announcements._publisher(settings.REDIS_URL).pubsub_numsub(announcements.channel_of(table.pk))[0][1] == 1

    run(scenario, table, guest)
    # Redis notices a closed connection in its own time.
    end = time.monotonic() + 5
    while (
        announcements._publisher(settings.REDIS_URL).pubsub_numsub(announcements.channel_of(table.pk))[0][1]
        and time.monotonic() < end
    ):
        time.sleep(0.01)
    assert announcements._publisher(settings.REDIS_URL).pubsub_numsub(announcements.channel_of(table.pk))[0][1] == 0


@pytest.mark.usefixtures("redis")
def test_another_table_is_not_heard(table: Table, guest: Player, alice: Player) -> None:
    other = open_table(alice, guest)

    async def scenario(stream: AsyncIterator[bytes]) -> None:
        await anext(stream)
        announcements.announce(other.pk, 99)
        announcements.announce(table.pk, 7)
        assert await anext(stream) == b"event: moved\ndata: 7\n\n"

    run(scenario, table, guest)


@pytest.mark.usefixtures("redis")
def test_a_challenge_tells_how_far_its_deals_are(club: Club, olga: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "send", lambda *_arguments, **_named: None)
    challenge = make(club, olga, missions=["1"], policy="single")

    async def scenario(stream: AsyncIterator[bytes]) -> None:
        announcements.announce(challenge.pk, 99)
        assert await anext(stream) == b"event: moved\ndata: 0\n\n"
        await sync_to_async(challenges.prepare_challenge)(challenge_id=challenge.pk)
        assert await anext(stream) == b"event: moved\ndata: 2\n\n"

    listen(scenario, reverse("challenge-stream", args=(challenge.pk,)), olga)


@pytest.mark.usefixtures("no_redis")
def test_page_is_told_to_ask_by_itself_without_redis(table: Table, guest: Player) -> None:
    async def main() -> int:
        response = await (await async_client_of(guest)).get(reverse("api-table-stream", args=(table.pk,)))
        return int(response.status_code)

    assert finish(main()) == 204


@pytest.mark.usefixtures("no_redis")
def test_move_is_made_all_the_same_without_redis(table: Table, guest: Player, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("WARNING", logger="logbook.lib.announcements")
    act_on(table, started(table, guest))
    assert "readers were not told" in caplog.text


# --- access and limits


@pytest.mark.usefixtures("redis")
def test_a_stream_ends_when_its_reader_may_no_longer_see_the_table(crew: Crew, alice: Player, bob: Player) -> None:
    """After leaving the crew, Bob receives no further number of its table."""
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=3, crew=crew)

    async def scenario(stream: AsyncIterator[bytes]) -> None:
        assert await anext(stream) == b"event: moved\ndata: 0\n\n"
        announcements.announce(table.pk, 1)
        assert await anext(stream) == b"event: moved\ndata: 1\n\n"
        await sync_to_async(crews.leave_crew)(crew=crew, player=bob)
        announcements.announce(table.pk, 2)
        assert [piece async for piece in stream] == []

    run(scenario, table, bob)


@pytest.mark.usefixtures("redis")
def test_a_quiet_stream_ends_too(crew: Crew, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_streams, "HEARTBEAT_SECONDS", 0.05)
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=3, crew=crew)

    async def scenario(stream: AsyncIterator[bytes]) -> None:
        await anext(stream)
        assert await anext(stream) == b": still here\n\n"
        await sync_to_async(crews.leave_crew)(crew=crew, player=bob)
        assert {piece async for piece in stream} <= {b": still here\n\n"}

    run(scenario, table, bob)


@pytest.mark.usefixtures("redis")
def test_a_table_that_is_closed_to_its_reader_is_heard_no_more(table: Table, guest: Player) -> None:
    async def scenario(stream: AsyncIterator[bytes]) -> None:
        await anext(stream)
        await sync_to_async(Seat.objects.filter(player=guest).update)(player=None)
        await sync_to_async(Table.objects.update)(opened_by=None)
        announcements.announce(table.pk, 9)
        assert [piece async for piece in stream] == []

    run(scenario, table, guest)


@pytest.mark.usefixtures("redis")
def test_a_program_hears_no_more_once_its_token_has_ended(table: Table, bob: Player) -> None:
    token, key = tokens.create_token(player=bob, name="bot", scopes=[], days=1)

    async def main() -> list[bytes]:
        heads = {"authorization": f"Bearer {key}"}
        answer: Any = await AsyncClient().get(reverse("api-table-stream", args=(table.pk,)), headers=heads)
        assert answer.status_code == 200, answer.content
        stream = aiter(answer.streaming_content)
        async with asyncio.timeout(10):
            await anext(stream)
            await sync_to_async(tokens.revoke_token)(player=bob, pk=token.pk)
            announcements.announce(table.pk, 9)
            return [piece async for piece in stream]

    assert finish(main()) == []


@pytest.mark.usefixtures("redis")
@pytest.mark.parametrize(("who", "most"), [("bob", 2), ("guest", 3)])
def test_nobody_follows_more_than_enough(
    table: Table, guest: Player, bob: Player, who: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit holds for a person in many tabs and an address with many guests; a closed stream frees a place."""
    monkeypatch.setattr(event_streams, "MOST_OF_A_PLAYER", 2)
    monkeypatch.setattr(event_streams, "MOST_OF_AN_ADDRESS", 3)
    paths = [reverse(name, args=(table.pk,)) for name in ("table-stream", "api-table-stream")]

    async def main() -> None:
        client = await async_client_of({"bob": bob, "guest": guest}[who])
        held = [await client.get(paths[number % 2]) for number in range(most)]
        assert [answer.status_code for answer in held] == [200] * most
        pages = [await client.get(path) for path in paths]
        assert [answer.status_code for answer in pages] == [429, 429]
        assert "You have too many pages open" in pages[0].content.decode()
        assert pages[1].json()["code"] == "too-many-streams"
        await asyncio.to_thread(held.pop().close)
        await until(lambda: sum(event_streams._readers.values()) == most - 1)
        held.append(await client.get(paths[0]))
        assert held[-1].status_code == 200
        for answer in held:
            await asyncio.to_thread(answer.close)
        await until(lambda: not event_streams._readers)

    finish(main())


def test_a_reader_who_leaves_at_once_leaves_nothing_behind(redis: None) -> None:
    """Django closes such a response in another thread; anything left open would be an error here."""

    async def left() -> bool:
        subscriber = event_streams.Subscriber(1)
        await subscriber.open()
        answer = StreamingHttpResponse(event_streams.Stream(subscriber, 1, lambda: None))
        await asyncio.to_thread(answer.close)
        await until(lambda: heard(1) == 0)
        line = event_streams._connection_here(settings.REDIS_URL)
        return not line.over and not line._channels

    assert asyncio.run(left())


# --- subscribe, then look


def moved_between(at: str, monkeypatch: pytest.MonkeyPatch, move: Callable[[], object]) -> None:
    """Move the table while a stream opens: before it subscribes, after it subscribed, or after it has looked."""
    real_open, real_both = event_streams.Subscriber.open, event_streams.answer

    async def opened_amid(subscriber: event_streams.Subscriber) -> None:
        if at == "before it listens":
            await sync_to_async(move)()
        await real_open(subscriber)
        if at == "when it listens":
            await sync_to_async(move)()

    async def answered_amid(
        subscriber: event_streams.Subscriber, may: Callable[[], object], look: Callable[[], int]
    ) -> object:
        def looked() -> int:
            if at == "before it looks":
                move()
            number = look()
            if at == "when it has looked":
                move()
            return number

        return await real_both(subscriber, may, looked)

    monkeypatch.setattr(event_streams.Subscriber, "open", opened_amid)
    monkeypatch.setattr(event_streams, "answer", answered_amid)


@pytest.mark.usefixtures("redis")
@pytest.mark.parametrize("at", ["before it listens", "when it listens", "before it looks", "when it has looked"])
def test_what_happens_while_a_stream_is_opened_is_not_lost(
    table: Table, guest: Player, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """The move is in the number found by looking, or announced after it."""
    attempt, before = started(table, guest), table.version
    moved_between(at, monkeypatch, lambda: act_on(table, attempt))

    async def scenario(stream: AsyncIterator[bytes]) -> None:
        newest = f"event: moved\ndata: {before + 1}\n\n".encode()
        while await anext(stream) != newest:
            pass  # `listen` gives up after a while.
        await sync_to_async(table.refresh_from_db)()
        assert table.version == before + 1

    run(scenario, table, guest)
