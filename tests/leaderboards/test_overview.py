"""The list of leaderboards: missions by numbers of players, their chances, curves, and the search."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.models.mission_ratings import MissionRating
from logbook.leaderboards.selectors.mission_chances import Chance, MissionPlayers, chances, curve
from logbook.leaderboards.selectors.mission_overview import OverviewCell
from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.leaderboards.scenes import sat, strangers

pytestmark = pytest.mark.django_db

LIST = "/leaderboards/"


def cell(query: str, players: int, mission: str = "30", game: str = "planet-nine") -> OverviewCell:
    """Return the cell of a mission at a number of players."""
    tables = Client().get(f"{LIST}{query}").context["overviews"]
    rows = [row for table in tables if table.game == game for row in table.rows if row.mission == mission]
    found: OverviewCell = next(cell for row in rows for cell in row.cells if cell.players == players)
    return found


def rated(mission: str, players: int, wins: int, rounds: int, game: str = "planet-nine") -> None:
    MissionRating.objects.create(
        game=game, mission=mission, players=players, wins=wins, rounds=rounds, rated_by="careful@1"
    )


def test_who_is_best_at_mission_30_with_four_and_how_hard_is_it(crew: Crew, alice: Player) -> None:
    sat("success", people=(alice, *strangers(3)), crew=crew, mission="30")
    sat("failure", "success", people=strangers(4), mission="30")
    sat("failure", people=strangers(4), mission="30")
    sat("failure", "failure", "success", people=strangers(3), mission="30", players=3)
    rated("30", 4, wins=6, rounds=20)
    four = cell("?q=30", 4)
    assert four.leader is not None
    assert (four.leader.name, four.leader.attempts, four.leader.others) == ("Aurora", 1, 0)
    assert (four.first, four.runs) == (1, 3)
    assert four.chance == Chance(attempts=4, won=2, rounds=20, wins=6)
    page = Client().get(f"{LIST}?q=30")
    assert [row.mission for table in page.context["overviews"] for row in table.rows] == ["30", "30"]
    assert "First attempts: 1 of 3 (33%)" in page.text
    assert "Won: 33% (18–53%), people 2 of 4, bots 6 of 20" in " ".join(page.text.split())
    assert cell("?q=30", 3).leader is not None
    assert cell("?q=30", 2).leader is None


def test_a_tie_for_the_lead_is_counted() -> None:
    for _number in range(3):
        sat("success", people=strangers(4), mission="30")
    leader = cell("", 4).leader
    assert leader is not None
    assert leader.others == 2
    assert "with 2 others" in Client().get(f"{LIST}?q=30").text


def test_bots_rounds_and_peoples_attempts_count_once_each() -> None:
    rated("7", 4, wins=1, rounds=10)
    assert chances()[MissionPlayers("planet-nine", "7", 4)].share == 10
    for _number in range(5):
        sat("success", "success", people=strangers(4), mission="7")
    mixed = chances("planet-nine", "7")[MissionPlayers("planet-nine", "7", 4)]
    assert (mixed.tries, mixed.share) == (15, 40.0)
    assert mixed.difficulty == "medium"
    assert mixed.interval.least < 40 < mixed.interval.most


def test_a_number_finds_the_mission_in_both_games() -> None:
    context = Client().get(f"{LIST}?q=mission+30&players=4").context
    assert [(table.game, [row.mission for row in table.rows], table.players) for table in context["overviews"]] == [
        ("planet-nine", ["30"], (4,)), ("deep-sea", ["30"], (4,)),
    ]  # fmt: skip
    page = Client().get(f"{LIST}?q=99")
    assert "There is no mission 99" in page.text


def found(client: Client, words: str, **wishes: str) -> list[tuple[str, str]]:
    """Return the names and missions of the runs that a search finds, by mission."""
    runs = client.get(LIST, {"q": words, **wishes}).context["search"].runs
    return sorted(((one.name, one.run.mission) for one in runs), key=lambda one: one[1])


def test_the_search_finds_the_runs_of_players_and_crews(crew: Crew, alice: Player) -> None:
    sat("failure", "success", people=(alice, *strangers(3)), crew=crew, mission="30")
    sat("success", people=(alice, *strangers(2)), mission="12", players=3)
    sat("failure", people=(alice, *strangers(1)), mission="13", players=2)
    assert found(Client(), "auro") == [("Aurora", "30")]
    assert found(Client(), "ALICE") == [("Alice, Player 0, Player 1", "12")]
    assert found(Client(), "nobody") == []
    assert reverse("leaderboard", args=("planet-nine", "12")) + "?players=3" in Client().get(LIST, {"q": "alice"}).text


def test_the_search_for_a_name_keeps_to_the_number_of_players(alice: Player) -> None:
    sat("success", people=(alice, *strangers(3)), mission="30")
    sat("success", people=(alice, *strangers(2)), mission="12", players=3)
    assert [mission for _name, mission in found(Client(), "alice")] == ["12", "30"]
    assert [mission for _name, mission in found(Client(), "alice", players="4")] == ["30"]
    assert [mission for _name, mission in found(Client(), "alice", players="3")] == ["12"]
    assert found(Client(), "alice", players="5") == []


READERS = ("nobody", "charlie", "bob", "alice")


@pytest.mark.parametrize(
    ("audience", "sections", "readers"),
    [
        ("everyone", "missions crews", {"nobody", "charlie", "bob", "alice"}),
        ("known", "crews", {"bob", "alice"}),
        ("nobody", "crews", {"alice"}),
        ("everyone", "missions rounds", {"alice"}),
    ],
)
def test_a_name_finds_crews_only_where_the_players_page_shows_them(
    crew: Crew,
    alice: Player,
    bob: Player,
    charlie: Player,
    signed_in: SignedIn,
    audience: str,
    sections: str,
    readers: set[str],
) -> None:
    sat("success", people=(alice, *strangers(3)), crew=crew, mission="30")
    Player.objects.filter(pk=alice.pk).update(page_audience=audience, page_sections=sections)
    clients = dict(zip(READERS, (Client(), signed_in(charlie), signed_in(bob), signed_in(alice)), strict=True))
    assert {name for name, client in clients.items() if found(client, "alice")} == readers
    assert all(found(client, "aurora") == [("Aurora", "30")] for client in clients.values())


def test_a_name_finds_no_crew_that_the_player_left_or_helped(crew: Crew, alice: Player, charlie: Player) -> None:
    Player.objects.update(page_audience="everyone")
    sat("success", people=(alice, charlie, *strangers(2)), crew=crew, mission="30")
    assert found(Client(), "charlie") == []
    assert found(Client(), "alice") == [("Aurora", "30")]
    CrewMember.objects.filter(player=alice).update(left_at=timezone.now())
    assert found(Client(), "alice") == []


@pytest.mark.parametrize("query", [{"q": "x" * 41}, {"players": "9"}])
def test_a_search_that_cannot_be_is_said_and_kept(query: dict[str, str]) -> None:
    response = Client().get(LIST, query)
    assert response.status_code == 422
    assert next(iter(query.values())) in response.text or "2 to 5 players" in response.text


def test_the_curve_shows_each_mission_with_its_interval() -> None:
    for number in range(1, 11):
        rated(str(number), 4, wins=number, rounds=20)
    drawn = curve("planet-nine", 4, chances("planet-nine"))
    assert drawn.text.description == "Bots won 55 of 200 rounds."
    assert [moment.share for moment in drawn.moments[:11]] == [5.0 * number for number in range(1, 11)] + [None]
    assert drawn.is_drawn
    for address in (LIST, reverse("mission-list")):
        page = Client().get(address)
        assert 'id="curve-planet-nine-title"' in page.text
        assert "Bots won 55 of 200 rounds." in page.text


def test_a_board_marks_its_mission_on_the_curve() -> None:
    for number in range(1, 7):
        rated(str(number), 4, wins=number, rounds=8)
    board = Client().get("/leaderboards/planet-nine/3/?players=4").text
    assert board.count('class="plot__own"') == 1
    assert "The ring marks mission 3. Bots won 3 of 8 rounds." in board
    assert (
        "Neither people nor bots have played mission 9 yet."
        in Client().get("/leaderboards/planet-nine/9/?players=4").text
    )


def test_missions_nobody_has_played_are_listed_too() -> None:
    page = Client().get(LIST)
    assert {table.game: len(table.rows) for table in page.context["overviews"]} == {"planet-nine": 50, "deep-sea": 32}
    assert "No run without bots yet" in page.text


def test_the_list_takes_as_many_queries_whatever_it_shows(crew: Crew, alice: Player) -> None:
    sat("success", people=(alice, *strangers(3)), crew=crew)
    client = Client()
    client.get(LIST)
    with CaptureQueriesContext(connection) as few:
        client.get(LIST)
    for mission in ("2", "3", "tasks=3 tokens=1,2"):
        sat("failure", "success", people=strangers(4), mission=mission)
        sat("success", people=strangers(3), mission=mission, players=3)
        sat("success", people=strangers(3), mission=mission)
    with CaptureQueriesContext(connection) as many:
        client.get(LIST)
    assert len(many) == len(few)


def test_the_figures_are_explained_once_and_one_mission_stays_open() -> None:
    explanation = "Who leads: the people who won with the fewest attempts"
    whole, one = (Client().get(address).text for address in (LIST, f"{LIST}?q=30"))
    assert (whole.count(explanation), one.count(explanation)) == (1, 1)
    assert whole.count('<details class="book"') == 2
    assert '<details class="book"' not in one
    assert one.count('<table class="board overview"') == 2
    assert explanation not in Client().get(f"{LIST}?q=99").text
