"""The streams of rooms: each reader's part with every step, and nothing to a reader without access to the replay."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries
from redis import Redis

from logbook.lib import event_streams
from logbook.people.models.players import Player
from logbook.rooms import live_parts
from logbook.rooms.live_parts import ROOMS
from logbook.rooms.models import Room
from logbook.rooms.selectors.rooms import RoomPage, room_moment
from logbook.rooms.services import rooms as services
from logbook.tables import renderers
from logbook.tables.models import Attempt, Seat, Table
from tests.conftest import SignedIn
from tests.lib.event_streams_scenes import async_client_of, finish
from tests.lib.subscribers_scenes import until
from tests.rooms.scenes import at, stepper
from tests.tables.streamed_pages import plain

pytestmark = pytest.mark.django_db(transaction=True)

Events = AsyncIterator[bytes]


def follow(attempt: Attempt, *people: Player, scenario: Callable[..., Awaitable[None]], languages: str = "") -> None:
    """Open the room's stream for each player, run the scenario on them, and close them."""

    async def main() -> None:
        answers: list[Any] = []
        for place, player in enumerate(people):
            client = await async_client_of(player)
            heads = {"accept-language": languages.split()[place]} if languages else None
            answers.append(await client.get(at(attempt, "room-stream"), headers=heads))
            assert answers[-1].status_code == 200
        streams = [aiter(answer.streaming_content) for answer in answers]
        async with asyncio.timeout(20):
            await scenario(*streams)
        for answer in answers:
            await asyncio.to_thread(answer.close)
        await until(lambda: not renderers.readers_here(ROOMS).renderers)

    finish(main())


def part_of(event: bytes) -> str:
    assert event.startswith(b"event: part\ndata: "), event[:80]
    assert event.count(b"\n") == 3
    return event.decode().removeprefix("event: part\ndata: ").rstrip("\n")


def fetched(client: Client, attempt: Attempt) -> str:
    return client.get(at(attempt, "room-part"), headers={"HX-Request": "true"}).text


def without_tokens(html: str) -> str:
    return "".join(
        piece.partition(">")[2] if place else piece
        for place, piece in enumerate(html.split('<input type="hidden" name="csrfmiddlewaretoken"'))
    )


def test_every_step_is_on_every_screen(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    services.take_lead(attempt=attempt, by=alice)
    clients = [signed_in(player) for player in (alice, bob)]

    async def scenario(*streams: Events) -> None:
        for stream in streams:
            assert await anext(stream) == event_streams.moved_event(1)
        for step in (1, 2, attempt.length):
            await sync_to_async(services.go_to)(attempt=attempt, by=alice, step=step)
            for stream, client in zip(streams, clients, strict=True):
                part = part_of(await anext(stream))
                assert stepper(part) == f"{step}/{attempt.length}"
                whole = await sync_to_async(fetched)(client, attempt)
                assert plain(part) == plain(without_tokens(whole))

    follow(attempt, alice, bob, scenario=scenario)


def test_readers_of_one_language_share_a_part(
    attempt: Attempt, alice: Player, bob: Player, olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    services.take_lead(attempt=attempt, by=alice)
    drawn = []

    def counted(room: Room) -> RoomPage:
        drawn.append(room.number)
        return room_moment(room)

    monkeypatch.setattr(live_parts, "room_moment", counted)

    async def scenario(alices: Events, bobs: Events, olgas: Events) -> None:
        for stream in (alices, bobs, olgas):
            await anext(stream)
        await sync_to_async(services.go_to)(attempt=attempt, by=alice, step=1)
        events = [await anext(stream) for stream in (alices, bobs, olgas)]
        assert events[1] == events[2]
        assert events[0] != events[1], "the leader has buttons"
        assert len(drawn) == 1

    follow(attempt, alice, bob, olga, scenario=scenario)


def test_reader_gets_their_language(attempt: Attempt, alice: Player, bob: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)

    async def scenario(alices: Events, bobs: Events) -> None:
        for stream in (alices, bobs):
            await anext(stream)
        await sync_to_async(services.go_to)(attempt=attempt, by=alice, step=1)
        assert "You lead" in part_of(await anext(alices))
        assert "Avec Alice" in part_of(await anext(bobs))

    follow(attempt, alice, bob, scenario=scenario, languages="en fr")


def test_stream_ends_with_access_to_the_replay(
    attempt: Attempt, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of access that was never announced ends a stream too; the others go on."""
    monkeypatch.setattr(renderers, "CHECK_SECONDS", 0.1)
    services.take_lead(attempt=attempt, by=alice)

    async def scenario(alices: Events, bobs: Events) -> None:
        await anext(alices)
        await anext(bobs)
        await sync_to_async(Table.objects.update)(opened_by=None)
        await sync_to_async(Seat.objects.filter(player=bob).update)(player=None)
        assert [event async for event in bobs] == []
        await sync_to_async(services.go_to)(attempt=attempt, by=alice, step=1)
        assert stepper(part_of(await anext(alices))) == f"1/{attempt.length}"

    follow(attempt, alice, bob, scenario=scenario)


def test_room_goes_on_when_its_leader_is_deleted(attempt: Attempt, alice: Player, bob: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)

    async def scenario(bobs: Events) -> None:
        await anext(bobs)
        await sync_to_async(alice.delete)()
        await sync_to_async(services.take_lead)(attempt=attempt, by=bob)
        assert "You lead" in part_of(await anext(bobs))

    follow(attempt, bob, scenario=scenario)


def test_redis_hears_numbers_alone(attempt: Attempt, alice: Player, redis_url: str) -> None:
    services.take_lead(attempt=attempt, by=alice)
    with Redis.from_url(redis_url) as redis, redis.pubsub() as heard:
        heard.subscribe(f"room:{attempt.pk}")
        assert heard.get_message(timeout=5) is not None
        services.go_to(attempt=attempt, by=alice, step=4)
        services.mark_card(attempt=attempt, by=alice, card="B7")
        said = [heard.get_message(timeout=5) for _ in range(2)]
        assert [message and message["data"] for message in said] == [b"2", b"3"]
        kept = {key.decode() for key in redis.keys("presence:*")}
        assert kept == {f"presence:-{attempt.pk}"}
        assert all(len(key) == 16 for key in redis.hgetall(f"presence:-{attempt.pk}"))


def test_visitors_and_strangers_get_no_stream(
    attempt: Attempt, charlie: Player, client: Client, signed_in: SignedIn
) -> None:
    assert [one.get(at(attempt, "room-stream")).status_code for one in (client, signed_in(charlie))] == [404, 404]
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    assert client.get(at(attempt, "room-stream")).status_code == 404, "a visitor's page asks"


@pytest.mark.usefixtures("no_redis")
def test_page_asks_by_itself_without_redis(attempt: Attempt, alice: Player) -> None:
    async def main() -> int:
        return int((await (await async_client_of(alice)).get(at(attempt, "room-stream"))).status_code)

    assert finish(main()) == 204


def test_stream_of_a_browser_carries_rooms(attempt: Attempt, alice: Player, charlie: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)

    async def main() -> None:
        for player, sees in ((alice, True), (charlie, False)):
            client = await async_client_of(player)
            answer: Any = await client.get(reverse("browser-stream", args=(player.pk,)) + f"?room={attempt.pk}")
            events = aiter(answer.streaming_content)
            async with asyncio.timeout(20):
                first = [await anext(events), await anext(events)]
                assert (f"event: room:{attempt.pk}/moved\ndata: 1\n\n".encode() in first) is sees
                assert (f"event: room:{attempt.pk}/ended\ndata:\n\n".encode() in first) is not sees
                if sees:
                    await sync_to_async(services.go_to)(attempt=attempt, by=alice, step=2)
                    assert (await anext(events)).startswith(f"event: room:{attempt.pk}/part\n".encode())
            await asyncio.to_thread(answer.close)

    finish(main())


def test_regular_check_asks_alike_for_any_number_of_readers(
    attempt: Attempt, alice: Player, bob: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """An idle reader has no query of their own: sessions, attempts and seats are read for all together."""
    readers = [reader_of(attempt, player) for player in (alice, bob) for _page in range(5)]
    with django_assert_max_num_queries(3):
        assert ROOMS.still_reading(readers) == [True] * 10
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    Seat.objects.filter(player=bob).update(player=None)
    with django_assert_max_num_queries(3):
        assert ROOMS.still_reading(readers) == [True] * 10, "the replay is open to all"
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.FAILURE)
    Table.objects.update(opened_by=None)
    assert ROOMS.still_reading(readers) == [True] * 5 + [False] * 5


def reader_of(attempt: Attempt, player: Player) -> live_parts.RoomReader:
    """Return a page of the player, signed in with a session of its own."""
    client = Client()
    assert player.user is not None
    client.force_login(player.user, backend="django.contrib.auth.backends.ModelBackend")
    session = client.session.session_key
    assert session is not None
    return live_parts.RoomReader(attempt.pk, player, session, "en", UTC, "")
