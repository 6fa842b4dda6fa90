"""Leaderboards of missions: the four boards, their filters and pages, and their numbers of queries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.selectors import boards
from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.leaderboards.test_results import MONDAY, counted

pytestmark = pytest.mark.django_db

BOARD = "/leaderboards/planet-nine/1/"


def lines(client: Client, query: str = "", status: int = 200) -> list[str]:
    """Return the board's rows: rank, name, score."""
    response = client.get(f"{BOARD}{query}")
    assert response.status_code == status
    board = response.context["board"]
    return [f"{line.rank} {line.name} {line.result.score}" for line in board.entries]


@pytest.fixture
def board(crew: Crew, alice: Player, charlie: Player) -> Crew:
    """Aurora won in 2 (and once in 5), Borealis in 1 with distress signal, Charlie with bots in 3; one crew lost."""
    other = Crew.objects.create(name="Borealis", slug="borealis")
    counted("failure", "success", crew=crew)
    counted(*["failure"] * 4, "success", crew=crew, players=3)
    counted("success", crew=other, distress=True, at=MONDAY - timedelta(days=30))
    counted("failure", "failure", "success", seats=(charlie,), players=2)
    counted("failure", crew=other)
    counted("success", crew=crew, mission="2")
    return other


def test_the_best_of_each_crew_ties_sharing_a_rank(board: Crew) -> None:
    assert lines(Client()) == ["1 Aurora 2", "1 Borealis 2", "3 Charlie, Bot 2 3"]


def test_the_filters(board: Crew, club: Club, bob: Player, signed_in: SignedIn) -> None:
    assert lines(Client(), "?players=3") == ["1 Aurora 5"]
    assert lines(Client(), "?since=2026-11-01") == ["1 Aurora 2", "2 Charlie, Bot 2 3"]
    assert lines(signed_in(bob), f"?club={club.slug}") == ["1 Aurora 2"]


@pytest.mark.parametrize("query", ["?players=9", "?since=yesterday", "?club=nowhere"])
def test_a_wrong_filter_is_said(query: str, board: Crew) -> None:
    assert len(lines(Client(), query, status=422)) == 3


def test_a_club_is_a_filter_for_its_people_only(board: Crew, club: Club, charlie: Player, signed_in: SignedIn) -> None:
    for client in (Client(), signed_in(charlie)):
        response = client.get(f"{BOARD}?club={club.slug}")
        assert response.status_code == 422
        assert club.name not in response.text


def test_the_readers_own_line_is_marked(board: Crew, alice: Player, charlie: Player, signed_in: SignedIn) -> None:
    for player, own in ((alice, "Aurora"), (charlie, "Charlie, Bot 2")):
        context = signed_in(player).get(BOARD).context
        assert [line.name for line in context["board"].entries if line.mine] == [own]


@pytest.mark.parametrize("address", ["/leaderboards/chess/1/", "/leaderboards/planet-nine/99/"])
def test_a_mission_that_is_none_has_no_board(address: str) -> None:
    assert Client().get(address).status_code == 404


def test_a_mission_of_ones_own_has_a_board() -> None:
    counted("success", mission="tasks=3 tokens=1,2")
    response = Client().get(reverse("leaderboard", args=("planet-nine", "tokens=1,2 tasks=3")))
    assert len(response.context["board"].entries) == 1
    assert Client().get(reverse("leaderboard-list")).status_code == 200


def test_the_index_lists_missions_won(board: Crew) -> None:
    missions = Client().get(reverse("leaderboard-list")).context["missions"]
    assert [(row.mission, row.best, row.results) for row in missions] == [("1", 2, 4), ("2", 1, 1)]


def test_an_empty_index_teaches_the_next_step() -> None:
    assert reverse("table-new") in Client().get(reverse("leaderboard-list")).text


def test_a_board_takes_few_queries(board: Crew, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(2):
        with django_assert_num_queries(6):  # locks; the page's crews, best runs, seats, winning attempts; where lost
            Client().get(BOARD)
        for number in range(5):
            crew = Crew.objects.create(name=f"More {number}", slug=f"more-{Crew.objects.count()}")
            counted("success", crew=crew)


def test_a_crew_enters_a_clubs_board_when_it_joins(board: Crew, club: Club, bob: Player, signed_in: SignedIn) -> None:
    ClubCrew.objects.create(club=club, crew=board)
    CrewMember.objects.create(crew=board, player=bob)
    assert lines(signed_in(bob), f"?club={club.slug}") == ["1 Aurora 2", "1 Borealis 2"]


# --- the other boards


def shown(client: Client, query: str) -> list[str]:
    """Return the rows of a board as shown: rank, name, and the ranked figure."""
    response = client.get(f"{BOARD}{query}")
    assert response.status_code == 200
    lines = []
    for line in response.context["board"].entries:
        figure = f"{line.wins}/{line.tries}" if line.tries else str(line.result.seconds if line.result else line.streak)
        lines.append(f"{line.rank} {line.name} {figure}")
    return lines


@pytest.fixture
def rivals() -> list[Crew]:
    return [Crew.objects.create(name=name, slug=f"rival-{name}") for name in ("Aurora", "Borealis", "Corona")]


def test_the_fastest_is_by_the_winning_attempt_and_online(rivals: list[Crew]) -> None:
    first, second, third = rivals
    counted("failure", "success", crew=first, took=timedelta(seconds=200))
    counted("success", crew=first, took=timedelta(seconds=300))
    counted("success", crew=second, took=timedelta(seconds=199))
    counted("success", crew=third, took=timedelta(seconds=10), place="table")
    counted("failure", crew=third, took=timedelta(seconds=5))
    assert shown(Client(), "?board=fastest") == ["1 Borealis 199", "2 Aurora 200"]
    assert "3:19" in Client().get(f"{BOARD}?board=fastest").text


def test_who_wins_more_surely_is_ahead_and_too_few_say_nothing(rivals: list[Crew]) -> None:
    first, second, third = rivals
    for _ in range(12):
        counted("success", crew=first)
    for _ in range(60):
        counted("success", crew=second)
    counted("failure", crew=second)
    counted("failure", "success", crew=third)
    counted("success")
    assert shown(Client(), "?board=success") == ["1 Borealis 60/61", "2 Aurora 12/12", "None Corona 1/2"]
    html = Client().get(f"{BOARD}?board=success").text
    assert "Not enough attempts yet" in html
    assert "(91–100)" in html


def test_a_streak_is_of_clean_runs_in_a_row(rivals: list[Crew]) -> None:
    first, second, third = rivals
    for ends, distress in ((("success",), False),) * 3 + ((("failure", "success"), False),) + ((("success",), False),):
        counted(*ends, crew=first, distress=distress)
    for distress in (False, True, False, False):
        counted("success", crew=second, distress=distress)
    counted("failure", crew=third)
    assert shown(Client(), "?board=streak") == ["1 Aurora 3", "2 Borealis 2"]


def test_a_streak_is_of_the_runs_that_pass_the_filters(rivals: list[Crew]) -> None:
    for players, ends in ((4, ("success",)), (3, ("failure", "success")), (4, ("success",))):
        counted(*ends, crew=rivals[0], players=players)
    assert shown(Client(), "?board=streak") == ["1 Aurora 1"]
    assert shown(Client(), "?board=streak&players=4") == ["1 Aurora 2"]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("place=table", ["Borealis"]),
        ("place=online", ["Aurora", "Corona"]),
        ("bots=yes", ["Aurora", "Borealis"]),
        ("bots=no", ["Corona"]),
        ("certified=yes", ["Corona"]),
        ("certified=no", ["Aurora", "Borealis"]),
        ("certified=no&place=online&bots=yes", ["Aurora"]),
        ("certified=yes&place=table", []),
    ],
)
def test_filters_combine_on_every_board(query: str, names: list[str], rivals: list[Crew], club: Club) -> None:
    challenge = club.challenges.create(
        title="Week", players=4, opens_at=MONDAY, closes_at=MONDAY + timedelta(days=7), commitment="-", state="closed"
    )
    stage = challenge.stages.create(number=1, game="planet-nine", mission="1")
    for _ in range(10):
        counted("success", crew=rivals[0])
        counted("success", crew=rivals[1], place="table")
    counted("success", crew=rivals[2], stage=stage, bots=False)
    for measure in ("fewest", "success", "streak"):
        board = Client().get(f"{BOARD}?board={measure}&{query}").context["board"]
        assert sorted(line.name for line in board.entries) == names


def test_a_sealed_deal_is_not_shown_before_the_close(
    rivals: list[Crew], club: Club, alice: Player, signed_in: SignedIn
) -> None:
    challenge = club.challenges.create(
        title="Week", players=4, opens_at=MONDAY, closes_at=MONDAY + timedelta(days=7), commitment="-", state="open"
    )
    CrewMember.objects.create(crew=rivals[0], player=alice)
    counted("success", crew=rivals[0], stage=challenge.stages.create(number=1, game="planet-nine", mission="1"))
    counted("success", crew=rivals[1])
    counted("success", crew=rivals[2], place="table")
    for state, open_to_all in (("open", [False, True, False]), ("closed", [True, True, False])):
        club.challenges.update(state=state)
        lines = signed_in(alice).get(BOARD).context["board"].entries
        assert [line.replay_id is not None for line in lines] == open_to_all


@pytest.mark.parametrize(
    "query",
    [
        *("board=worst", "place=moon", "bots=maybe", "certified=1", "after=x", "after=1", "before=1.2.3"),
        *("after=99999999999999999999.1", "after=²³.1"),
    ],
)
def test_what_no_board_knows_is_said(query: str, board: Crew) -> None:
    response = Client().get(f"{BOARD}?{query}")
    assert response.status_code == 422
    assert "errorlist" in response.text
    assert len(response.context["board"].entries) == 3


# --- pages


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return eleven crews in the board's order, several with equal scores, on pages of three."""
    monkeypatch.setattr(boards, "PAGE", 3)
    for number in range(11):
        crew = Crew.objects.create(name=f"Crew {number:02}", slug=f"crew-{number}")
        for _ in range(2):
            counted(*["failure"] * (number // 4), "success", crew=crew, took=timedelta(seconds=100 + number // 4))
    return [f"Crew {number:02}" for number in range(11)]


@pytest.mark.parametrize("measure", ["fewest", "fastest", "success", "streak"])
def test_pages_follow_one_another_both_ways(measure: str, many: list[str]) -> None:
    if measure in ("success", "streak"):
        for crew in Crew.objects.all():
            for _ in range(10):
                counted("success", crew=crew)
    client, forth, address = Client(), [], f"{BOARD}?board={measure}"
    pages = []
    while address:
        board = client.get(address).context["board"]
        pages.append([(line.rank, line.name) for line in board.entries])
        forth += pages[-1]
        address = f"{BOARD}?board={measure}&after={board.after}" if board.after else ""
    whole = [(rank, name) for rank, name in forth]
    assert sorted(name for _rank, name in whole) == many
    assert [len(page) for page in pages] == [3, 3, 3, 2]
    back = []
    while board is not None:
        back.append([(line.rank, line.name) for line in board.entries])
        before = f"{BOARD}?board={measure}&before={board.before}"
        board = client.get(before).context["board"] if board.before else None
    assert back[::-1] == pages


def test_ranks_are_those_of_the_whole_board_on_every_page(many: list[str]) -> None:
    second = Client().get(BOARD).context["board"].after
    board = Client().get(f"{BOARD}?after={second}").context["board"]
    assert [(line.rank, line.name) for line in board.entries] == [(1, "Crew 03"), (5, "Crew 04"), (5, "Crew 05")]
    assert board.crews == 11


def test_a_link_to_a_page_shows_what_follows_its_line_while_the_board_grows(many: list[str]) -> None:
    address = f"{BOARD}?after={Client().get(BOARD).context['board'].after}"
    before = [line.name for line in Client().get(address).context["board"].entries]
    counted("success", crew=Crew.objects.create(name="New", slug="new"), distress=True)
    counted("success", seats=())
    after = [line.name for line in Client().get(address).context["board"].entries]
    assert before == ["Crew 03", "Crew 04", "Crew 05"]
    assert after == ["Crew 03", "Crew 04", "Crew 05"]


def test_links_to_pages_and_boards_keep_the_filters(many: list[str]) -> None:
    response = Client().get(f"{BOARD}?players=4&bots=yes")
    after = response.context["board"].after
    assert f'href="?players=4&amp;bots=yes&amp;after={after}"' in response.text
    assert 'href="?players=4&amp;bots=yes&amp;board=streak"' in response.text
    last = Client().get(f"{BOARD}?after=3.999999").text
    assert "There’s nothing more on this page" in last


@pytest.mark.parametrize("measure", ["fewest", "fastest", "success", "streak"])
def test_every_board_takes_as_many_queries_whatever_it_shows(
    measure: str, many: list[str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    expected = 6 if measure in ("fewest", "fastest") else 4
    for query in ("", "&players=4&bots=yes&certified=no&place=online&since=2026-01-01", "&before=2100000000.1"):
        with django_assert_num_queries(expected):
            assert Client().get(f"{BOARD}?board={measure}{query}").status_code == 200
