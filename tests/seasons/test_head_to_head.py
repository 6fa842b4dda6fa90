"""Two crews head to head: the deals that both have played, void and corrected ones, merges and races."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.seasons.models.seasons import Season
from logbook.seasons.selectors.head_to_head import HeadToHead, Side, head_to_head
from logbook.tables.models import Attempt
from tests.conftest import SignedIn
from tests.leaderboards.results_scenes import MONDAY
from tests.seasons.standings_scenes import crews, end, season, week

__all__ = ["crews", "season"]
pytestmark = pytest.mark.django_db

PAGE = "/clubs/night-watch/head-to-head/"
PAIR = {"crew": "aurora", "other": "comet"}


@pytest.fixture
def challenge(season: Season, crews: list[Crew]) -> Challenge:
    """Two stages of two attempts each.

    Stage 1: Aurora lost and won, Comet won at once. Stage 2: both won at once, Comet with the distress signal.
    """
    challenge = week(season, 0, stages=2)
    aurora, comet, _dune = crews
    end(challenge, aurora, "failure", "success")
    end(challenge, comet, "success")
    end(challenge, aurora, "success", stage=2)
    end(challenge, comet, "success", stage=2)
    Attempt.objects.filter(table__stage__number=2, table__crew=comet).update(distress=True)
    return challenge


def compared(club: Club, first: Crew, second: Crew) -> HeadToHead:
    results.recompute_everything()
    return head_to_head(club, first, second)


def sides(page: HeadToHead) -> list[tuple[int, int, Side]]:
    return [(deal.stage.number, deal.attempt, deal.better) for deal in page.deals]


def rule(challenge: Challenge, kind: str, **more: Any) -> None:
    Ruling.objects.create(challenge=challenge, kind=kind, reason="Snow", **more)


def test_only_deals_that_both_played_are_compared(club: Club, challenge: Challenge, crews: list[Crew]) -> None:
    page = compared(club, crews[0], crews[1])
    assert sides(page) == [(1, 1, Side.SECOND), (2, 1, Side.FIRST)]
    assert (page.better, page.equal, page.worse, page.won_by_first, page.won_by_second) == (1, 0, 1, 1, 2)
    other_way_round = compared(club, crews[1], crews[0])
    assert sides(other_way_round) == [(1, 1, Side.FIRST), (2, 1, Side.SECOND)]
    assert compared(club, crews[0], crews[2]).deals == ()


def test_deals_that_neither_won_are_equal(club: Club, season: Season, crews: list[Crew]) -> None:
    challenge = week(season, 0)
    for crew, last in ((crews[0], "success"), (crews[1], "failure")):
        end(challenge, crew, "abandoned", last)
    page = compared(club, crews[0], crews[1])
    assert sides(page) == [(1, 1, Side.EQUAL), (1, 2, Side.FIRST)]


def test_challenges_come_latest_first_and_only_closed_ones_count(
    club: Club, season: Season, challenge: Challenge, crews: list[Crew]
) -> None:
    later = week(season, 1)
    for crew in crews[:2]:
        end(later, crew, "success")
    found = compared(club, crews[0], crews[1])
    assert [deal.challenge.title for deal in found.deals] == ["Week 1", "Week 0", "Week 0"]
    for state in ("open", "paused", "cancelled"):
        Challenge.objects.filter(pk=challenge.pk).update(state=state)
        assert [deal.challenge.title for deal in compared(club, crews[0], crews[1]).deals] == ["Week 1"]
    Challenge.objects.filter(pk=later.pk).update(counted_at=None)
    assert compared(club, crews[0], crews[1]).deals == ()


def test_other_clubs_deals_do_not_count(challenge: Challenge, crews: list[Crew]) -> None:
    other = Club.objects.create(name="Other", slug="other")
    assert compared(other, crews[0], crews[1]).deals == ()


@pytest.mark.parametrize("attempt", [1, None])
def test_void_deals_are_listed_and_not_compared(
    attempt: int | None, club: Club, challenge: Challenge, crews: list[Crew]
) -> None:
    rule(challenge, "void", stage=challenge.stages.get(number=2), attempt=attempt)
    page = compared(club, crews[0], crews[1])
    assert sides(page) == [(1, 1, Side.SECOND), (2, 1, Side.LEFT_OUT)]
    assert (len(page.compared), page.left_out) == (1, 1)


def test_deals_of_a_corrected_stage_are_listed_and_not_compared(
    club: Club, challenge: Challenge, crews: list[Crew]
) -> None:
    after = {"won": True, "attempts": 2, "distress": False, "until": 9}
    rule(challenge, "correct", stage=challenge.stages.get(number=1), crew=crews[1], after=after)
    page = compared(club, crews[0], crews[1])
    assert sides(page) == [(1, 1, Side.LEFT_OUT), (2, 1, Side.FIRST)]
    assert page.deals[0].is_corrected


def test_a_merged_entry_is_compared_as_that_of_the_crew_that_remains(
    club: Club, challenge: Challenge, crews: list[Crew]
) -> None:
    aurora, comet, dune = crews
    rule(challenge, "merge", crew=comet, other=dune, after={"counts": "better"})
    assert sides(compared(club, aurora, dune)) == [(1, 1, Side.SECOND), (2, 1, Side.FIRST)]
    assert compared(club, aurora, comet).deals == ()
    assert compared(club, comet, dune).deals == ()


def test_races_are_counted_and_not_compared(
    club: Club, challenge: Challenge, crews: list[Crew], signed_in: SignedIn, alice: Player
) -> None:
    race = Challenge.objects.create(
        club=club, title="Race", players=4, opens_at=MONDAY, closes_at=MONDAY.replace(hour=23), state="closed",
        counted_at=MONDAY, rivals="crew",
    )  # fmt: skip
    for rank, crew in enumerate(crews[:2], start=1):
        row = {"rank": rank, "stages_won": 1, "score": 40, "attempts": 1, "distress": 0}
        Standing.objects.create(challenge=race, crew=crew, **row)
    page = head_to_head(club, crews[0], crews[1])
    assert (len(page.deals), page.races) == (2, 1)
    text = " ".join(signed_in(alice).get(PAGE, PAIR).content.decode().split())
    assert "Both raced in 1 challenge. Races aren’t compared deal by deal." in text


@pytest.mark.parametrize("weeks", [1, 4])
def test_a_comparison_costs_the_same_queries_for_any_number_of_deals(
    weeks: int, club: Club, season: Season, crews: list[Crew], django_assert_num_queries: Any
) -> None:
    for number in range(weeks):
        challenge = week(season, number)
        for crew in crews[:2]:
            end(challenge, crew, "success")
    with django_assert_num_queries(6):
        assert len(head_to_head(club, crews[0], crews[1]).deals) == weeks


# --- pages


def test_the_page_links_every_deals_traveller(
    signed_in: SignedIn, challenge: Challenge, crews: list[Crew], alice: Player
) -> None:
    answer = signed_in(alice).get(PAGE, PAIR)
    text = answer.content.decode()
    for stage in (1, 2):
        address = f"/challenges/{challenge.pk}/deals/{stage}/1/traveller/"
        assert f'href="{address}"' in text
        assert signed_in(alice).get(address).status_code == 200
    assert "1 : 1" in text


@pytest.mark.parametrize(
    ("query", "status", "sentence"),
    [
        ({}, 200, "Two crews on the same cards"),
        ({"crew": "aurora"}, 422, "Choose the other crew."),
        ({"crew": "nobody", "other": "comet"}, 422, "Choose a crew that has played a challenge of this club."),
        ({"crew": "aurora", "other": "aurora"}, 422, "Choose two different crews."),
        (PAIR, 200, "2 deals compared"),
    ],
)
def test_what_the_form_answers(
    query: dict[str, str], status: int, sentence: str, signed_in: SignedIn, challenge: Challenge, alice: Player
) -> None:
    answer = signed_in(alice).get(PAGE, query)
    assert answer.status_code == status
    assert sentence in " ".join(answer.content.decode().split())


def test_crews_without_a_deal_in_common_are_told_so(
    signed_in: SignedIn, season: Season, challenge: Challenge, crews: list[Crew], alice: Player
) -> None:
    other = week(season, 1)
    end(other, crews[2], "success")
    text = signed_in(alice).get(PAGE, {"crew": "aurora", "other": "dune"}).content.decode()
    assert "No deal in common" in text


def test_who_may_read_it(
    client: Client, signed_in: SignedIn, club: Club, challenge: Challenge, alice: Player, charlie: Player
) -> None:
    addresses = (PAGE, "/clubs/night-watch/head-to-head.csv", "/clubs/night-watch/head-to-head.png")
    for address in addresses:
        assert signed_in(alice).get(address, PAIR).status_code == 200
        assert {reader.get(address, PAIR).status_code for reader in (client, signed_in(charlie))} == {404}
    Club.objects.update(public=True)
    assert {client.get(address, PAIR).status_code for address in addresses} == {200}
    assert {client.get(address).status_code for address in addresses[1:]} == {404}


def test_the_table_to_download(signed_in: SignedIn, challenge: Challenge, alice: Player) -> None:
    answer = signed_in(alice).get("/clubs/night-watch/head-to-head.csv", PAIR)
    assert b"".join(answer).decode("utf-8-sig").splitlines() == [
        "Challenge,Stage,Attempt,Mission,Aurora,Comet,Better",
        'Week 0,1,1,"Planet Nine, Mission 1",not won,won,Comet',
        'Week 0,2,1,"Planet Nine, Mission 1",won,won with the distress signal,Aurora',
    ]


def test_no_seed_is_in_any_answer(signed_in: SignedIn, challenge: Challenge, alice: Player) -> None:
    stage = challenge.stages.get(number=1)
    assert f"s{stage.pk}/1" not in signed_in(alice).get(PAGE, PAIR).content.decode()


def test_the_api_lists_the_deals_and_the_standings(client: Client, club: Club, challenge: Challenge) -> None:
    api = "/api/v1/clubs/night-watch/"
    assert client.get(f"{api}standings/").status_code == 404
    Club.objects.update(public=True)
    results.recompute_everything()
    standings = client.get(f"{api}standings/").json()["results"]
    assert {row["crew"]["slug"]: (row["played"], row["percent"]) for row in standings} == {
        "aurora": (1, None), "comet": (1, None),
    }  # fmt: skip
    deals = client.get(f"{api}head-to-head/", PAIR).json()["results"]
    assert [(deal["stage"], deal["won"], deal["won_by_other"], deal["better"]) for deal in deals] == [
        (1, False, True, "second"), (2, True, True, "first"),
    ]  # fmt: skip
    assert client.get(f"{api}head-to-head/").status_code == 422
    assert client.get(f"{api}head-to-head/", {"crew": "aurora", "other": "aurora"}).status_code == 422
