"""Pages of a crew's campaigns: their contents and their readers."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.campaigns.selectors import campaigns as selectors
from logbook.campaigns.selectors import other_crews
from logbook.campaigns.services import campaigns as campaign_services
from logbook.campaigns.services import entries
from logbook.campaigns.services.entries import Attendee
from logbook.crews.models.crews import Crew
from logbook.crews.services import crews, guests
from logbook.people.models.players import Player
from tests.campaigns.pages_scenes import others
from tests.campaigns.scenes import DAY, add, campaign, filled, media, post
from tests.conftest import Forget, SignedIn

__all__ = ["campaign", "media"]

pytestmark = pytest.mark.once


# --- opening and closing


def test_a_campaign_is_opened_from_the_crews_page(crew: Crew, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(bob)
    address = reverse("campaign-new", args=["aurora"])
    assert address in client.get(reverse("crew", args=["aurora"])).text
    told = {"game": "deep-sea", "name": "Summer", "in_order": "no"}
    answer = client.post(address, told)
    opened = Campaign.objects.get()
    assert answer.headers["Location"] == reverse("campaign", args=[opened.pk])
    assert (opened.game, opened.in_order, opened.opened_by) == ("deep-sea", False, bob)
    assert "Summer" in client.get(reverse("crew", args=["aurora"])).text


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"name": " "}, "Give the campaign a name"),
        ({"name": "x" * 81}, "up to 80 characters"),
        ({"game": "chess"}, "This game isn’t available here."),
        ({"game": ""}, "Choose a game."),
        ({"in_order": "perhaps"}, "played in order"),
    ],
)
def test_a_campaign_that_cannot_be_is_said_at_its_field(
    crew: Crew, alice: Player, signed_in: SignedIn, told: dict[str, str], sentence: str
) -> None:
    whole = {"game": "planet-nine", "name": "Kept", "in_order": "yes"} | told
    page = signed_in(alice).post(reverse("campaign-new", args=["aurora"]), whole)
    assert page.status_code == 422
    assert sentence in page.text
    assert not Campaign.objects.exists()


def test_closing_and_opening_by_page(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    assert client.post(reverse("campaign-turn", args=[campaign.pk, "close"])).status_code == 303
    page = client.get(reverse("campaign", args=[campaign.pk])).text
    assert "This logbook is read-only" in page
    assert "Log an attempt" not in page
    refused = post(client, campaign, note="kept words")
    assert refused.status_code == 409
    assert "This campaign is closed." in refused.text
    assert "kept words" in refused.text
    client.post(reverse("campaign-turn", args=[campaign.pk, "open"]))
    assert "Log an attempt" in client.get(reverse("campaign", args=[campaign.pk])).text
    assert client.post(reverse("campaign-turn", args=[campaign.pk, "burn"])).status_code == 404


# --- the logbook


def test_the_logbook_shows_boxes_sums_and_what_comes_next(
    campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    add(campaign, alice)
    add(campaign, alice, won=True, attendance=[Attendee(alice), Attendee(bob)])
    add(campaign, alice, "2", won=True)
    add(campaign, alice, "3", distress=True)
    page = selectors.campaign_page(campaign)
    assert [(box.mission, box.attempts, box.won) for box in page.boxes[:3]] == [
        ("1", 2, True),
        ("2", 1, True),
        ("3", 1, False),
    ]
    assert (page.score, page.won, page.entries, page.signals) == (3, 2, 4, 1)
    assert (page.streak, page.longest) == (1, 1)
    assert page.boxes[0].names == "Alice, Bob"
    assert page.signal_lies_active
    assert [box.is_locked for box in page.boxes[2:5]] == [False, True, True]
    text = signed_in(bob).get(reverse("campaign", args=[campaign.pk])).text
    assert "Next: mission 3" in text
    assert "The distress signal stays active" in text
    assert "Winter &lt;evenings&gt;" in text
    assert len(re.findall('class="box__number"', text)) == 50


def test_ten_failures_are_noted_in_the_score(campaign: Campaign, alice: Player) -> None:
    for _ in range(11):
        add(campaign, alice)
    page = selectors.campaign_page(campaign)
    assert (page.noted, page.score, page.boxes[0].noted) == (1, 10, True)
    assert page.next_box is not None
    assert page.next_box.mission == "2"


def test_the_next_mission_is_the_services_too(campaign: Campaign, alice: Player, crew: Crew) -> None:
    sea = campaign_services.open_campaign(crew=crew, by=alice, game="deep-sea", name="Sea", in_order=False)
    for number in (*range(1, 33), 34):
        add(sea, alice, str(number), won=True)
    for one in (campaign, sea):
        assert selectors.mission_next(
            one.game, MissionLog.objects.filter(campaign=one)
        ) == campaign_services.next_mission(one)
    page = selectors.campaign_page(sea)
    assert [box.mission for box in page.boxes[32:]] == ["33", "34"]


def test_streaks_are_missions_won_at_once_without_a_signal(campaign: Campaign, alice: Player) -> None:
    for number, (failures, distress) in enumerate([(0, False), (0, False), (1, False), (0, False), (0, True)], 1):
        day = DAY + timedelta(days=number)
        for _ in range(failures):
            add(campaign, alice, str(number), played_on=day)
        add(campaign, alice, str(number), won=True, distress=distress, played_on=day)
    page = selectors.campaign_page(campaign)
    assert (page.streak, page.longest) == (0, 2)


# --- beside other crews


def test_the_median_of_others_leaves_ourselves_out(campaign: Campaign, alice: Player, fresh_cache: Forget) -> None:
    add(campaign, alice, won=True)
    others([2, 2, 3, 9])
    others([1, 1, 1, 1], original=False)
    assert selectors.campaign_page(campaign).against is None, "four are not enough data"
    others([3])
    fresh_cache()
    for whence in ("the database", "the cache"):
        page = selectors.campaign_page(campaign)
        assert page.boxes[0].median == 3, whence
        assert page.against is not None
        assert (page.against.missions, page.against.attempts, page.against.median) == (1, 1, 3)


def test_the_median_is_of_one_game(campaign: Campaign, alice: Player) -> None:
    """The cache of one game is not read for another."""
    others([2, 2, 3, 9, 9])
    assert other_crews.medians_of_others("planet-nine", campaign.crew_id) == {"1": 3}
    assert other_crews.medians_of_others("deep-sea", campaign.crew_id) == {}
    assert other_crews.medians_of_others("planet-nine", campaign.crew_id) == {"1": 3}


@pytest.mark.parametrize(("counts", "middle"), [({1: 1}, 1), ({1: 1, 2: 1}, 1.5), ({1: 2, 5: 1}, 1), ({2: 3, 4: 3}, 3)])
def test_medians(counts: dict[int, int], middle: float) -> None:
    assert other_crews.median(counts) == middle


# --- queries


def test_the_logbook_asks_equally_often_however_much_stands_in_it(
    campaign: Campaign,
    alice: Player,
    bob: Player,
    signed_in: SignedIn,
    fresh_cache: Forget,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client, address = signed_in(bob), reverse("campaign", args=[campaign.pk])
    gus = guests.ensure_guest(crew=campaign.crew, name="Gus")
    for number in range(1, 3):
        add(campaign, alice, str(number), won=True, attendance=[Attendee(alice), Attendee(guest=gus)])
    with django_assert_num_queries(PAGE_QUERIES):
        client.get(address)
    for number in range(3, 20):
        for won in (False, True):
            add(campaign, alice, str(number), won=won, attendance=[Attendee(alice), Attendee(bob), Attendee(guest=gus)])
    fresh_cache()
    with django_assert_num_queries(PAGE_QUERIES):
        client.get(address)


PAGE_QUERIES = 12
"""Session, user, player, campaign; mission logs, all crews, the crew's own part, people; the number of entries, the
latest and their people.
"""


def test_the_other_pages_ask_equally_often(
    campaign: Campaign,
    alice: Player,
    bob: Player,
    signed_in: SignedIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = signed_in(bob)
    for _ in range(9):
        entry = add(campaign, alice, attendance=[Attendee(alice), Attendee(bob)])
    for number in range(6):
        entries.correct_entry(entry_id=entry.pk, by=alice, note=str(number))
    for name, args, most in (
        ("campaign-log", [campaign.pk], 14),
        ("campaign-mission", [campaign.pk, "1"], 11),
        ("campaign-entry", [campaign.pk, entry.pk], 19),
        ("crew", ["aurora"], 12),
    ):
        with django_assert_max_num_queries(most):
            assert client.get(reverse(name, args=args)).status_code == 200


# --- access


PLACES = [
    ("campaign", ()),
    ("campaign-log", ()),
    ("campaign-tally", ()),
    ("campaign-mission", ("1",)),
    ("campaign-entry", (None,)),
    ("campaign-photo", (None,)),
    ("campaign-entry-turn", (None, "remove")),
    ("campaign-turn", ("close",)),
]


@pytest.mark.parametrize(("name", "rest"), PLACES)
def test_a_stranger_finds_nothing(
    campaign: Campaign,
    alice: Player,
    charlie: Player,
    guest: Player,
    signed_in: SignedIn,
    name: str,
    rest: tuple[Any, ...],
) -> None:
    entry = add(campaign, alice)
    address = reverse(name, args=[campaign.pk, *(entry.pk if one is None else one for one in rest)])
    client = signed_in(charlie)
    for answer in (client.get(address), client.post(address, filled())):
        assert answer.status_code in {404, 405}
    for stranger in (Client(), signed_in(guest)):
        assert stranger.get(address).status_code in {302, 405}
    entry.refresh_from_db()
    campaign.refresh_from_db()
    assert (entry.removed_at, campaign.closed_at, LogEntry.objects.count()) == (None, None, 1)


def test_who_left_the_crew_reads_nothing_more(campaign: Campaign, crew: Crew, bob: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(bob), reverse("campaign", args=[campaign.pk])
    assert client.get(address).status_code == 200
    crews.leave_crew(crew=crew, player=bob)
    assert client.get(address).status_code == 404


def test_a_line_is_found_in_its_own_campaign_only(
    campaign: Campaign, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    other = campaign_services.open_campaign(crew=crew, by=alice, game="planet-nine", name="Other")
    entry = add(campaign, alice)
    assert signed_in(alice).get(reverse("campaign-entry", args=[other.pk, entry.pk])).status_code == 404


@pytest.mark.parametrize(
    ("name", "method"), [("campaign", "post"), ("campaign-tally", "get"), ("campaign-mission", "post")]
)
def test_the_wrong_method(campaign: Campaign, alice: Player, signed_in: SignedIn, name: str, method: str) -> None:
    args = [campaign.pk, "1"] if name == "campaign-mission" else [campaign.pk]
    assert getattr(signed_in(alice), method)(reverse(name, args=args)).status_code == 405


def test_a_mission_that_is_none_is_not_there(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    for mission in ("0", "51", "x", "tasks=3"):
        assert signed_in(alice).get(reverse("campaign-mission", args=[campaign.pk, mission])).status_code == 404


def test_a_line_of_a_mission_beyond_the_end_breaks_no_page(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    """Such an entry may date from when the epilogue had no end."""
    sea = campaign_services.open_campaign(crew=crew, by=alice, game="deep-sea", name="Sea")
    entry = LogEntry.objects.create(campaign=sea, mission="300", won=True, played_on=DAY)
    campaign_services.recompute_missions(sea.pk)
    client = signed_in(alice)
    for name, args, status in (
        ("campaign", [], 200),
        ("campaign-log", [], 200),
        ("campaign-entry", [entry.pk], 200),
        ("campaign-print", [], 200),
        ("campaign-mission", ["300"], 404),
        ("campaign-mission", ["9" * 60], 404),
    ):
        assert client.get(reverse(name, args=[sea.pk, *args])).status_code == status
    answer = post(client, sea, mission="9" * 60)
    assert answer.status_code == 422
    assert "This game’s logbook has no mission 99999999999999999999." in answer.text


def test_the_worker_minds_the_campaigns_only(client: Client) -> None:
    answer = client.get(reverse("campaign-worker"))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert reverse("campaign-worker").startswith("/campaigns/")
