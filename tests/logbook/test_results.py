"""Results, standings and leaderboards: counted one by one or all at once, they come to the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django.fixtures import DjangoAssertNumQueries

from logbook import tasks
from logbook.models import (
    Attempt,
    Challenge,
    Club,
    ClubCrew,
    Crew,
    CrewMember,
    Player,
    Result,
    Seat,
    Stage,
    Standing,
    Table,
)
from logbook.services import attempts, results
from tests.conftest import SignedIn
from tests.logbook.test_attempts import open_table, started

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 16, 12, tzinfo=UTC)
ENDS = ("success", "failure", "abandoned")
BOARD = "/leaderboards/planet-nine/1/"


def played(
    *ends: str,
    crew: Crew | None = None,
    stage: Stage | None = None,
    mission: str = "1",
    players: int = 4,
    distress: bool = False,
    seats: tuple[Player, ...] = (),
    at: datetime = MONDAY,
) -> Table:
    """A table whose attempts ended so, not counted yet."""
    table = Table.objects.create(game="planet-nine", mission=mission, players=players, crew=crew, stage=stage)
    Seat.objects.bulk_create(
        Seat(
            table=table, number=n, player=seats[n] if n < len(seats) else None, bot="" if n < len(seats) else "careful"
        )
        for n in range(players)
    )
    for number, state in enumerate(ends, start=1):
        Attempt.objects.create(
            table=table, number=number, seed=f"s/{number}", rules=1, state=state, distress=distress, ended_at=at
        )
    return table


def counted(*ends: str, **wishes: object) -> Table:
    table = played(*ends, **wishes)  # type: ignore[arg-type]
    results.result_recompute(table_id=table.pk)
    return table


def snapshot() -> list[list[tuple[object, ...]]]:
    """All that is projected, without the rows' own numbers."""
    rows = [
        Result.objects.order_by("table").values_list("table", "crew", "stage", "won", "attempts", "distress", "score"),
        Standing.objects.order_by("challenge", "crew").values_list(
            "challenge", "crew", "rank", "stages_won", "score", "attempts", "distress"
        ),
    ]
    return [list(found) for found in rows]


@pytest.mark.parametrize(
    ("ends", "distress", "won", "score"),
    [
        (("success",), False, True, 1),
        (("failure", "abandoned", "success"), False, True, 3),
        (("failure", "success"), True, True, 3),
        (("failure", "failure"), True, False, 3),
    ],
)
def test_a_result_counts_as_the_logbook(ends: tuple[str, ...], distress: bool, won: bool, score: int) -> None:
    counted(*ends, distress=distress)
    result = Result.objects.get()
    assert (result.won, result.score, result.attempts) == (won, score, len(ends))


def test_a_running_attempt_counts_for_nothing() -> None:
    counted("playing")
    assert not Result.objects.exists()
    counted("failure", "playing")
    assert Result.objects.get().attempts == 1


def test_counting_twice_is_counting_once() -> None:
    table = counted("failure", "success")
    before = snapshot()
    results.result_recompute(table_id=table.pk)
    assert snapshot() == before


@pytest.fixture
def stages(club: Club) -> list[Stage]:
    challenge = Challenge.objects.create(
        club=club, title="Week", players=4, opens_at=MONDAY, closes_at=MONDAY + timedelta(days=7), seed_hash="-"
    )
    return [
        Stage.objects.create(challenge=challenge, number=number, game="planet-nine", mission=str(number))
        for number in (1, 2)
    ]


PLAYED = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 1)),  # crew, stage
    st.tuples(st.lists(st.sampled_from(["failure", "abandoned"]), max_size=3), st.sampled_from(ENDS), st.booleans()),
    max_size=8,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PLAYED)
def test_one_by_one_and_all_at_once_come_to_the_same(
    stages: list[Stage], plays: dict[tuple[int, int], tuple[list[str], str, bool]]
) -> None:
    for model in (Table, Result, Standing):
        model.objects.all().delete()
    crews = [Crew.objects.get_or_create(slug=f"c{n}", defaults={"name": f"C{n}"})[0] for n in range(4)]
    for (crew, stage), (lost, last, distress) in plays.items():
        counted(*lost, last, crew=crews[crew], stage=stages[stage], distress=distress)
    one_by_one = snapshot()
    Result.objects.all().delete()
    Standing.objects.all().delete()
    call_command("recompute", stdout=StringIO())
    assert snapshot() == one_by_one
    assert len(one_by_one[0]) == len(plays)


# --- leaderboards


def lines(client: Client, query: str = "", status: int = 200) -> list[str]:
    """The board's lines: rank, name, score."""
    response = client.get(f"{BOARD}{query}")
    assert response.status_code == status
    board = response.context["board"]
    return [f"{line.rank} {line.name} {line.score}" for line in board.lines]


@pytest.fixture
def board(crew: Crew, alice: Player, charlie: Player) -> Crew:
    """Aurora won in 2 (and once in 5), Borealis in 1 with distress, Charlie with bots in 3, somebody lost."""
    other = Crew.objects.create(name="Borealis", slug="borealis")
    counted("failure", "success", crew=crew)
    counted(*["failure"] * 4, "success", crew=crew, players=3)
    counted("success", crew=other, distress=True, at=MONDAY - timedelta(days=30))
    counted("failure", "failure", "success", seats=(charlie,), players=2)
    counted("failure", crew=other)
    counted("success", crew=crew, mission="2")
    return other


def test_the_best_of_each_crew_ties_sharing_a_rank(board: Crew) -> None:
    assert lines(Client()) == ["1 Borealis 2", "1 Aurora 2", "3 Charlie, Bot 2 3"]


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
        assert [line.name for line in context["board"].lines if line.mine] == [own]


@pytest.mark.parametrize("address", ["/leaderboards/chess/1/", "/leaderboards/planet-nine/99/"])
def test_a_mission_that_is_none_has_no_board(address: str) -> None:
    assert Client().get(address).status_code == 404


def test_a_mission_of_ones_own_has_a_board() -> None:
    counted("success", mission="tasks=3 tokens=1,2")
    response = Client().get(reverse("leaderboard", args=("planet-nine", "tokens=1,2 tasks=3")))
    assert len(response.context["board"].lines) == 1
    assert Client().get(reverse("leaderboard-list")).status_code == 200


def test_the_index_lists_missions_won(board: Crew) -> None:
    missions = Client().get(reverse("leaderboard-list")).context["missions"]
    assert [(row.mission, row.best, row.results) for row in missions] == [("1", 2, 4), ("2", 1, 1)]


def test_an_empty_index_teaches_the_next_step() -> None:
    assert reverse("table-new") in Client().get(reverse("leaderboard-list")).text


def test_a_board_takes_few_queries(board: Crew, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(2):
        with django_assert_num_queries(4):  # results with crews and tables, seats with players, attempts; where lost
            Client().get(BOARD)
        for number in range(5):
            crew = Crew.objects.create(name=f"More {number}", slug=f"more-{Crew.objects.count()}")
            counted("success", crew=crew)


def test_a_crew_enters_a_clubs_board_when_it_joins(board: Crew, club: Club, bob: Player, signed_in: SignedIn) -> None:
    ClubCrew.objects.create(club=club, crew=board)
    CrewMember.objects.create(crew=board, player=bob)
    assert lines(signed_in(bob), f"?club={club.slug}") == ["1 Borealis 2", "1 Aurora 2"]


def test_the_sweep_counts_what_a_lost_task_left_uncounted(alice: Player) -> None:
    table = open_table(alice, count=2, bots=1)
    attempt = started(table, alice)
    table.refresh_from_db()
    attempts.attempt_abandon(table_id=table.pk, player=alice, seen=table.version)
    assert not Result.objects.filter(table=table).exists(), "the task was never delivered"
    tasks.results_sweep.delay()
    assert not Result.objects.filter(table=table).exists(), "it may still be on its way"
    Attempt.objects.filter(pk=attempt.pk).update(ended_at=timezone.now() - timedelta(minutes=1))
    tasks.results_sweep.delay()
    assert Result.objects.get(table=table).attempts == 1
    assert results.tables_uncounted(before=timezone.now()) == []
