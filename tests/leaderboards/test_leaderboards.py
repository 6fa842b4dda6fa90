"""Leaderboards of missions: the three boards, their filters and pages, and their numbers of queries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.selectors import boards, pages
from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.leaderboards.results_scenes import MONDAY
from tests.leaderboards.scenes import live, sat, strangers

pytestmark = pytest.mark.django_db

BOARD = "/leaderboards/planet-nine/1/"


def lines(client: Client, query: str = "", status: int = 200) -> list[str]:
    """Return the board's rows: rank, name, attempts, and whether the signal was sent."""
    response = client.get(f"{BOARD}{query}")
    assert response.status_code == status
    board = response.context["board"]
    return [f"{line.rank} {line.name} {line.run.attempts}{'+' if line.run.distress else ''}" for line in board.entries]


@pytest.fixture
def board(crew: Crew, alice: Player, charlie: Player) -> Crew:
    """Aurora won in 2, Borealis in 1 with the signal; Charlie with bots; Aurora with three players in 5."""
    other = Crew.objects.create(name="Borealis", slug="borealis")
    sat("failure", "success", people=(alice, *strangers(3)), crew=crew)
    sat(*["failure"] * 4, "success", people=(alice, *strangers(2)), crew=crew, players=3)
    sat("success", people=strangers(), crew=other, distress=True, at=MONDAY - timedelta(days=30))
    sat("failure", "failure", "success", people=(charlie,))
    sat("failure", people=strangers(), crew=other)
    return other


def test_runs_rank_by_attempts_then_by_the_distress_signal(board: Crew) -> None:
    sat("failure", "success", people=strangers(), distress=True)
    assert lines(Client()) == [
        "1 Borealis 1+", "2 Aurora 2", "3 Player 0, Player 1, Player 2, Player 3 2+",
    ]  # fmt: skip
    assert lines(Client(), "?players=3") == ["1 Aurora 5"]
    assert lines(Client(), "?players=5") == []


def test_equal_runs_share_their_place_whenever_they_were_played(crew: Crew) -> None:
    for name in ("Early", "Late"):
        sat("success", people=strangers(), crew=Crew.objects.create(name=name, slug=name.lower()))
    sat("failure", "success", people=strangers(), crew=crew)
    assert lines(Client()) == ["1 Early 1", "1 Late 1", "3 Aurora 2"]


def test_runs_with_bots_have_a_board_of_their_own(board: Crew) -> None:
    assert lines(Client(), "?board=bots") == ["1 Charlie 3"]


def test_each_filter_leaves_the_runs_that_it_names(
    board: Crew, club: Club, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    assert lines(Client(), "?since=2026-11-01") == ["1 Aurora 2"]
    assert lines(signed_in(bob), f"?club={club.slug}") == ["1 Aurora 2"]
    assert lines(signed_in(alice), "?crew=aurora") == ["1 Aurora 2"]


@pytest.mark.parametrize("query", ["?players=9", "?since=yesterday", "?club=nowhere", "?crew=borealis"])
def test_a_wrong_filter_is_said(query: str, board: Crew) -> None:
    assert len(lines(Client(), query, status=422)) == 2


def test_a_club_is_a_filter_for_its_people_only(board: Crew, club: Club, charlie: Player, signed_in: SignedIn) -> None:
    for client in (Client(), signed_in(charlie)):
        response = client.get(f"{BOARD}?club={club.slug}")
        assert response.status_code == 422
        assert club.name not in response.text


def test_the_readers_own_line_is_marked(board: Crew, alice: Player, charlie: Player, signed_in: SignedIn) -> None:
    for player, query, own in ((alice, "", "Aurora"), (charlie, "?board=bots", "Charlie")):
        context = signed_in(player).get(f"{BOARD}{query}").context
        assert [line.name for line in context["board"].entries if line.mine] == [own]


@pytest.mark.parametrize("address", ["/leaderboards/chess/1/", "/leaderboards/planet-nine/99/"])
def test_a_mission_that_is_none_has_no_board(address: str) -> None:
    assert Client().get(address).status_code == 404
    assert Client().get(f"{address}board.csv").status_code == 404


def test_a_mission_of_ones_own_has_a_board() -> None:
    sat("success", people=strangers(), mission="tasks=3 tokens=1,2")
    response = Client().get(reverse("leaderboard", args=("planet-nine", "tokens=1,2 tasks=3")))
    assert len(response.context["board"].entries) == 1
    assert Client().get(reverse("leaderboard-list")).status_code == 200


def test_a_crew_enters_a_clubs_board_when_it_joins(board: Crew, club: Club, bob: Player, signed_in: SignedIn) -> None:
    ClubCrew.objects.create(club=club, crew=board)
    CrewMember.objects.create(crew=board, player=bob)
    assert lines(signed_in(bob), f"?club={club.slug}") == ["1 Borealis 1+", "2 Aurora 2"]


def test_the_fastest_are_live_rounds_of_people(crew: Crew) -> None:
    live("failure", "success", seconds=200, crew=crew)
    live("success", seconds=199)
    live("success", seconds=10, place="table")
    live("success", seconds=20, people=strangers(3))  # With a bot.
    live("failure", seconds=5)
    sat("success", people=strangers(), took=timedelta(seconds=1))
    html = Client().get(f"{BOARD}?board=fastest")
    assert [line.run.seconds for line in html.context["board"].entries] == [199, 200]
    assert "3:19" in html.text
    assert "from the deal to the last card" in html.text


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("place=table", ["Borealis"]),
        ("place=online", ["Aurora", "Corona"]),
        ("certified=yes", ["Corona"]),
        ("certified=no", ["Aurora", "Borealis"]),
        ("certified=no&place=online", ["Aurora"]),
        ("certified=yes&place=table", []),
    ],
)
def test_filters_combine(query: str, names: list[str], club: Club) -> None:
    challenge = club.challenges.create(
        title="Week", players=4, opens_at=MONDAY, closes_at=MONDAY + timedelta(days=7), commitment="-", state="closed"
    )
    stage = challenge.stages.create(number=1, game="planet-nine", mission="1")
    first, second, third = (Crew.objects.create(name=n, slug=f"{n}-2") for n in ("Aurora", "Borealis", "Corona"))
    sat("success", people=strangers(), crew=first)
    sat("success", people=strangers(), crew=second, place="table")
    sat("success", people=strangers(), crew=third, stage=stage)
    assert sorted(line.name for line in Client().get(f"{BOARD}?{query}").context["board"].entries) == names


def test_a_running_challenge_shows_nothing_on_a_board(
    crew: Crew, club: Club, alice: Player, signed_in: SignedIn
) -> None:
    challenge = club.challenges.create(
        title="Week", players=4, opens_at=MONDAY, closes_at=MONDAY + timedelta(days=7), commitment="-", state="open"
    )
    stage = challenge.stages.create(number=1, game="planet-nine", mission="1")
    sat("success", people=(alice, *strangers(3)), crew=crew, stage=stage)
    assert lines(signed_in(alice)) == []
    assert b"Aurora" not in b"".join(signed_in(alice).get(f"{BOARD}board.csv"))


@pytest.mark.parametrize(
    "query",
    [
        *("board=worst", "place=moon", "certified=1", "after=x", "after=1", "before=1.2.3"),
        *("after=99999999999999999999.1", "after=²³.1"),
    ],
)
def test_what_no_board_knows_is_said(query: str, board: Crew) -> None:
    for address in (BOARD, f"{BOARD}board.csv"):
        response = Client().get(f"{address}?{query}")
        assert response.status_code == 422
        assert "errorlist" in response.text
        assert len(response.context["board"].entries) == 2


def test_a_board_is_a_file_with_all_its_rows(board: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "ROWS_PER_QUERY", 1)
    response = Client().get(f"{BOARD}board.csv?players=4")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    rows = b"".join(response).decode().splitlines()
    assert [row.split(",")[:6] for row in rows[1:]] == [
        ["1", "Borealis", "4", "0", "1", "1"], ["2", "Aurora", "4", "0", "2", "0"],
    ]  # fmt: skip


def test_people_who_removed_their_name_are_someone(alice: Player) -> None:
    table = sat("success", people=(alice, *strangers(1)), players=2)
    table.attempts.get().sittings.filter(number=0).update(player=None)
    assert lines(Client(), "?players=2") == ["1 someone, Player 0 1"]


# --- pages


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return eleven crews in the board's order, several with equal figures, on pages of three."""
    monkeypatch.setattr(pages, "PAGE", 3)
    for number in range(11):
        crew = Crew.objects.create(name=f"Crew {number:02}", slug=f"crew-{number}")
        live(*["failure"] * (number // 4), "success", crew=crew, seconds=100 + number // 4)
    return [f"Crew {number:02}" for number in range(11)]


@pytest.mark.parametrize("measure", ["fewest", "fastest"])
def test_pages_follow_one_another_both_ways(measure: str, many: list[str]) -> None:
    client, forth, address = Client(), [], f"{BOARD}?board={measure}"
    pages = []
    while address:
        board = client.get(address).context["board"]
        pages.append([(line.rank, line.name) for line in board.entries])
        forth += pages[-1]
        address = f"{BOARD}?board={measure}&after={board.after}" if board.after else ""
    assert [name for _rank, name in forth] == many
    assert [rank for rank, _name in forth] == [1] * 4 + [5] * 4 + [9] * 3
    assert [len(page) for page in pages] == [3, 3, 3, 2]
    back = []
    while board is not None:
        back.append([(line.rank, line.name) for line in board.entries])
        before = f"{BOARD}?board={measure}&before={board.before}"
        board = client.get(before).context["board"] if board.before else None
    assert back[::-1] == pages


def test_a_link_follows_its_line_while_the_board_grows(many: list[str]) -> None:
    address = f"{BOARD}?after={Client().get(BOARD).context['board'].after}"
    sat("success", people=strangers(), crew=Crew.objects.create(name="New", slug="new"), distress=True)
    assert [line.name for line in Client().get(address).context["board"].entries] == ["Crew 03", "New", "Crew 04"]


def test_links_to_pages_and_boards_keep_the_filters(many: list[str]) -> None:
    response = Client().get(f"{BOARD}?players=4&place=online")
    after = response.context["board"].after
    assert f'href="?players=4&amp;place=online&amp;after={after}"' in response.text
    assert 'href="?players=4&amp;place=online&amp;board=fastest"' in response.text
    last = Client().get(f"{BOARD}?after=999999999.999999").text
    assert "There’s nothing more on this page" in last


@pytest.mark.parametrize(("measure", "queries"), [("fewest", 10), ("fastest", 10), ("bots", 7)])
def test_every_board_takes_as_many_queries_whatever_it_shows(
    measure: str, queries: int, many: list[str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for query in ("", "&players=4&certified=no&place=online&since=2026-01-01", "&before=2100000000.1"):
        # Numbers of players; the page, its figures, ties, people; bots' rounds, people's attempts; where lost.
        with django_assert_num_queries(queries):
            assert Client().get(f"{BOARD}?board={measure}{query}").status_code == 200
