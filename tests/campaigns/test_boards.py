"""Campaign boards: pages, places, the table to download, and the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from logbook.campaigns.models import Campaign, CampaignStanding
from logbook.campaigns.selectors import boards
from logbook.campaigns.selectors.boards import CampaignBoard, Kind
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.campaigns.logbooks import MORNING, by_hand, dealt, opened, ranked
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db

PAGE = "/leaderboards/planet-nine/campaigns/3/"


def logbook(name: str, won: int = 1, score: int | None = None, **more: Any) -> CampaignStanding:
    """Return a logbook of a new crew, as a worker would have ranked it."""
    crew = Crew.objects.create(name=name, slug=name.casefold())
    campaign = Campaign.objects.create(crew=crew, game="planet-nine", name="Winter")
    score = won if score is None else score
    columns: dict[str, Any] = {
        "kind": Kind.PROVEN, "game": "planet-nine", "players": 3, "people": name, "first_at": MORNING,
        "clean_missions": 0, "streak": 0, "ironman": 0, "is_first": True,
    } | more  # fmt: skip
    return CampaignStanding.objects.create(
        campaign=campaign, missions_won=won, score=score, rank_key=score - 1_000_000 * won, **columns
    )


def page(**place: Any) -> CampaignBoard:
    nothing = Campaign.objects.none()
    return boards.campaign_board("planet-nine", 3, Kind.PROVEN, readable=nothing, own=nothing, **place)


def rows(board: CampaignBoard) -> list[tuple[int, str]]:
    return [(entry.rank, entry.name) for entry in board.entries]


def test_missions_won_rank_first_then_the_lower_average_score() -> None:
    for name, won, score in (("A", 2, 5), ("B", 3, 9), ("C", 2, 4), ("D", 2, 4), ("E", 1, 1)):
        logbook(name, won, score)
    assert rows(page()) == [(1, "B"), (2, "C"), (2, "D"), (4, "A"), (5, "E")]


def test_what_has_no_place_is_not_on_the_board() -> None:
    logbook("Nothing won", 0)
    logbook("Second", is_first=False)
    logbook("Undecided", is_first=None)
    logbook("Others", players=4)
    logbook("Deep", game="deep-sea")
    logbook("Hand", kind=Kind.BY_HAND)
    assert page().logbooks == 0


def test_pages_neither_skip_nor_repeat_a_row_and_keep_the_ranks() -> None:
    for number in range(60):
        logbook(f"Crew {number:02}", 10 - number // 7)
    first = page()
    second = page(after=first.after)
    third = page(after=second.after)
    every = rows(first) + rows(second) + rows(third)
    assert [name for _rank, name in every] == [f"Crew {number:02}" for number in range(60)]
    assert [rank for rank, _name in every] == [number // 7 * 7 + 1 for number in range(60)]
    assert (first.before, third.after, third.logbooks) == (None, None, 60)
    assert rows(page(before=third.before)) == rows(second)
    assert rows(page(before=second.before)) == rows(first)
    assert page(before=second.before).before is None


@pytest.mark.parametrize("count", [1, 30])
def test_a_page_costs_the_same_queries_for_any_number_of_logbooks(
    count: int, client: Client, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        logbook(f"Crew {number:02}")
    with django_assert_num_queries(4):
        client.get(PAGE)


def test_the_page_names_crews_and_opens_a_logbook_to_its_crew_alone(
    client: Client, signed_in: SignedIn, alice: Player, bob: Player, charlie: Player, crew: Crew
) -> None:
    campaign = opened(crew, alice)
    people = [alice, bob, charlie]
    dealt(campaign, people)
    ranked(campaign)
    link = reverse("campaign", args=[campaign.pk])
    for reader, opens in ((client, False), (signed_in(charlie), False), (signed_in(alice), True)):
        text = reader.get(PAGE).content.decode()
        assert crew.name in text
        assert (link in text) == opens
        assert not any(player.name in text for player in people if not opens and player != charlie)
    assert f"p{alice.pk} p{bob.pk}" not in signed_in(alice).get(PAGE).content.decode()


def test_what_was_written_by_hand_says_so(client: Client) -> None:
    logbook("Corona", kind=Kind.BY_HAND)
    assert "Corona" not in client.get(PAGE).content.decode()
    text = client.get(PAGE, {"kind": "by-hand"}).content.decode()
    assert "Corona" in text
    assert "The site can’t check what happened at their tables." in text


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (PAGE, 200),
        (PAGE + "?kind=guessed", 422),
        (PAGE + "?after=x", 422),
        (PAGE + "?after=-1.1&kind=by-hand", 200),
        ("/leaderboards/planet-nine/campaigns/6/", 404),
        ("/leaderboards/deep-blue/campaigns/3/", 404),
        ("/leaderboards/whist/campaigns/3/", 404),
        (PAGE + "guessed.csv", 404),
        ("/leaderboards/planet-nine/campaigns/6/proven.csv", 404),
    ],
)
def test_address_of_a_board_is_answered(address: str, status: int, client: Client) -> None:
    assert client.get(address).status_code == status


def test_a_wrong_address_is_answered_with_a_sentence_and_the_board(client: Client) -> None:
    logbook("Corona")
    text = client.get(PAGE, {"kind": "guessed"}).content.decode()
    assert "This leaderboard doesn’t exist." in text
    assert "Corona" in text


def test_the_table_to_download_has_every_row_with_its_rank(client: Client) -> None:
    for number in range(30):
        logbook(f"=Crew {number:02}", 2, 5, clean_missions=1)
    answer = client.get(PAGE + "proven.csv")
    lines = b"".join(answer).decode("utf-8-sig").splitlines()
    assert lines[0] == "Rank,Crew,Missions won,Mean score,Clean missions,Streak,Ironman"
    assert lines[1] == "1,'=Crew 00,2,2.5,1,0,0"
    assert len(lines) == 31


# --- a campaign's page


def test_a_campaign_says_its_place(
    signed_in: SignedIn, alice: Player, bob: Player, charlie: Player, crew: Crew
) -> None:
    logbook("Nova", 7)
    campaign = opened(crew, alice)
    people = [alice, bob, charlie]
    dealt(campaign, people)
    ranked(campaign)
    text = signed_in(alice).get(reverse("campaign", args=[campaign.pk])).content.decode()
    assert "2nd of 2" in text
    assert f'href="{PAGE}"' in text


def test_a_campaign_says_why_it_has_no_place(alice: Player, bob: Player, crew: Crew) -> None:
    first, second, third = (opened(crew, alice) for _number in range(3))
    by_hand(first, [alice, bob])
    by_hand(second, [alice, bob])
    dealt(third, [alice, bob], won=False)
    ranked(first, second, third)
    found = [boards.places_of(campaign)[0] for campaign in (first, second, third)]
    assert [(place.rank, place.is_first) for place in found] == [(1, True), (None, False), (None, True)]
    assert found[1].logbooks == 1


def test_a_logbook_that_does_not_count_says_nothing(signed_in: SignedIn, alice: Player, crew: Crew) -> None:
    campaign = opened(crew, alice)
    ranked(campaign)
    assert "Among all logbooks" not in signed_in(alice).get(reverse("campaign", args=[campaign.pk])).content.decode()


# --- the API


def test_the_api_gives_the_board_page_by_page(client: Client) -> None:
    for number in range(26):
        logbook(f"Crew {number:02}", 2, 3, ironman=1)
    address = "/api/v1/leaderboards/planet-nine/campaigns/3/"
    answer = client.get(address).json()
    assert (answer["kind"], answer["count"], answer["previous"]) == ("proven", 26, None)
    first = answer["results"][0]
    assert (first["rank"], first["name"], first["mean"], first["ironman"]) == (1, "Crew 00", 1.5, 1)
    assert (first["mine"], first["campaign"]) == (False, None)
    rest = client.get(answer["next"]).json()
    assert [row["name"] for row in rest["results"]] == ["Crew 25"]
    assert rest["results"][0]["rank"] == 1
    assert client.get(rest["previous"]).json()["results"] == answer["results"]


@pytest.mark.parametrize(
    ("address", "status"),
    [("planet-nine/campaigns/3/?kind=guessed", 422), ("planet-nine/campaigns/3/?after=x", 422),
     ("planet-nine/campaigns/6/", 404), ("deep-blue/campaigns/3/", 404)],
)  # fmt: skip
def test_a_board_that_the_api_does_not_have(address: str, status: int, client: Client) -> None:
    assert client.get(f"/api/v1/leaderboards/{address}").status_code == status


# --- shared links


def test_a_shared_link_shows_who_leads_and_no_reader(
    client: Client, signed_in: SignedIn, alice: Player, bob: Player, crew: Crew
) -> None:
    campaign = opened(crew, alice)
    dealt(campaign, [alice, bob])
    ranked(campaign)
    address = "/leaderboards/planet-nine/campaigns/2/"
    text = signed_in(alice).get(address).content.decode()
    assert f'content="http://localhost{address}proven.png"' in text
    assert 'content="Planet Nine: logbooks of 2 players"' in text
    pictures = [reader.get(address + "proven.png") for reader in (client, signed_in(alice))]
    assert {answer["Content-Type"] for answer in pictures} == {"image/png"}
    assert pictures[0].content == pictures[1].content
    assert client.get(address + "guessed.png").status_code == 404
