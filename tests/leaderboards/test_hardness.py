"""A mission's page: its difficulty, records and open challenges, and its number of queries."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import DjangoAssertNumQueries

from games.crew.rating import Rating
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards import ranking
from logbook.leaderboards.models.mission_ratings import MissionRating
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.selectors.mission_difficulty import PlayedBy, hardness
from logbook.leaderboards.selectors.records import records
from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.leaderboards.results_scenes import MONDAY, counted
from tests.leaderboards.scenes import live, sat, strangers

pytestmark = pytest.mark.django_db

PAGE = "/missions/planet-nine/1/"
GAME = ("planet-nine", "1")


@given(st.integers(0, 500), st.integers(0, 500))
def test_a_share_lies_where_a_rating_says(wins: int, more: int) -> None:
    share = ranking.interval(wins=wins, tries=wins + more)
    assert tuple(share) == pytest.approx(Rating(wins, wins + more).interval)


@pytest.mark.parametrize(("wins", "tries"), [(0, 0), (0, 50), (9, 9), (3, 9)])
def test_too_few_attempts_expect_nothing(wins: int, tries: int) -> None:
    assert ranking.expectation(wins=wins, tries=tries) is None


def test_attempts_that_never_won_make_a_mission_harder(crew: Crew) -> None:
    for _ in range(5):
        counted("failure", "success", crew=crew)
    before = hardness(*GAME).whole.expected
    assert before is not None
    assert before.attempts == 2.0
    counted("failure", "failure", "abandoned", "failure", "failure")
    after = hardness(*GAME)
    assert after.whole.expected is not None
    assert after.whole.expected.attempts == 3.0
    assert after.whole.expected.least < 3.0 < after.whole.expected.most
    assert after.unfinished == 1


def test_the_plot_is_of_the_attempts_needed(crew: Crew) -> None:
    for ends in (["success"], ["failure", "success"], ["success"], ["failure"], ["failure"] * 14 + ["success"]):
        counted(*ends, crew=crew)
    assert hardness(*GAME).attempts_bars is None, "four wins are too few for a plot"
    counted("success", crew=crew)
    plot = hardness(*GAME).attempts_bars
    assert plot is not None
    assert [(bar.label, bar.count) for bar in plot.bars if bar.count] == [
        ("1", 3), ("2", 1), ("10+", 1), ("not won", 1),
    ]  # fmt: skip
    assert [bar.label for bar in plot.bars if bar.hatched] == ["not won"]


def test_a_run_that_goes_with_its_crew_is_no_longer_counted(crew: Crew) -> None:
    counted("success", crew=crew)
    counted("failure", "success")
    crew.delete()
    Result.objects.get().table.delete()
    assert hardness(*GAME).whole.results == 0


def test_records_are_held_by_the_first_to_reach_them(crew: Crew) -> None:
    other = Crew.objects.create(name="Borealis", slug="borealis")
    live("failure", "success", crew=other, seconds=90)
    for holder in (crew, crew, other):
        sat("success", people=strangers(), crew=holder)
    sat("failure", "success", people=strangers(3), players=3)
    sat("success", people=strangers(3))
    found = [(one.measure.value, one.players, one.name, one.run.attempts, one.others) for one in records(*GAME)]
    assert found == [
        ("fewest", 3, "Player 0, Player 1, Player 2", 2, 0),
        ("fewest", 4, "Aurora", 1, 2),
        ("fastest", 4, "Borealis", 2, 0),
    ]


def test_a_mission_nobody_has_played_says_so(client: Client) -> None:
    html = client.get(PAGE).text
    assert "This mission hasn’t been played yet." in html
    assert "Records" not in html


def test_the_page_says_how_hard_it_is_and_where_to_play(client: Client, crew: Crew) -> None:
    for _ in range(8):
        counted("failure", "success", crew=crew)
    html = client.get(PAGE).text
    assert "<strong>Medium</strong>" in re.sub(r"\s*(</?strong>)\s*", r"\1", html)
    assert "8 of 16 attempts won" in html
    assert "About <strong>2.0</strong> attempts to win" in html
    assert "together: 50% won (95% confidence interval: 28 to 72%)." in " ".join(html.split())
    assert "<title" in html
    assert "Play online" in html
    assert "of 8 and one more" not in html
    counted("failure", crew=crew, mission="2")
    assert "There aren’t enough attempts yet." in client.get("/missions/planet-nine/2/").text


@pytest.mark.parametrize(
    ("won", "lost", "label"),
    [(4, 0, None), (7, 3, "easy"), (69, 31, "medium"), (3, 7, "medium"), (29, 71, "hard"), (0, 5, "hard")],
)
def test_it_is_rated_as_certified_deals_are(won: int, lost: int, label: str | None) -> None:
    assert PlayedBy(players=0, results=won + 1, won=won, attempts=won + lost).chance.difficulty == label


def test_bots_say_how_hard_it_is_before_anybody_plays(client: Client, crew: Crew) -> None:
    for players, wins in ((3, 12), (4, 4)):
        MissionRating.objects.create(
            game="planet-nine", mission="1", players=players, wins=wins, rounds=20, rated_by="careful@1"
        )
    html = " ".join(client.get(PAGE).text.split())
    assert "This mission hasn’t been played yet." in html
    assert "Bots won 16 of 40 rounds." in html
    assert "4/20" in html
    for _ in range(5):
        counted("success", crew=crew)
    rows = {row.players: row for row in hardness(*GAME).by_players}
    assert (rows[4].chance.share, rows[3].chance.share) == (36.0, 60.0)
    assert rows[4].expected is not None
    assert rows[4].expected.attempts == 25 / 9
    html = " ".join(client.get(PAGE).text.split())
    assert "5 of 5 attempts won" in html
    assert "5/5" in html
    board = " ".join(client.get("/leaderboards/planet-nine/1/").text.split())
    assert "Won: 36% (20–55%), people 5 of 5, bots 4 of 20" in board
    assert "How often each mission is won" not in board  # One mission is no curve.


def test_the_page_says_it_once_and_folds_the_details(client: Client, crew: Crew) -> None:
    for _ in range(5):
        counted("success", crew=crew)
    html = client.get(PAGE).text
    assert html.count("5 of 5 attempts won") == 1
    assert "<strong>Easy</strong>" in re.sub(r"\s*(</?strong>)\s*", r"\1", html)
    assert html.index("<summary>Details</summary>") < html.index("Easy: at least 70% of attempts and rounds won")


def test_open_challenges_on_it_are_for_their_clubs(
    club: Club, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    for title, state, mission in (
        ("Open", "open", "1"),
        ("Soon", "scheduled", "1"),
        ("Past", "closed", "1"),
        ("Two", "open", "2"),
    ):
        challenge = Challenge.objects.create(
            club=club, title=title, players=4, opens_at=MONDAY, closes_at=MONDAY + timedelta(days=7), state=state,
            commitment="-",
        )  # fmt: skip
        challenge.stages.create(number=1, game="planet-nine", mission=mission)
        challenge.stages.create(number=2, game="planet-nine", mission=mission)
    listed = signed_in(bob).get(PAGE).context["challenges"]
    assert [challenge.title for challenge in listed] == ["Open", "Soon"]
    for stranger in (Client(), signed_in(charlie)):
        assert stranger.get(PAGE).context["challenges"] == []


def test_the_page_takes_as_many_queries_whatever_was_played(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(3):
        for players in (3, 4, 5):
            live("failure", "success", people=strangers(players), players=players, seconds=60 + number)
            sat("success", people=strangers(players), players=players)
        # Tallies and bots' rounds; records of two boards, their runs and people; where lost.
        with django_assert_num_queries(8):
            client.get(PAGE)
