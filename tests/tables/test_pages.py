"""Pages and forms of tables: permissions, responses, and that no action is lost."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.selectors.table_rows import table_rows
from logbook.tables.services import attempts, tables
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import act_on, open_table, started, state_of, waited_for

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    return open_table(alice, bob, olga)


@pytest.fixture
def attempt(table: Table, alice: Player) -> Attempt:
    return started(table, alice)


def page(table: Table, name: str = "table") -> str:
    return reverse(name, args=(table.pk,))


def client_of_turn(table: Table, attempt: Attempt, signed_in: SignedIn) -> tuple[Client, dict[str, object]]:
    """The browser of the player that the table waits for, and what its first button posts."""
    seat, text = waited_for(attempt)
    player = table.seats.get(number=seat).player
    assert player is not None
    return signed_in(player), {"action": text, "seen": table.version}


HTMX = {"HX-Request": "true"}


def test_a_seat_sees_the_round(table: Table, attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    response = signed_in(alice).get(page(table))
    assert response.status_code == 200
    assert 'id="round"' in response.text
    assert response.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("get", "table"),
        ("get", "table-round"),
        ("post", "table-act"),
        ("post", "table-seat"),
        ("post", "table-start"),
        ("post", "table-retry"),
        ("post", "table-abandon"),
        ("post", "table-next"),
        ("post", "table-invite"),
    ],
)
def test_a_stranger_finds_nothing(
    method: str, name: str, table: Table, attempt: Attempt, charlie: Player, signed_in: SignedIn
) -> None:
    for client in (signed_in(charlie), Client()):
        assert getattr(client, method)(page(table, name)).status_code == 404
    assert Event.objects.count() == 0


@pytest.mark.parametrize(
    "name", ["table-act", "table-seat", "table-start", "table-retry", "table-next", "table-invite"]
)
def test_a_post_is_no_get(name: str, table: Table, alice: Player, signed_in: SignedIn) -> None:
    assert signed_in(alice).get(page(table, name)).status_code == 405


def test_the_round_is_told_once(table: Table, attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    assert client.get(page(table, "table-round"), {"seen": table.version}).status_code == 204
    assert client.get(page(table, "table-round"), {"seen": table.version - 1}).status_code == 200
    assert client.get(page(table, "table-round")).status_code == 200
    act_on(table, attempt)
    assert client.get(page(table, "table-round"), {"seen": table.version}).status_code == 200


def test_an_act_answers_htmx_with_the_round(table: Table, attempt: Attempt, signed_in: SignedIn) -> None:
    client, post = client_of_turn(table, attempt, signed_in)
    response = client.post(page(table, "table-act"), post, headers=HTMX)
    assert response.status_code == 200
    assert "<html" not in response.text
    assert 'id="round"' in response.text
    assert Event.objects.count() == 1


def test_an_act_without_javascript_goes_back_to_the_page(table: Table, attempt: Attempt, signed_in: SignedIn) -> None:
    client, post = client_of_turn(table, attempt, signed_in)
    response = client.post(page(table, "table-act"), post)
    assert (response.status_code, response.headers["Location"]) == (303, page(table))


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_second_click_is_told_so(
    headers: dict[str, str], table: Table, attempt: Attempt, signed_in: SignedIn
) -> None:
    client, post = client_of_turn(table, attempt, signed_in)
    client.post(page(table, "table-act"), post, headers=headers)
    response = client.post(page(table, "table-act"), post, headers=headers)
    assert response.status_code == 409
    assert "The table has moved on" in response.text
    assert ("<html" in response.text) == (not headers)
    assert Event.objects.count() == 1


def test_what_is_against_the_rules_is_422_with_names(table: Table, attempt: Attempt, signed_in: SignedIn) -> None:
    client, post = client_of_turn(table, attempt, signed_in)
    hand = state_of(attempt).view(waited_for(attempt)[0])["hand"]
    response = client.post(page(table, "table-act"), post | {"action": f"play {hand[0]}"}, headers=HTMX)
    assert response.status_code == 422
    seat = table.seats.get(number=waited_for(attempt)[0])
    assert f"{seat.player} can’t play a card yet" in response.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"action": "dance"},
        {"action": ""},
        {"seen": "x"},
        {"seen": ""},
        {"seen": "-1"},
        {"seen": "٣"},
        {"seen": "9" * 40},
    ],
)
def test_what_cannot_be_read_is_400(wrong: dict[str, str], table: Table, attempt: Attempt, signed_in: SignedIn) -> None:
    client, post = client_of_turn(table, attempt, signed_in)
    response = client.post(page(table, "table-act"), post | wrong, headers=HTMX)
    assert response.status_code == 400
    assert 'role="alert"' in response.text
    assert Event.objects.count() == 0


def test_a_crew_member_may_watch_but_not_act(crew: Crew, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=3, crew=crew)
    for number in (1, 2):
        tables.put_bot(table_id=table.pk, by=alice, number=number, bot="careful")
    attempt = started(table, alice)
    watcher = signed_in(bob)
    shown = watcher.get(page(table)).text
    assert "You are watching" in shown
    for card in state_of(attempt).view(0)["hand"]:
        assert f'data-card="{card}"' not in shown or card in str(state_of(attempt).view(None).as_dict())
    response = watcher.post(page(table, "table-act"), {"action": "play B7", "seen": table.version}, headers=HTMX)
    assert response.status_code == 403
    assert "You don’t have a seat" in response.text


def test_the_round_takes_few_queries(
    table: Table,
    attempt: Attempt,
    alice: Player,
    signed_in: SignedIn,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client = signed_in(alice)
    client.get(page(table))
    for _ in range(12):
        attempt.refresh_from_db()
        prepares = attempt.phase in ("gap", "trick") and 0 not in attempt.waiting_on
        # Session with player and user, table, seats with people, attempt, events; and what the reader has prepared.
        with django_assert_num_queries(5 + prepares):
            client.get(page(table, "table-round"))
        act_on(table, attempt)


def test_the_next_mission_is_one_table_for_all(
    table: Table, attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    post = {"seen": table.version}
    assert signed_in(alice).post(page(table, "table-next"), post).status_code == 409
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    Table.objects.filter(pk=table.pk).update(state=Table.State.WON)
    first = signed_in(alice).post(page(table, "table-next"), post)
    second = signed_in(bob).post(page(table, "table-next"), post)
    assert first.status_code == second.status_code == 303
    assert first.headers["Location"] == second.headers["Location"]
    following = Table.objects.get(follows=table)
    assert (following.mission, following.state) == ("2", Table.State.PLAYING)


def test_giving_up_counts_as_an_attempt(table: Table, attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    response = signed_in(alice).post(page(table, "table-abandon"), {"seen": table.version}, headers=HTMX)
    assert response.status_code == 200
    assert "The attempt was given up." in response.text
    table.refresh_from_db()
    assert table.state == Table.State.BETWEEN


def test_a_table_is_opened_with_its_opener_seated(alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    assert client.get(reverse("table-new"), {"mission": "12"}).status_code == 200
    response = client.post(reverse("table-new"), {"game": "planet-nine", "mission": "12", "players": "3"})
    table = Table.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, page(table))
    assert (table.mission, table.players, table.seats.get(number=0).player) == ("12", 3, alice)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"mission": "77"}, "This mission doesn’t exist. Choose another one."),
        ({"mission": "", "custom": ""}, "Choose a mission"),
        ({"custom": "tasks=3 dancing"}, "doesn’t describe a mission"),
        ({"players": "9"}, "2 to 5 players"),
        ({"players": ""}, "Choose the number of players."),
        ({"three_player_challenge": "on", "players": "4"}, "for 3 players"),
        ({"crew": "99999"}, "Choose one of your crews"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_a_wrong_table_is_a_sentence_at_its_field(
    wrong: dict[str, str], sentence: str, alice: Player, signed_in: SignedIn
) -> None:
    post = {"game": "planet-nine", "mission": "1", "players": "4"} | wrong
    response = signed_in(alice).post(reverse("table-new"), post)
    assert response.status_code == 422
    assert sentence in response.text
    assert Table.objects.count() == 0


def test_a_guest_may_open_a_table(guest: Player, signed_in: SignedIn) -> None:
    assert signed_in(guest).get(reverse("table-new")).status_code == 200


def test_the_list_shows_whose_turn_it_is(
    table: Table, attempt: Attempt, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, _ = client_of_turn(table, attempt, signed_in)
    response = client.get(reverse("table-list"))
    assert "your turn" in response.text
    with django_assert_num_queries(5):  # session with player and user, tables, seats with players, attempts, the bell
        client.get(reverse("table-list"))


@pytest.mark.parametrize(("name", "queries"), [("table-list", 5), ("crew", 10)])
def test_a_list_of_a_crews_tables_takes_few_queries(
    name: str,
    queries: int,
    crew: Crew,
    alice: Player,
    signed_in: SignedIn,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client, address = signed_in(alice), reverse(name, args=[crew.slug] if name == "crew" else [])
    for _ in range(3):
        tables.open_table(player=alice, game="planet-nine", mission="1", players=3, crew=crew)
        with django_assert_num_queries(queries):
            client.get(address)


def test_a_full_table_is_ready_to_deal(alice: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, bots=2)
    client = signed_in(alice)
    for name in ("home", "table-list"):
        assert "ready to deal" in client.get(reverse(name)).text
    tables.clear_seat(table_id=table.pk, by=alice, number=1)
    for name in ("home", "table-list"):
        assert "waiting for players" in client.get(reverse(name)).text


def test_the_lobby_names_the_bots_and_offers_the_best_first(alice: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, bots=1, count=3)
    text = signed_in(alice).get(page(table)).content.decode()
    offered = re.findall(r'<option value="(\w+)">([^<]+)</option>', text)[:3]
    assert offered == [
        ("solver", "solver bot: strongest"),
        ("careful", "careful bot: good"),
        ("random", "random bot: plays at random"),
    ]
    assert '<span class="note">random bot</span>' in text


def test_starting_from_the_lobby(alice: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, bots=2)
    response = signed_in(alice).post(page(table, "table-start"), {"seen": table.version}, headers=HTMX)
    assert response.status_code in (200, 204)
    assert table.attempts.count() == 1


def test_a_row_of_the_list_says_whose_turn_it_is_and_the_last_result(
    alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    table = open_table(alice, bob)
    attempt = started(table, alice)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=Table.objects.get(pk=table.pk).version)
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.FAILURE)
    started(Table.objects.get(pk=table.pk), alice)
    (mine,), (theirs,) = (table_rows(Table.objects.filter(pk=table.pk), player) for player in (alice, bob))
    assert mine.my_turn != theirs.my_turn
    assert mine.turn_of == theirs.turn_of in ("Alice", "Bob")
    waiting = signed_in(bob if mine.my_turn else alice).get(reverse("table-list")).text
    assert f"Waiting for {mine.turn_of}" in waiting
    assert "your turn" not in waiting
    assert mine.last_won is False


# --- bots for all empty seats


def test_bots_fill_the_empty_seats(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, bob, count=4)
    address = reverse("table-seat", args=(table.pk,))
    html = signed_in(alice).get(reverse("table", args=(table.pk,))).text
    assert "Fill with bots" in html
    assert "Fill and deal" in html
    assert signed_in(alice).post(address, {"action": "fill", "bot": "careful"}).status_code == 303
    assert [seat.bot for seat in table.seats.order_by("number")] == ["", "", "careful", "careful"]
    assert not table.attempts.exists()


def test_bots_fill_the_empty_seats_and_the_cards_are_dealt(alice: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, count=3)
    answers = {"action": "fill-and-deal", "bot": "careful"}
    assert signed_in(alice).post(reverse("table-seat", args=(table.pk,)), answers).status_code == 303
    assert table.attempts.get().number == 1


def test_an_unknown_bot_fills_no_seat(alice: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, count=3)
    answers = {"action": "fill-and-deal", "bot": "nobody"}
    answer = signed_in(alice).post(reverse("table-seat", args=(table.pk,)), answers)
    assert (answer.status_code, "That bot doesn’t exist." in answer.text) == (400, True)
    assert not table.seats.exclude(bot="").exists()
    assert not table.attempts.exists()


def test_a_stranger_fills_no_seat(alice: Player, charlie: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, count=3)
    answers = {"action": "fill", "bot": "careful"}
    assert signed_in(charlie).post(reverse("table-seat", args=(table.pk,)), answers).status_code == 404


def test_conditions_count_down(alice: Player, bob: Player, olga: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, bob, olga, mission="16")
    started(table, alice)
    for player in (alice, bob):
        assert "Nines left: 4" in signed_in(player).get(f"/tables/{table.pk}/").text


def test_the_form_of_a_table_asks_for_a_crew_only_who_has_one(
    crew: Crew, alice: Player, charlie: Player, signed_in: SignedIn, client: Client
) -> None:
    asks, sentence = '<select name="crew"', "Invite players to the other seats or fill them with bots."
    for reader in (client, signed_in(charlie)):
        shown = reader.get("/tables/new/").text
        assert asks not in shown
        assert "no crew, by invitation only" not in shown
        assert sentence in shown
    wanted = {"game": "planet-nine", "mission": "1", "players": "3", "crew": str(crew.pk)}
    refused = signed_in(charlie).post("/tables/new/", wanted)
    assert refused.status_code == 422
    assert "Choose one of your crews." in refused.text
    assert signed_in(charlie).post("/tables/new/", wanted | {"crew": ""}).status_code == 302
    shown = signed_in(alice).get("/tables/new/").text.split("<main")[1]
    assert asks in shown
    assert sentence not in shown
