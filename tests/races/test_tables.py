"""A race at a free table, click by click: the form, the lobby, the page, refusals, news and the whole log."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.bots import bots_of
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]

NEW = {"game": "deep-blue", "mission": "storm-ahead", "players": "2", "crew": ""}


@pytest.fixture
def race(alice: Player, bob: Player) -> Table:
    """A race of Ana and Ben, dealt."""
    table = tables.open_table(player=alice, game="deep-blue", mission="reefs-ahead", players=2)
    tables.take_seat(table=table, player=bob)
    deals.start_attempt(table_id=table.pk, player=alice)
    return Table.objects.get(pk=table.pk)


def running(table: Table) -> Attempt:
    """The attempt at this table."""
    return table.attempts.select_related("table").latest("number")


def on_turn(table: Table) -> int:
    return min(event_replay.state_of(running(table)).waiting_on)


def act(client: Client, table: Table, text: str, **headers: str) -> Any:
    table.refresh_from_db()
    data = {"action": text, "seen": str(table.version)}
    return client.post(f"/tables/{table.pk}/act/", data, headers=headers)


def test_the_form_offers_scenarios_by_their_titles(alice: Player, signed_in: SignedIn) -> None:
    form = signed_in(alice).get("/tables/new/?game=deep-blue").text
    assert '<option value="troubled-waters" selected>Troubled Waters</option>' in form
    assert '<option value="bountiful-ruins">Bountiful Ruins</option>' in form
    assert "Scenario" in form
    assert 'name="custom"' not in form
    assert 'name="components"' not in form


def test_a_table_is_opened_and_its_lobby_speaks_of_a_race(alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    assert client.post("/tables/new/", NEW).status_code == 302
    table = Table.objects.latest("pk")
    assert (table.game, table.mission, table.players) == ("deep-blue", "storm-ahead", 2)
    lobby = client.get(f"/tables/{table.pk}/").text
    assert '<h1 id="lobby-title">Storm Ahead</h1>' in lobby
    assert '<p class="lede">2 crews recruit, sail,' in lobby
    assert "Fill and start" in lobby
    assert "Deal the cards" not in lobby
    assert 'id="gem-gold"' in lobby, "the drawings are there before the race is"


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"mission": "calm-sea"}, "That scenario doesn’t exist."),
        ({"mission": ""}, "Choose a scenario."),
        ({"players": "6"}, "The game is for 2 to 5 players."),
    ],
)
def test_a_wrong_answer_is_told_at_its_field(
    answers: dict[str, str], sentence: str, alice: Player, signed_in: SignedIn
) -> None:
    response = signed_in(alice).post("/tables/new/", NEW | answers)
    assert response.status_code == 422
    assert sentence in response.text


def test_everybody_sees_their_own_page(
    race: Table, alice: Player, bob: Player, client: Client, signed_in: SignedIn
) -> None:
    pages = [signed_in(player).get(f"/tables/{race.pk}/").text for player in (alice, bob)]
    assert sum("Your turn: recruit, sail, rest or dive" in page for page in pages) == 1
    assert all("Reefs Ahead" in page and "0 points (secret)" in page for page in pages)
    watching = client.get(f"/tables/{race.pk}/")
    assert watching.status_code == 404 or "You are watching." in watching.text


def test_an_action_is_played_and_told_in_words(race: Table, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    actor, other = ((alice, bob), (bob, alice))[on_turn(race)]
    seen = race.version
    assert act(signed_in(actor), race, "sail ST_HELM").status_code == 303
    page = signed_in(other).get(f"/tables/{race.pk}/round/?seen={seen}", headers={"hx-request": "true"}).text
    told = f"{actor.name} plays Helmsman to sail. Steps: 2."
    assert f'<p id="spoken" hx-swap-oob="innerHTML">{told}' in page
    assert told in signed_in(other).get(f"/tables/{race.pk}/log/").text


def test_a_refusal_names_the_card_and_not_its_id(race: Table, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    actor = (alice, bob)[on_turn(race)]
    response = act(signed_in(actor), race, "sail ST_PURSER", **{"hx-request": "true"})
    assert response.status_code == 422
    assert f"{actor.name} can’t sail with Purser: the card shows no propeller." in response.text
    assert "ST_PURSER cannot" not in response.text


def test_cards_are_called_in_the_readers_language(race: Table, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).get(f"/tables/{race.pk}/", headers={"accept-language": "fr"}).text
    assert "Timonier" in page
    assert "Récifs" in page


def test_a_race_given_up_has_no_winner_and_tells_no_totals(
    race: Table, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    client = signed_in(alice)
    response = client.post(f"/tables/{race.pk}/abandon/", {"seen": str(race.version)})
    assert response.status_code == 303
    page = client.get(f"/tables/{race.pk}/").text
    assert "The race was given up" in page
    assert "Rank" not in page
    assert 'name="action"' not in page


def test_a_log_is_for_those_who_may_watch_and_for_races(
    race: Table, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    other = tables.open_table(player=alice, game="planet-nine", mission="1", players=3)
    assert signed_in(alice).get(f"/tables/{other.pk}/log/").status_code == 302
    assert signed_in(alice).post(f"/tables/{race.pk}/log/").status_code == 405
    assert signed_in(charlie).get(f"/tables/{race.pk}/log/").status_code in (200, 404)


@pytest.mark.slow
def test_the_end_is_on_the_page(race: Table, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    chance = Random(4)
    players: Callable[[int], Player] = (alice, bob).__getitem__
    while running(race).state == Attempt.State.PLAYING:
        race.refresh_from_db()
        state = event_replay.state_of(running(race))
        seat = min(state.waiting_on)
        text = bots_of("deep-blue")["random"].choose(state.view(seat), chance)
        assert text is not None
        attempts.act(table_id=race.pk, player=players(seat), text=text, seen=race.version)
    page = signed_in(alice).get(f"/tables/{race.pk}/").text
    scores = running(race).scores
    assert scores is not None
    assert all(f"<b>{points}</b>" in page for points in scores)
    assert "Next scenario" in page
    assert "The race is over" in page
