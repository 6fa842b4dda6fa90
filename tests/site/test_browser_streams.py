"""The stream that a browser's tabs share: of every subject the same as its own stream, and never another person's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.crews.services import crews
from logbook.lib import announcements, event_streams, queue
from logbook.lib.event_streams import HEARTBEAT
from logbook.notifications.models import Message
from logbook.notifications.services import messages
from logbook.people.models.players import Player
from logbook.site.views import streams
from logbook.tables import renderers
from logbook.tables.models import Attempt, Table
from logbook.tables.services import tables
from tests.challenges.scenes import make
from tests.conftest import SignedIn
from tests.lib.conftest import no_redis, redis
from tests.lib.event_streams_scenes import async_client_of, finish
from tests.lib.subscribers_scenes import heard, until
from tests.tables.attempts_scenes import act_on, open_table, started

__all__ = ["no_redis", "redis"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis")]

Events = AsyncIterator[bytes]
BELL = b"event: bell/moved\ndata: 0\n\n"


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    return open_table(alice, bob, olga)


@pytest.fixture
def other(bob: Player, alice: Player) -> Table:
    return open_table(bob, alice)


def address(player: Player, *subjects: tuple[str, int]) -> str:
    return f"{reverse('browser-stream', args=(player.pk,))}?{urlencode(subjects)}"


def follow(
    player: Player, *subjects: tuple[str, int], scenario: Callable[[Events], Awaitable[None]], client: Any = None
) -> None:
    """Open the player's stream of these subjects, run the scenario on its events, and close it."""

    async def main() -> None:
        answer: Any = await (client or await async_client_of(player)).get(address(player, *subjects))
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "text/event-stream"
        assert answer.headers["Cache-Control"] == "private, no-store"
        stream = aiter(answer.streaming_content)
        async with asyncio.timeout(20):
            await scenario(stream)
        await asyncio.to_thread(answer.close)
        await until(lambda: not renderers.readers_here().renderers)
        await until(lambda: not event_streams._readers)
        await until(lambda: not any(heard(pk) for kind, pk in subjects if kind in ("table", "hidden")))

    finish(main())


async def firsts(stream: Events, *names: str) -> None:
    """Read the events with which the stream begins, in any order."""
    begun = {(await anext(stream)).splitlines()[0].decode() for _ in names}
    assert begun == {f"event: {name}" for name in names}


def moved(table: Table, number: int) -> bytes:
    return f"event: table:{table.pk}/moved\ndata: {number}\n\n".encode()


def act_anew(table: Table, attempt: Attempt) -> None:
    act_on(table, attempt)
    table.refresh_from_db()


def test_each_part_is_the_one_of_the_tables_own_stream(table: Table, other: Table, alice: Player, bob: Player) -> None:
    """For each of two readers, at two tables at once."""
    attempts = {one: started(one, player) for one, player in ((table, alice), (other, bob))}

    async def of_their_own(player: Player, one: Table) -> tuple[Any, Events]:
        answer: Any = await (await async_client_of(player)).get(reverse("table-stream", args=(one.pk,)))
        return answer, aiter(answer.streaming_content)

    def following(player: Player) -> Callable[[Events], Awaitable[None]]:
        async def scenario(shared: Events) -> None:
            await firsts(shared, "bell/moved", f"table:{table.pk}/moved", f"table:{other.pk}/moved")
            for one in (table, other, table, other):
                answer, own = await of_their_own(player, one)
                await anext(own)
                await sync_to_async(act_anew)(one, attempts[one])
                name = b"event: table:%d/part" % one.pk
                part = await anext(own)
                assert part.startswith(b"event: part")
                assert await anext(shared) == part.replace(b"event: part", name, 1)
                await asyncio.to_thread(answer.close)

        return scenario

    for player in (alice, bob):
        follow(player, ("table", table.pk), ("table", other.pk), scenario=following(player))


def test_a_table_has_one_renderer_for_all_streams(table: Table, other: Table, alice: Player, bob: Player) -> None:
    async def scenario(_shared: Events) -> None:
        answer: Any = await (await async_client_of(bob)).get(address(bob, ("table", table.pk), ("table", other.pk)))
        assert set(renderers.readers_here().renderers) == {table.pk, other.pk}
        assert [heard(one.pk) for one in (table, other)] == [1, 1]
        await asyncio.to_thread(answer.close)

    follow(alice, ("table", table.pk), ("table", other.pk), scenario=scenario)


def test_a_page_that_nobody_sees_is_told_its_turn_and_sent_no_part(table: Table, alice: Player) -> None:
    attempt = started(table, alice)
    told: list[bytes] = []

    async def scenario(shared: Events) -> None:
        await firsts(shared, "bell/moved", f"table:{table.pk}/moved")
        turns: list[bytes] = []
        while len(turns) < 3:
            await sync_to_async(act_anew)(table, attempt)
            await sync_to_async(attempt.refresh_from_db)()
            if 0 in attempt.waiting_on:  # Alice's seat
                turns.append(moved(table, table.version))
                told.append(await anext(shared))
        assert told == turns

    follow(alice, ("hidden", table.pk), scenario=scenario)


def test_nobody_opens_another_players_stream(
    table: Table, alice: Player, bob: Player, guest: Player, signed_in: SignedIn, client: Client
) -> None:
    asked = address(alice, ("table", table.pk))
    assert [one.get(asked).status_code for one in (signed_in(bob), signed_in(guest), client)] == [404, 404, 404]


def test_what_the_reader_may_not_see_has_ended(table: Table, alice: Player, charlie: Player, club: Club) -> None:
    names = [f"table:{table.pk}/ended", "table:999999/ended", "import:7/ended"]

    async def scenario(shared: Events) -> None:
        await firsts(shared, *names, "bell/moved")
        await sync_to_async(started)(table, alice)
        await sync_to_async(Message.objects.create)(player=charlie, kind="nudged", subject="one")
        await sync_to_async(announcements.announce)(charlie.pk, 0, kind=announcements.MESSAGES)
        assert await anext(shared) == b"event: bell/moved\ndata: 1\n\n"

    subjects = [("table", table.pk), ("table", 999999), ("import", 7), ("table", 10**30)]
    follow(charlie, *subjects, scenario=scenario)


def test_the_stream_ends_when_its_reader_leaves_the_crew(table: Table, crew: Crew, alice: Player, bob: Player) -> None:
    theirs = tables.open_table(player=alice, game="planet-nine", mission="1", players=3, crew=crew)

    async def scenario(shared: Events) -> None:
        await firsts(shared, "bell/moved", f"table:{table.pk}/moved", f"table:{theirs.pk}/moved")
        await sync_to_async(crews.leave_crew)(crew=crew, player=bob)
        assert [event async for event in shared] == [b"event: table:%d/ended\ndata:\n\n" % theirs.pk]

    follow(bob, ("table", theirs.pk), ("table", table.pk), scenario=scenario)


def test_the_stream_ends_with_its_session(table: Table, alice: Player) -> None:
    async def main() -> None:
        client = await async_client_of(alice)
        answer: Any = await client.get(address(alice, ("table", table.pk)))
        shared = aiter(answer.streaming_content)
        await firsts(shared, "bell/moved", f"table:{table.pk}/moved")
        await client.post(reverse("account_logout"))
        async with asyncio.timeout(5):
            assert [event async for event in shared] == [b"event: table:%d/ended\ndata:\n\n" % table.pk]
        await asyncio.to_thread(answer.close)
        again: Any = await client.get(address(alice, ("table", table.pk)))
        assert again.status_code == 404

    finish(main())


def test_a_bell_alone_ends_with_its_session_too(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing announces the end of a session to a stream without a table; the next look finds it."""
    monkeypatch.setattr(event_streams, "HEARTBEAT_SECONDS", 0.05)

    async def main() -> None:
        client = await async_client_of(alice)
        answer: Any = await client.get(address(alice))
        shared = aiter(answer.streaming_content)
        assert await anext(shared) == BELL
        await client.post(reverse("account_logout"))
        async with asyncio.timeout(5):
            rest = [event async for event in shared]
        assert {event for event in rest if event != HEARTBEAT} == {b"event: bell/ended\ndata:\n\n"}
        await asyncio.to_thread(answer.close)

    finish(main())


def test_the_bell_follows_what_is_told_and_read(table: Table, alice: Player, bob: Player) -> None:
    messages.read_all(player=alice)  # She was told that the table is full.

    async def scenario(shared: Events) -> None:
        assert await anext(shared) == BELL
        await sync_to_async(messages.tell_nudged)(table=table, player=alice, by=bob)
        assert await anext(shared) == b"event: bell/moved\ndata: 1\n\n"
        await sync_to_async(messages.read_all)(player=alice)
        assert await anext(shared) == BELL
        await sync_to_async(Message.objects.filter(kind="nudged").update)(read_at=None)
        await sync_to_async(announcements.announce)(alice.pk, 0, kind=announcements.MESSAGES)
        assert await anext(shared) == b"event: bell/moved\ndata: 1\n\n"
        await sync_to_async(messages.delete_overtaken)()
        assert await anext(shared) == BELL

    follow(alice, scenario=scenario)


def test_it_carries_how_far_a_challenges_deals_are(
    club: Club, olga: Player, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "send", lambda *_arguments, **_named: None)
    challenge = make(club, olga, missions=["1"], policy="single")

    async def scenario(shared: Events) -> None:
        await firsts(shared, "bell/moved", f"table:{table.pk}/moved", f"challenge:{challenge.pk}/moved")
        await sync_to_async(challenges.prepare_challenge)(challenge_id=challenge.pk)
        while (event := await anext(shared)).startswith(b"event: bell/"):
            pass  # Olga is told that it opens.
        assert event == b"event: challenge:%d/moved\ndata: 2\n\n" % challenge.pk

    follow(olga, ("table", table.pk), ("challenge", challenge.pk), scenario=scenario)


def test_a_renderer_that_fails_ends_the_stream(
    table: Table, other: Table, alice: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The browser then opens it anew: no page is silenced."""
    attempt = started(table, alice)

    def failing(*_given: object, **_named: object) -> None:
        raise RuntimeError("no database")

    async def scenario(shared: Events) -> None:
        await firsts(shared, "bell/moved", f"table:{table.pk}/moved", f"table:{other.pk}/moved")
        monkeypatch.setattr("logbook.tables.live_parts.running_round", failing)
        await sync_to_async(act_on)(table, attempt)
        assert [event async for event in shared] == [b"event: table:%d/ended\ndata:\n\n" % table.pk]

    follow(alice, ("table", table.pk), ("table", other.pk), scenario=scenario)
    assert "a renderer failed" in caplog.text


def test_the_stream_and_each_subject_count(
    table: Table, other: Table, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_streams, "MOST_OF_A_PLAYER", 2)

    async def scenario(shared: Events) -> None:
        await firsts(shared, "bell/moved", f"table:{table.pk}/moved", f"table:{other.pk}/ended")
        refused: Any = await (await async_client_of(alice)).get(address(alice, ("table", table.pk)))
        assert refused.status_code == 429

    follow(alice, ("table", table.pk), ("table", other.pk), scenario=scenario)


def test_readers_are_told_how_far_apart_lost_streams_come_back(
    table: Table, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_streams, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(streams.BrowserStream, "open_here", 1199)

    async def scenario(stream: Events) -> None:
        assert await anext(stream) == b"event: spread\ndata: 12\n\n", "1,200 streams, 100 a second"
        await firsts(stream, "bell/moved", f"table:{table.pk}/moved")
        monkeypatch.setattr(streams.BrowserStream, "open_here", 12_000)
        while (event := await anext(stream)) != b"event: spread\ndata: 60\n\n":
            assert b"spread" not in event

    follow(alice, ("table", table.pk), scenario=scenario)


@pytest.mark.parametrize("subjects", [(), (("table", 999999),)])
def test_a_stream_that_follows_nothing_counts_too(
    subjects: tuple[tuple[str, int], ...], alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened one after another, and all at once."""
    monkeypatch.setattr(event_streams, "MOST_OF_A_PLAYER", 3)

    async def main() -> None:
        client = await async_client_of(alice)
        for at_once in (False, True):
            asked = [client.get(address(alice, *subjects)) for _ in range(12)]
            answers: list[Any] = list(await asyncio.gather(*asked)) if at_once else [await one for one in asked]
            assert sorted(answer.status_code for answer in answers) == [200] * 3 + [429] * 9
            for answer in answers:
                await asyncio.to_thread(answer.close)
            await until(lambda: not event_streams._readers)

    finish(main())


def test_a_stream_has_a_largest_number_of_subjects(
    table: Table, other: Table, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_SUBJECTS", 2)

    async def scenario(shared: Events) -> None:
        await firsts(shared, "bell/moved", f"table:{table.pk}/moved")
        assert set(renderers.readers_here().renderers) == {table.pk}

    follow(alice, ("table", table.pk), ("table", other.pk), scenario=scenario)


def test_pages_are_told_to_ask_by_themselves_without_redis(table: Table, alice: Player, no_redis: None) -> None:
    async def main() -> int:
        return int((await (await async_client_of(alice)).get(address(alice, ("table", table.pk)))).status_code)

    assert finish(main()) == 204
    assert not event_streams._readers


def test_a_browser_that_leaves_before_the_first_event_leaves_nothing(table: Table, alice: Player) -> None:
    async def scenario(_shared: Events) -> None:
        assert heard(table.pk) == 1

    follow(alice, ("table", table.pk), scenario=scenario)
    assert heard(table.pk) == 0


def test_the_bell_alone_is_a_page(alice: Player, table: Table, bob: Player, signed_in: SignedIn) -> None:
    messages.read_all(player=alice)
    messages.tell_nudged(table=table, player=alice, by=bob)
    assert 'data-number="1"' in signed_in(alice).get(reverse("message-bell")).content.decode()
