"""Leaderboards of scenarios: order, filters, and visible names."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from logbook.challenges.models.challenges import Stage
from logbook.clubs.models import Club, ClubMember
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.races.selectors.boards import race_records
from tests.conftest import SignedIn
from tests.races.ended_races import BOT, MONDAY, counted_race

pytestmark = pytest.mark.django_db

BOARD = "/leaderboards/deep-blue/troubled-waters/"


def lines(client: Client, query: str = "", status: int = 200) -> list[str]:
    """Return the board's rows: rank, name, value."""
    response = client.get(f"{BOARD}{query}")
    assert response.status_code == status
    return [f"{line.rank} {line.name} {line.value}" for line in response.context["board"].entries]


@pytest.fixture
def races(alice: Player, bob: Player, charlie: Player) -> None:
    """Alice wins with 40 against bots and loses with 50 against Bob, who has 60; Charlie wins two small ones."""
    counted_race([40, 20], [alice, BOT], at=MONDAY - timedelta(days=30))
    counted_race([50, 60, 10], [alice, bob, BOT])
    counted_race([30, 25], [charlie, BOT])
    counted_race([50, 50], [BOT, charlie])
    counted_race([90, 10], [charlie, BOT], scenario="storm-ahead")


def test_three_boards_and_ties_share_a_rank(races: None) -> None:
    assert lines(Client()) == ["1 Bob 60", "2 Alice 50", "2 Charlie 50"]
    assert lines(Client(), "?board=margin") == ["1 Alice 20", "2 Bob 10", "3 Charlie 5"]
    assert lines(Client(), "?board=wins") == ["1 Charlie 2", "2 Alice 1", "2 Bob 1"]


def test_a_board_speaks_of_as_many_crews_as_it_compares(races: None) -> None:
    assert "2\N{EN DASH}5 crews recruit" in Client().get(BOARD).text
    assert "3 crews recruit" in Client().get(f"{BOARD}?players=3").text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?players=3", ["1 Bob 60", "2 Alice 50"]),
        ("?rivals=bots", ["1 Charlie 50", "2 Alice 40"]),
        ("?rivals=mixed", ["1 Bob 60", "2 Alice 50"]),
        ("?rivals=people", []),
        ("?sealed=yes", []),
        ("?sealed=no&since=2026-11-01", ["1 Bob 60", "2 Alice 50", "2 Charlie 50"]),
    ],
)
def test_each_filter_leaves_the_races_that_it_names(query: str, found: list[str], races: None) -> None:
    assert lines(Client(), query) == found


@pytest.mark.parametrize("query", ["?players=9", "?rivals=ghosts", "?board=speed", "?since=yesterday", "?after=x"])
def test_a_wrong_filter_is_said(query: str, races: None) -> None:
    assert len(lines(Client(), query, status=422)) == 3


def test_each_line_leads_to_its_replay(races: None) -> None:
    response = Client().get(BOARD)
    for line in response.context["board"].entries:
        assert reverse("replay", args=(line.replay_id,)) in response.text
    assert "Troubled Waters" in response.text
    assert "−10" in response.text
    assert Client().get("/leaderboards/deep-blue/calm-sea/").status_code == 404


def test_strangers_read_the_crew_at_its_table_and_friends_the_name(
    alice: Player, bob: Player, charlie: Player, crew: Crew, signed_in: SignedIn
) -> None:
    counted_race([40, 20], [alice, bob], crew=crew)
    for client in (Client(), signed_in(charlie)):
        assert lines(client) == ["1 someone from Aurora 40", "2 someone from Aurora 20"]
        assert lines(client, "?board=wins") == ["1 someone from Aurora 1"]
        assert "Alice" not in client.get(BOARD).text
    assert lines(signed_in(bob)) == ["1 Alice 40", "2 Bob 20"]
    counted_race([10, 5], [alice, BOT])
    assert lines(Client(), "?board=wins") == ["1 Alice 2"]


def test_a_clubs_people_read_each_other_and_filter_by_it(
    alice: Player, bob: Player, olga: Player, crew: Crew, club: Club, signed_in: SignedIn
) -> None:
    counted_race([40, 20], [alice, bob], crew=crew)
    assert lines(signed_in(olga), f"?club={club.slug}") == ["1 Alice 40", "2 Bob 20"]
    assert ClubMember.objects.filter(player=olga).exists()
    assert len(lines(Client(), f"?club={club.slug}", status=422)) == 2


def test_pages_follow_one_another(db: None) -> None:
    for number in range(30):
        counted_race([60 - number, 1], [Player.objects.create(name=f"P{number}"), BOT])
    first = Client().get(BOARD).context["board"]
    assert (len(first.entries), first.people, first.before) == (25, 30, None)
    assert lines(Client(), f"?after={first.after}") == [f"{n + 1} P{n} {60 - n}" for n in range(25, 30)]


def test_the_list_names_scenarios_and_how_often_they_were_raced(races: None) -> None:
    response = Client().get("/leaderboards/?game=deep-blue")
    assert [(row.name, row.races, row.best) for row in response.context["scenarios"]] == [
        ("Troubled Waters", 4, 60),
        ("Storm Ahead", 1, 90),
    ]
    assert not response.context["overviews"]
    assert not Client().get("/leaderboards/?game=planet-nine").context["scenarios"]


def test_records_for_the_page_of_a_scenario(races: None) -> None:
    records = race_records("troubled-waters")
    assert [(one.measure.value, one.value, one.name) for one in records] == [
        ("points", 60, "Bob"),
        ("margin", 20, "Alice"),
        ("wins", 2, "Charlie"),
    ]
    assert race_records("reefs-ahead") == ()
    assert Stage.objects.count() == 0


def leads(query: str = "") -> str:
    """Return the first view of the board: its figure and who leads."""
    found = re.search(r'<p class="leads">(.*?)</p>', Client().get(f"{BOARD}{query}").text, re.DOTALL)
    return " ".join(strip_tags(found[1]).split()) if found else ""


def test_the_first_view_says_who_leads_with_what(races: None) -> None:
    assert leads() == "60 points Bob leads"
    assert leads("?board=margin") == "+20 widest margin Alice leads"
    assert leads("?board=wins") == "2 races won Charlie leads"
    assert leads("?players=5") == ""
