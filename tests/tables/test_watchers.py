"""The people who watch a table: how many and who, their requests for a seat, and the list of tables to watch."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from logbook.clubs.models import Club, ClubMember
from logbook.crews.models.crews import Crew
from logbook.notifications.models import Message, MessageKind
from logbook.people.models.players import Player
from logbook.tables import beats, presence
from logbook.tables.exceptions import TableNotFull
from logbook.tables.models import SeatRequest, Table
from logbook.tables.selectors.watching import watchers_of
from logbook.tables.services import attempts, deals, seat_requests, tables
from logbook.tables.services.watching import choose_watching, send_watchers_away
from tests.conftest import SignedIn, person
from tests.tables.presence_scenes import beat

pytestmark = pytest.mark.django_db

W = Table.Watching
TOKEN = re.compile(r'data-beat="([^"]+)"')


@pytest.fixture(autouse=True)
def real_redis(settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    presence._redis.cache_clear()


@pytest.fixture
def table(crew: Crew, alice: Player) -> Table:
    """Alice's table of the crew with bots, open to everyone, with a running attempt."""
    table = tables.open_table(player=alice, game="planet-nine", mission="6", players=3, crew=crew)
    tables.fill_with_bots(table_id=table.pk, by=alice, bot="random")
    choose_watching(table_id=table.pk, by=alice, watching=W.EVERYONE)
    deals.start_attempt(table_id=table.pk, player=alice)
    return Table.objects.get(pk=table.pk)


def page(table: Table, name: str = "table") -> str:
    return reverse(name, args=(table.pk,))


def looks(table: Table, browser: Client) -> str:
    """Open the page and let it send a beat; return its token."""
    token = TOKEN.findall(browser.get(page(table)).text)[0]
    assert beat(token)[0] == 200
    return str(token)


def line(table: Table, reader: Player | None = None) -> str:
    return watchers_of(Table.objects.get(pk=table.pk), reader).line


def test_everyone_sees_how_many_watch_and_which_members(
    table: Table, alice: Player, bob: Player, club: Club, signed_in: SignedIn
) -> None:
    looks(table, signed_in(alice))
    assert line(table) == ""
    looks(table, Client())
    assert line(table) == "1 person is watching"
    clara = person("Clara")
    ClubMember.objects.create(club=club, player=clara)
    for other in (bob, clara, person("Otto")):
        looks(table, signed_in(other))
    for browser in (signed_in(alice), signed_in(bob), Client()):
        for name in ("table", "table-watchers"):
            assert "4 people are watching: Bob and Clara" in browser.get(page(table, name)).text
        assert "Otto" not in browser.get(page(table)).text


def test_a_watcher_who_goes_is_counted_half_a_minute(table: Table, bob: Player, signed_in: SignedIn) -> None:
    with time_machine.travel("2026-12-01 20:00", tick=False) as clock:
        browser = Client()
        for reader in (browser, signed_in(bob)):
            looks(table, reader)
        clock.shift(presence.HERE_SECONDS)
        assert line(table) == "2 people are watching: Bob"
        clock.shift(1)
        assert line(table) == ""


def test_visitors_of_one_address_are_one(table: Table) -> None:
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        looks(table, Client(REMOTE_ADDR=address))
    assert line(table) == "2 people are watching"


def test_a_beat_says_that_watchers_have_changed(table: Table, alice: Player, signed_in: SignedIn) -> None:
    own = looks(table, signed_in(alice))
    assert beat(own)[1] == {presence.presence_key(table.pk, alice.pk): 0}
    looks(table, Client())
    one = beat(own)[1]
    assert one.keys() == {presence.presence_key(table.pk, alice.pk), beats.WATCHING}
    looks(table, Client(REMOTE_ADDR="192.0.2.2"))
    assert beat(own)[1][beats.WATCHING] != one[beats.WATCHING]


def test_only_numbers_of_watchers_are_in_redis(table: Table, cache_server: object, redis_url: str) -> None:
    looks(table, Client(REMOTE_ADDR="192.0.2.77"))
    (held,) = presence._redis(redis_url).zrange(presence.watchers_of(table.pk), 0, -1)
    assert re.fullmatch("b'[0-9a-f]{16}'", str(held))


def test_nobody_watches_who_was_sent_away(table: Table, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    looks(table, signed_in(bob))
    assert line(table) != ""
    send_watchers_away(table_id=table.pk, by=alice)
    assert line(table) == ""


def test_a_member_in_the_lobby_of_players_only_does_not_watch(table: Table, bob: Player, signed_in: SignedIn) -> None:
    Table.objects.update(watching=W.PLAYERS)
    looks(table, signed_in(bob))
    assert line(table) == ""


def test_line_is_empty_without_redis(table: Table, bob: Player, signed_in: SignedIn, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1"
    presence._redis.cache_clear()
    assert line(table) == ""
    assert signed_in(bob).get(page(table)).status_code == 200


def test_players_without_watchers_cost_one_query(
    table: Table, alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        watchers_of(table, alice)


# --- a seat for a watcher


def test_a_watcher_asks_for_a_seat_and_gets_one(
    table: Table, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    browser, alices = signed_in(charlie), signed_in(alice)
    assert "Ask for the next free seat" in browser.get(page(table)).text
    assert "Ask for the next free seat" not in alices.get(page(table)).text
    for _press in range(2):
        assert browser.post(page(table, "table-ask"), {"change": "ask"}).headers["Location"] == page(table)
    assert SeatRequest.objects.get().player == charlie
    assert Message.objects.get(kind=MessageKind.SEAT_ASKED).player == alice
    assert "You’ve asked for a seat." in browser.get(page(table)).text
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    assert "Charlie asks for a seat." in alices.get(page(table)).text
    seat_requests.grant(table_id=table.pk, by=alice, player_id=charlie.pk)
    assert table.seats.filter(player=charlie).exists()
    assert "Ask for the next free seat" not in browser.get(page(table)).text


def test_a_watcher_withdraws_the_request(table: Table, charlie: Player, signed_in: SignedIn) -> None:
    browser = signed_in(charlie)
    browser.post(page(table, "table-ask"), {"change": "ask"})
    browser.post(page(table, "table-ask"), {"change": "withdraw"})
    assert not SeatRequest.objects.exists()
    assert "Ask for the next free seat" in browser.get(page(table)).text


def test_a_visitor_who_asks_is_a_guest_from_then_on(table: Table) -> None:
    visitor = Client()
    assert "Ask for the next free seat" in visitor.get(page(table)).text
    visitor.post(page(table, "table-ask"), {"change": "withdraw"})
    assert not SeatRequest.objects.exists()
    visitor.post(page(table, "table-ask"), {"change": "ask"})
    assert SeatRequest.objects.get().player.is_guest
    assert "You’ve asked for a seat." in visitor.get(page(table)).text


def test_no_seat_is_asked_for_where_one_is_free(alice: Player, charlie: Player, signed_in: SignedIn) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="6", players=3)
    with pytest.raises(TableNotFull):
        seat_requests.ask_as_watcher(table_id=table.pk, player=charlie)
    assert signed_in(charlie).post(page(table, "table-ask")).status_code == 404
    choose_watching(table_id=table.pk, by=alice, watching=W.LINK)
    assert "Ask for the next free seat" not in signed_in(charlie).get(page(table)).text


# --- now playing


def test_now_playing_lists_what_everyone_may_watch(table: Table, alice: Player, client: Client) -> None:
    table.refresh_from_db()
    html = client.get(reverse("now-playing")).text
    for words in (page(table), "3 players", "Alice, Bot 2 and Bot 3", "0 tricks played"):
        assert words in html
    assert page(table) in client.get("/").text
    for hidden in ({"watching": W.LINK}, {"state": Table.State.BETWEEN}):
        before = {name: getattr(table, name) for name in hidden}
        Table.objects.filter(pk=table.pk).update(**hidden)
        assert page(table) not in client.get(reverse("now-playing")).text
        Table.objects.filter(pk=table.pk).update(**before)
    send_watchers_away(table_id=table.pk, by=alice)
    for address in (reverse("now-playing"), "/"):
        assert page(table) not in client.get(address).text
    assert "No tables to watch at the moment" in client.get(reverse("now-playing")).text


def test_now_playing_counts_tricks_and_has_pages(
    table: Table, alice: Player, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.attempts.update(tricks=1)
    assert "1 trick played" in client.get(reverse("now-playing")).text
    race = tables.open_table(player=alice, game="deep-blue", mission="troubled-waters", players=3)
    tables.fill_with_bots(table_id=race.pk, by=alice, bot="random")
    choose_watching(table_id=race.pk, by=alice, watching=W.EVERYONE)
    deals.start_attempt(table_id=race.pk, player=alice)
    monkeypatch.setattr("logbook.tables.views.watching.ROWS_A_PAGE", 1)
    pages = [client.get(f"{reverse('now-playing')}?page={number}").text for number in (1, 2, "x", 9)]
    assert [page(race) in html for html in pages] == [True, False, True, False]
    assert [page(table) in html for html in pages] == [False, True, False, True]
    assert "tricks played" not in pages[0]
    assert "Page 2 of 2" in pages[1]
