"""The streams of tables: each reader's own part with every action, and nothing to a reader who may no longer see it."""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC
from typing import Any, Final

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from logbook.crews.models.crews import Crew
from logbook.crews.services import crews
from logbook.lib import announcements, event_streams, queue
from logbook.people.models.players import Player
from logbook.people.services.invitations import create_invitation
from logbook.tables import live_parts, renderers
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.selectors.running import RunningRound, running_page
from logbook.tables.selectors.tables import table_numbers
from logbook.tables.services import attempts, tables
from tests.conftest import PASSWORD, SignedIn
from tests.lib.conftest import no_redis, redis
from tests.lib.event_streams_scenes import async_client_of, finish
from tests.lib.subscribers_scenes import heard
from tests.tables.attempts_scenes import act_on, open_table, started
from tests.tables.part_streams_scenes import follow
from tests.tables.streamed_pages import StreamedPage, plain

__all__ = ["no_redis", "redis"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis")]

Events = AsyncIterator[bytes]
READER = live_parts.Reader(1, Player(), session="", language="en", time_zone=UTC, origin="", counted_as="")


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    return open_table(alice, bob, olga)


def part_of(event: bytes) -> str:
    """Return the HTML of a part's event, which is one line."""
    assert event.startswith(b"event: part\ndata: "), event[:80]
    assert event.endswith(b"\n\n")
    assert event.count(b"\n") == 3
    return event.decode().removeprefix("event: part\ndata: ").rstrip("\n")


def fetched(client: Client, table: Table, seen: int) -> str:
    """Return the part that the page would fetch."""
    address = reverse("table-round", args=(table.pk,))
    return client.get(address, {"seen": seen}, headers={"HX-Request": "true"}).text


def test_each_reader_gets_the_part_that_their_page_would_fetch(
    table: Table, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    attempt, people = started(table, alice), (alice, bob, olga)
    clients = [signed_in(player) for player in people]
    pages = [StreamedPage(fetched(client, table, -1)) for client in clients]
    gaps = Counter[int]()

    async def scenario(*streams: Events) -> None:
        for stream in streams:
            assert await anext(stream) == event_streams.moved_event(table.version)
        while True:
            before = table.version
            await sync_to_async(act_on)(table, attempt)
            await sync_to_async(table.refresh_from_db)()
            if table.state != Table.State.PLAYING:
                break
            for stream, client, page in zip(streams, clients, pages, strict=True):
                whole = await sync_to_async(fetched)(client, table, before)
                assert plain(page.take(part_of(await anext(stream)))) == plain(whole)
                gaps[page.gaps] += 1

    follow(table, *people, scenario=scenario)
    assert gaps[0] == len(people), "the first part of each is whole"
    assert max(gaps) >= 6


def test_the_end_and_the_next_deal_are_streamed(
    table: Table,
    alice: Player,
    bob: Player,
    olga: Player,
    signed_in: SignedIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queue, "send", lambda *_given, **_named: None)  # The turning point is looked for meanwhile.
    started(table, alice)
    create_invitation(table=table, by=alice)
    people = (alice, bob, olga)
    clients = [signed_in(player) for player in people]

    async def scenario(*streams: Events) -> None:
        for stream in streams:
            await anext(stream)
        for what in ("end", "deal"):
            await sync_to_async(END_AND_DEAL[what])(table, alice)
            await sync_to_async(table.refresh_from_db)()
            for stream, client in zip(streams, clients, strict=True):
                part = part_of(await anext(stream))
                assert plain(part) == plain(await sync_to_async(fetched)(client, table, table.version - 1))
                assert ("end-title" in part) == (what == "end")

    follow(table, *people, scenario=scenario)


END_AND_DEAL: Final[dict[str, Callable[[Table, Player], object]]] = {
    "end": lambda table, player: attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version),
    "deal": started,
}


def test_the_lobby_is_fetched(alice: Player, bob: Player) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=3)

    async def scenario(stream: Events) -> None:
        assert await anext(stream) == event_streams.moved_event(0)
        await sync_to_async(tables.take_seat)(table=table, player=bob)
        assert await anext(stream) == event_streams.moved_event(1)

    follow(table, alice, scenario=scenario)


def test_readers_of_one_seat_and_language_share_one_drawing(
    table: Table, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt, drawn, real = started(table, alice), Counter[int](), running_page

    def counted(running: RunningRound, player: Player, *, since: int) -> object:
        drawn[since] += 1
        return real(running, player, since=since)

    monkeypatch.setattr(live_parts, "running_page", counted)

    async def scenario(*streams: Events) -> None:
        for stream in streams:
            await anext(stream)
        await sync_to_async(act_on)(table, attempt)
        first, second = [await anext(stream) for stream in streams]
        assert first == second
        assert drawn.total() == 1

    follow(table, alice, alice, scenario=scenario)


def test_a_reader_gets_their_language(table: Table, alice: Player) -> None:
    attempt = started(table, alice)

    async def scenario(stream: Events) -> None:
        await anext(stream)
        await sync_to_async(act_on)(table, attempt)
        assert "La table" in part_of(await anext(stream))

    follow(table, alice, scenario=scenario, accept_language="fr")


def test_a_guest_who_signs_in_amid_a_round_keeps_their_hand(guest: Player, alice: Player, bob: Player) -> None:
    """The seat passes to the account without a new number of the table."""
    table = open_table(alice, guest)
    attempt = started(table, alice)

    async def scenario(alices: Events) -> None:
        await anext(alices)
        await sync_to_async(act_on)(table, attempt)
        assert (await anext(alices)).startswith(b"event: part")
        await sync_to_async(Seat.objects.filter(player=guest).update)(player=bob)
        answer: Any = await (await async_client_of(bob)).get(reverse("table-stream", args=(table.pk,)))
        bobs = aiter(answer.streaming_content)
        await anext(bobs)
        await sync_to_async(act_on)(table, attempt)
        assert 'id="hand-title"' in part_of(await anext(bobs))
        await asyncio.to_thread(answer.close)

    follow(table, alice, scenario=scenario)


def test_only_the_newest_part_is_sent() -> None:
    async def main() -> list[bytes]:
        stream = renderers.PartStream(READER)
        for number in (3, 4, 5):
            stream.put(live_parts.Part(number, b"%d" % number))
        events = aiter(stream.events())
        first = await anext(events)
        stream.end()
        return [first, *[event async for event in events]]

    assert asyncio.run(main()) == [b"5"]


@pytest.mark.parametrize(("rendered", "sent"), [(4, [b"7"]), (5, [b"7"]), (6, [b"6", b"7"])])
def test_only_a_part_newer_than_the_first_number_is_sent(rendered: int, sent: list[bytes]) -> None:
    async def main() -> list[bytes]:
        stream = renderers.PartStream(READER)
        stream.put(live_parts.Part(rendered, b"%d" % rendered))
        stream.begin(5)
        asyncio.get_running_loop().call_later(0.05, stream.put, live_parts.Part(7, b"7"))
        events = aiter(stream.events())
        return [await anext(events) for _ in sent]

    assert asyncio.run(main()) == sent


def test_what_moves_while_a_stream_opens_is_fetched(
    table: Table, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page was sent no number before, so a part could not say what is new to it."""
    attempt, rendered, put = started(table, alice), threading.Event(), renderers.PartStream.put

    def noted(stream: renderers.PartStream, part: live_parts.Part) -> None:
        put(stream, part)
        rendered.set()

    def slow_look(reader: live_parts.Reader) -> tuple[int, int]:
        numbers = table_numbers(reader.table_id, reader.player)
        act_on(table, attempt)
        assert rendered.wait(10)
        return numbers

    monkeypatch.setattr(renderers.PartStream, "put", noted)
    monkeypatch.setattr(renderers, "TABLES", replace(renderers.TABLES, numbers=slow_look))

    async def scenario(stream: Events) -> None:
        assert await anext(stream) == event_streams.moved_event(table.version)
        assert await anext(stream) == event_streams.moved_event(table.version + 1)

    follow(table, alice, scenario=scenario)


def test_a_renderer_that_fails_ends_its_streams(
    table: Table, alice: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    attempt = started(table, alice)

    def failing(*_given: object, **_named: object) -> None:
        raise RuntimeError("no database")

    async def scenario(stream: Events) -> None:
        await anext(stream)
        monkeypatch.setattr(live_parts, "running_round", failing)
        await sync_to_async(act_on)(table, attempt)
        assert [event async for event in stream] == []

    follow(table, alice, scenario=scenario)
    assert "a renderer failed" in caplog.text


@pytest.fixture
def crew_table(crew: Crew, alice: Player) -> Table:
    return tables.open_table(player=alice, game="planet-nine", mission="1", players=3, crew=crew)


def test_a_stream_ends_when_its_reader_leaves_the_crew(crew_table: Table, crew: Crew, bob: Player) -> None:
    async def scenario(stream: Events) -> None:
        await anext(stream)
        await sync_to_async(crews.leave_crew)(crew=crew, player=bob)
        assert [event async for event in stream] == []

    follow(crew_table, bob, scenario=scenario)


def test_a_stream_ends_with_its_session(table: Table, alice: Player) -> None:
    async def main() -> None:
        client = await async_client_of(alice)
        answer: Any = await client.get(reverse("table-stream", args=(table.pk,)))
        stream = aiter(answer.streaming_content)
        await anext(stream)
        await client.post(reverse("account_logout"))
        async with asyncio.timeout(5):
            assert [event async for event in stream] == []
        await asyncio.to_thread(answer.close)

    finish(main())


def test_a_new_password_ends_the_streams_of_other_browsers(table: Table, alice: Player) -> None:
    async def scenario(stream: Events) -> None:
        await anext(stream)

        def changed() -> None:
            user = alice.user
            assert user is not None
            user.set_password(f"another {PASSWORD}")
            user.save()

        await sync_to_async(changed)()
        assert [event async for event in stream] == []

    follow(table, alice, scenario=scenario)


def test_every_stream_is_checked_regularly(
    table: Table, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of access that was never announced ends a stream too; the others go on."""
    monkeypatch.setattr(renderers, "CHECK_SECONDS", 0.1)

    async def scenario(alices: Events, bobs: Events) -> None:
        await anext(alices)
        await anext(bobs)
        await sync_to_async(Table.objects.update)(opened_by=None)
        await sync_to_async(Seat.objects.filter(player=alice).update)(player=None)
        assert [event async for event in alices] == []
        announcements.announce(table.pk, table.version + 1)
        await sync_to_async(Table.objects.update)(version=table.version + 1)
        announcements.announce(table.pk, table.version + 1)
        assert (await anext(bobs)).startswith(b"event: moved")

    follow(table, alice, bob, scenario=scenario)


def test_a_seat_given_up_in_the_lobby_ends_the_guests_stream(guest: Player, alice: Player) -> None:
    table = open_table(guest, alice)

    async def scenario(stream: Events) -> None:
        await anext(stream)
        await sync_to_async(Table.objects.update)(opened_by=None)
        await sync_to_async(tables.leave_seat)(table_id=table.pk, player=guest)
        assert [event async for event in stream] == []

    follow(table, guest, scenario=scenario)


def test_the_last_reader_unsubscribes(table: Table, alice: Player, bob: Player) -> None:
    async def scenario(first: Events, second: Events) -> None:
        await anext(first)
        await anext(second)
        assert heard(table.pk) == 1

    follow(table, alice, bob, scenario=scenario)
    assert heard(table.pk) == 0


def test_page_is_told_to_ask_by_itself_without_redis(table: Table, alice: Player, no_redis: None) -> None:
    async def main() -> int:
        return int((await (await async_client_of(alice)).get(reverse("table-stream", args=(table.pk,)))).status_code)

    assert finish(main()) == 204


def test_strangers_get_no_stream(table: Table, charlie: Player, signed_in: SignedIn, client: Client) -> None:
    address = reverse("table-stream", args=(table.pk,))
    assert [reader.get(address).status_code for reader in (signed_in(charlie), client)] == [404, 404]


def test_an_action_prefers_no_part_where_the_stream_brings_it(
    table: Table, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    attempt = started(table, alice)
    attempt.refresh_from_db()
    actor = (alice, bob, olga)[attempt.waiting_on[0]]
    client, address = signed_in(actor), reverse("table-act", args=(table.pk,))
    heads = {"HX-Request": "true", "Prefer": "return=minimal"}
    page = client.get(reverse("table-round", args=(table.pk,))).content.decode()
    action = re.search(r'name="action" value="([^"]+)"', page)
    assert action is not None
    done = client.post(address, {"action": action[1], "seen": table.version}, headers=heads)
    assert (done.status_code, done.content) == (204, b"")
    assert done.headers["Preference-Applied"] == "return=minimal"
    refused = client.post(address, {"action": action[1], "seen": table.version}, headers=heads)
    assert refused.status_code == 409
    assert b'role="alert"' in refused.content
    assert Attempt.objects.get().length == 1
