"""Two games on one site: tables are opened, listed and filtered, challenges mix them, leaderboards separate them."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

import games
from logbook.challenges import tasks
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.missions import mission_after
from logbook.tables.models import Table
from logbook.tables.services import tables
from tests.challenges.pages_scenes import FORM
from tests.challenges.scenes import NOON, make
from tests.conftest import SignedIn
from tests.leaderboards.scenes import sat, strangers

pytestmark = pytest.mark.django_db

NEW = {"game": "deep-sea", "mission": "14", "custom": "", "players": "4", "clock": "", "crew": ""}


def opened(client: Client, **answers: str) -> Table:
    response = client.post("/tables/new/", NEW | answers)
    assert response.status_code == 302, response.content.decode()
    return Table.objects.latest("pk")


def test_the_form_is_that_of_the_game(alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    sea, space = (client.get(f"/tables/new/?game={game}").text for game in ("deep-sea", "planet-nine"))

    assert "32 · 4 tasks" in sea
    assert "33 · difficulty 18" in sea
    assert 'name="clock"' in sea
    assert 'name="three_player_challenge"' not in sea
    assert "50 · " in space
    assert 'name="clock"' not in space
    assert 'name="three_player_challenge"' in space


def test_a_wish_for_no_game_is_the_first_one(alice: Player, signed_in: SignedIn) -> None:
    assert "50 · " in signed_in(alice).get("/tables/new/?game=deep-blue-sea").text


@pytest.mark.parametrize(
    ("answers", "mission", "options"),
    [
        ({}, "14", ""),
        ({"clock": "untimed"}, "14", "untimed"),
        ({"mission": "7", "clock": "untimed"}, "7", ""),
        ({"mission": "33"}, "33", ""),
        ({"custom": "41"}, "41", ""),
        ({"custom": "difficulty=9   currents tasks=T74,T88"}, "difficulty=9 tasks=T74,T88 currents", ""),
        ({"custom": "real-time=90 difficulty=3 untimed=currents", "clock": "untimed"}, None, "untimed"),
    ],
)
def test_a_table_in_the_deep_sea(
    answers: dict[str, str], mission: str | None, options: str, alice: Player, signed_in: SignedIn
) -> None:
    table = opened(signed_in(alice), **answers)

    assert table.game == "deep-sea"
    assert table.options == options
    assert mission is None or table.mission == mission


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"custom": "difficulty=999"}, "No tasks add up to a difficulty of exactly 999"),
        ({"custom": "tasks=T97"}, "“T97” isn’t a task"),
        ({"custom": "currents rapture difficulty=3"}, "exclude each other"),
        ({"mission": "51"}, "This mission doesn’t exist. Choose another one."),
        ({"mission": ""}, "Choose a mission"),
        ({"clock": "later"}, "Choose with or without the clock."),
        ({"game": "chess"}, "This game isn’t available here."),
    ],
)
def test_what_is_wrong_is_said(answers: dict[str, str], sentence: str, alice: Player, signed_in: SignedIn) -> None:
    response = signed_in(alice).post("/tables/new/", NEW | answers)

    assert response.status_code == 422
    assert sentence in response.text


def test_a_table_wears_its_game(alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)

    assert "place--deep-sea" in client.get(f"/tables/{opened(client).pk}/").text


def open_tables(alice: Player, crew: Crew | None = None) -> None:
    for game in games.GAMES.values():
        tables.open_table(player=alice, game=game.slug, mission=game.missions[3], players=3, crew=crew)


@pytest.mark.parametrize(
    ("query", "found"), [("", 3), ("?game=deep-sea", 1), ("?game=deep-blue", 1), ("?game=no-game", 3)]
)
def test_tables_are_listed_by_game(query: str, found: int, alice: Player, crew: Crew, signed_in: SignedIn) -> None:
    open_tables(alice, crew)
    client = signed_in(alice)

    for address in ("/tables/", reverse("crew", args=(crew.slug,))):
        html = client.get(address + query).text
        assert html.count('class="ledger__title" href="/tables/') == found
    assert "Deep Sea · Alice" in " ".join(client.get("/tables/").text.split())


def test_an_epilogue_goes_on_for_ever(alice: Player) -> None:
    last, after = (
        tables.open_table(player=alice, game="deep-sea", mission=mission, players=3) for mission in ("32", "40")
    )
    space = tables.open_table(player=alice, game="planet-nine", mission="50", players=3)

    assert (mission_after(last), mission_after(after), mission_after(space)) == ("33", "41", None)


def test_a_challenge_may_be_of_both_games(club: Club, olga: Player, signed_in: SignedIn) -> None:
    wishes = {"missions": "4\ndeep-sea 14", "clock": "untimed"}
    with time_machine.travel(NOON):
        client = signed_in(olga)
        response = client.post(reverse("challenge-new", args=(club.slug,)), FORM | wishes)
        assert response.status_code == 302, response.text
        challenge = Challenge.objects.get()
        page = client.get(response.headers["Location"]).text
    assert list(challenge.stages.values_list("game", "mission")) == [("planet-nine", "4"), ("deep-sea", "14")]
    assert challenge.options == "untimed"
    assert "Deep Sea, mission 14" in page


def test_an_option_concerns_the_stages_whose_game_has_it(club: Club, olga: Player, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON):
        challenge = make(club, olga, missions=["4", "deep-sea 14"], options="untimed")
        tasks.prepare_challenge.delay(challenge.pk)
        challenge.refresh_from_db()
        found = [
            challenges.open_challenge_table(challenge=challenge, stage=stage, crew=crew, player=alice)
            for stage in challenge.stages.order_by("number")
        ]
    assert [table.options for table in found] == ["", "untimed"]


@pytest.mark.parametrize(("query", "listed"), [("", True), ("?game=deep-sea", True), ("?game=planet-nine", False)])
def test_challenges_are_listed_by_game(query: str, listed: bool, club: Club, olga: Player, signed_in: SignedIn) -> None:
    with time_machine.travel(NOON):
        make(club, olga, game="deep-sea", missions=["4"])
        html = " ".join(signed_in(olga).get(f"/challenges/{query}").text.split())

    assert ("Week 47" in html) is listed
    assert ("· Deep Sea ·" in html) is listed


def won(game: str, mission: str, alice: Player, options: str = "") -> None:
    sat("success", people=(alice, *strangers(2)), game=game, mission=mission, players=3, options=options)


def test_boards_are_listed_by_game_in_the_order_of_the_logbooks(alice: Player, client: Client) -> None:
    for game, mission in (("deep-sea", "33"), ("deep-sea", "4"), ("planet-nine", "12")):
        won(game, mission, alice)
    everything, sea = client.get("/leaderboards/").text, client.get("/leaderboards/?game=deep-sea").text
    places = [everything.index(f"/leaderboards/{row}/") for row in ("planet-nine/12", "deep-sea/4", "deep-sea/33")]

    assert places == sorted(places)
    assert "/leaderboards/planet-nine/12/" not in sea


def test_a_board_says_what_its_mark_means(alice: Player, client: Client) -> None:
    won("deep-sea", "14", alice, "untimed")
    html = client.get("/leaderboards/deep-sea/14/").text

    assert "* without the clock" in html
    assert "three-player challenge" not in html
