"""A club's all-time standings: who has played what, places in words, averages from ten challenges on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import translation

from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.seasons.models.scores import DuplicateScore
from logbook.seasons.models.seasons import Season
from logbook.seasons.selectors.club_standings import ClubRow, club_standings, crew_places, crews_ranked
from logbook.seasons.services import standings
from tests.conftest import SignedIn
from tests.leaderboards.results_scenes import MONDAY
from tests.seasons.standings_scenes import crews, end, season, week

__all__ = ["crews", "season"]
pytestmark = pytest.mark.django_db

PAGE = "/clubs/night-watch/standings/"
Play = Callable[..., list[Challenge]]


@pytest.fixture
def play(season: Season, crews: list[Crew]) -> Play:
    """Play so many challenges: the first crew wins at once, the second with two attempts, the third not at all."""

    def played(
        number: int, ends: tuple[tuple[str, ...], ...] = (("success",), ("failure", "success"), ("failure",))
    ) -> list[Challenge]:
        challenges = [week(season, place) for place in range(number)]
        for challenge in challenges:
            for crew, own in zip(crews, ends, strict=False):
                end(challenge, crew, *own)
            standings.recompute_duplicate_scores(challenge_id=challenge.pk)
        return challenges

    return played


def rows(club: Club, *, inside: bool = True) -> dict[str, ClubRow]:
    return {row.crew.name: row for row in club_standings(club, (), inside=inside)}


def test_a_crew_has_an_average_from_ten_challenges_on(club: Club, play: Play, crews: list[Crew]) -> None:
    play(9)
    assert {row.percent for row in rows(club).values()} == {None}
    assert [row.rank for row in rows(club).values()] == [None, None, None]


def test_the_average_and_the_order(club: Club, play: Play) -> None:
    play(10)
    found = list(rows(club).values())
    assert [(row.crew.name, row.rank, float(row.percent or 0)) for row in found] == [
        ("Aurora", 1, 100), ("Comet", 2, 50), ("Dune", 3, 0),
    ]  # fmt: skip
    assert [(row.played, row.scored) for row in found] == [(10, 10)] * 3


def test_places_are_in_words_and_a_crew_without_a_won_stage_has_none(club: Club, play: Play, crews: list[Crew]) -> None:
    play(2)
    found = rows(club)
    assert [str(found[name].best) for name in ("Aurora", "Comet", "Dune")] == ["1st of 3", "2nd of 3", "None"]
    assert [found[name].podiums for name in ("Aurora", "Comet", "Dune")] == [2, 2, 0]
    places = crew_places(club, crews[1], inside=True)
    assert [(row.challenge.title, str(row.place), row.percent) for row in places.challenges] == [
        ("Week 1", "2nd of 3", 50), ("Week 0", "2nd of 3", 50),
    ]  # fmt: skip
    with translation.override("fr"):
        assert str(places.challenges[0].place) == "2e sur 3"


def test_the_best_place_is_the_one_among_more_crews(club: Club, play: Play, season: Season, crews: list[Crew]) -> None:
    play(1)
    alone = week(season, 5)
    end(alone, crews[0], "success")
    assert str(rows(club)["Aurora"].best) == "1st of 3"


def test_only_closed_challenges_with_complete_results_count(club: Club, play: Play) -> None:
    first, second, third = play(3)
    Challenge.objects.filter(pk=first.pk).update(state="open")
    Challenge.objects.filter(pk=second.pk).update(counted_at=None)
    assert rows(club)["Aurora"].played == 1
    Challenge.objects.filter(pk=third.pk).update(state="cancelled")
    assert rows(club) == {}
    assert not crews_ranked(club).exists()


def test_races_have_places_and_no_matchpoints(club: Club, crews: list[Crew]) -> None:
    challenge = Challenge.objects.create(
        club=club, title="Race", players=4, opens_at=MONDAY, closes_at=MONDAY.replace(hour=23), state="closed",
        counted_at=MONDAY, rivals="crew",
    )  # fmt: skip
    Standing.objects.create(challenge=challenge, crew=crews[0], rank=1, stages_won=1, score=40, attempts=1, distress=0)
    row = rows(club)["Aurora"]
    assert (row.played, row.scored, str(row.best)) == (1, 0, "1st of 1")


def test_a_field_of_one_crew_counts_for_no_average(club: Club, play: Play) -> None:
    play(10, (("success",),))
    row = rows(club)["Aurora"]
    assert DuplicateScore.objects.count() == 10
    assert (row.played, row.scored, row.percent) == (10, 0, None)


def test_void_deals_and_corrected_results_count_as_the_director_ruled(
    club: Club, play: Play, crews: list[Crew]
) -> None:
    challenge = play(1)[0]
    stage = challenge.stages.get()
    ruled = {"challenge": challenge, "stage": stage, "reason": "Snow"}
    Ruling.objects.create(
        kind="correct", crew=crews[2], after={"won": True, "attempts": 1, "distress": False, "until": 9}, **ruled
    )
    results.recompute_everything()
    assert str(rows(club)["Dune"].best) == "1st of 3"
    Ruling.objects.create(kind="void", **ruled)
    results.recompute_everything()
    assert rows(club) == {}


def test_a_merged_entry_counts_for_the_crew_that_remains(club: Club, play: Play, crews: list[Crew]) -> None:
    challenge = play(1)[0]
    Ruling.objects.create(challenge=challenge, kind="merge", crew=crews[0], other=crews[2], reason="One crew", after={})
    results.recompute_everything()
    assert {name: str(row.best) for name, row in rows(club).items()} == {"Dune": "1st of 2", "Comet": "2nd of 2"}


def test_crews_that_left_or_merged_keep_their_results_and_say_so(
    club: Club, play: Play, crews: list[Crew], signed_in: SignedIn, alice: Player
) -> None:
    play(1)
    ClubCrew.objects.filter(crew__in=crews[1:]).delete()
    Crew.objects.filter(pk=crews[2].pk).update(became=crews[0])
    found = rows(club)
    assert [found[name].has_left for name in ("Aurora", "Comet", "Dune")] == [False, True, True]
    text = signed_in(alice).get(PAGE).content.decode()
    assert "no longer in the club" in text
    assert "merged into Aurora" in text


def test_recomputing_gives_the_same_rows(club: Club, play: Play) -> None:
    play(10)
    before = club_standings(club, (), inside=True)
    results.recompute_everything()
    assert club_standings(club, (), inside=True) == before


# --- seasons


def test_only_seasons_that_are_over_give_places(club: Club, play: Play, season: Season, crews: list[Crew]) -> None:
    challenge = play(1)[0]
    with time_machine.travel(date(2027, 2, 1)):
        assert rows(club)["Aurora"].best_season is None
    with time_machine.travel(date(2027, 2, 2)):
        assert str(rows(club)["Aurora"].best_season) == "1st of 3"
        (place,) = crew_places(club, crews[1], inside=True).seasons
        assert (place.season, str(place.place), place.total) == (season, "2nd of 3", 50)
        assert rows(club, inside=False)["Aurora"].best_season is None
        assert crew_places(club, crews[1], inside=False).seasons == ()
        Challenge.objects.filter(pk=challenge.pk).update(state="paused")
        assert "Aurora" not in rows(club)
        week(season, 3)
        assert not crew_places(club, crews[1], inside=True).seasons


# --- pages


def test_the_page_opens_to_the_club_and_to_everybody_if_it_is_public(
    client: Client, signed_in: SignedIn, club: Club, play: Play, alice: Player, charlie: Player
) -> None:
    play(1)
    for address in (PAGE, "/clubs/night-watch/standings.csv", "/clubs/night-watch/standings.png"):
        assert signed_in(alice).get(address).status_code == 200
        assert {reader.get(address).status_code for reader in (client, signed_in(charlie))} == {404}
    Club.objects.update(public=True)
    for address in (PAGE, "/clubs/night-watch/standings.csv", "/clubs/night-watch/standings.png"):
        assert client.get(address).status_code == 200
    assert "Best season" not in client.get(PAGE).content.decode()
    assert f'href="{PAGE}"' in client.get("/clubs/night-watch/").content.decode()
    assert f'href="{PAGE}"' in signed_in(alice).get("/clubs/night-watch/").content.decode()


def test_a_crews_places_are_listed_on_request(signed_in: SignedIn, play: Play, alice: Player) -> None:
    play(1)
    text = signed_in(alice).get(PAGE, {"crew": "comet"}).content.decode()
    assert "Comet: all results" in text
    assert "2nd of 3" in text
    assert "Comet: all results" not in signed_in(alice).get(PAGE).content.decode()
    wrong = signed_in(alice).get(PAGE, {"crew": "nobody"})
    assert wrong.status_code == 422
    assert "Choose a crew that has played a challenge of this club." in wrong.content.decode()
    assert "Comet" in wrong.content.decode()


def test_a_dash_has_its_reason(signed_in: SignedIn, play: Play, alice: Player) -> None:
    play(1)
    text = " ".join(signed_in(alice).get(PAGE).content.decode().split())
    assert "1 of 10" in text
    assert "the crew has fewer than 10 challenges with matchpoints" in text


def test_the_table_to_download(signed_in: SignedIn, play: Play, alice: Player) -> None:
    play(10)
    lines = b"".join(signed_in(alice).get("/clubs/night-watch/standings.csv")).decode("utf-8-sig").splitlines()
    assert lines == [
        "Rank,Crew,Challenges played,Average matchpoints in percent,Best rank,Podiums,Best season",
        "1,Aurora,10,100.0,1st of 3,10,",
        "2,Comet,10,50.0,2nd of 3,10,",
        "3,Dune,10,0.0,,0,",
    ]


def test_an_empty_club_says_when_standings_appear(signed_in: SignedIn, club: Club, alice: Player) -> None:
    assert "Standings appear when the first challenge closes." in signed_in(alice).get(PAGE).content.decode()


@pytest.mark.parametrize("number", [1, 5])
def test_the_page_costs_the_same_queries_for_any_number_of_challenges(
    number: int, club: Club, play: Play, crews: list[Crew], django_assert_num_queries: Any
) -> None:
    play(number)
    with django_assert_num_queries(7):
        club_standings(club, (), inside=True)
    with django_assert_num_queries(5):
        crew_places(club, crews[0], inside=True)
