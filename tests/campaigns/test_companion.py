"""Companion of a real table: draws, clock, tally."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

import games
from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.selectors import companion as selectors
from logbook.campaigns.services import campaigns
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.site.secrecy_scenes import CHANGES_EVERY_TIME

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def address(game: str, mission: str, **asked: object) -> str:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return reverse("companion", args=(game, mission)) + (f"?{query}" if query else "")


def told(page: str) -> str:
    return CHANGES_EVERY_TIME.sub("", page)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("mission", ["1", "7", "22", "30", "40"])
def test_deep_sea_is_drawn_to_the_exact_difficulty_of_the_table(mission: str, players: int) -> None:
    wanted = games.describe(games.Setup("deep-sea", mission, players)).params["difficulty"]
    for seed in ("one", "two", "three"):
        page = selectors.companion("deep-sea", mission, players, seed)
        assert page.difficulty == wanted
        assert page == selectors.companion("deep-sea", mission, players, seed)


def test_planet_nine_draws_its_number_with_its_tokens() -> None:
    page = selectors.companion("planet-nine", "12", 4, "one")
    assert len({task.card for task in page.tasks}) == 4
    assert [task.token for task in page.tasks if task.token] == ["omega"]
    other = selectors.companion("planet-nine", "12", 4, "two")
    assert page.tasks != other.tasks


@pytest.mark.parametrize("game", ["planet-nine", "deep-sea"])
def test_every_mission_of_the_logbooks_has_a_companion(game: str, client: Client) -> None:
    for mission in games.GAMES[game].missions:
        for players in (2, 5):
            assert selectors.companion(game, mission, players, "x").sentences or mission == "1"
    assert client.get(address(game, "20")).status_code == 200


def test_tasks_from_the_captain_lie_face_down_until_turned(client: Client) -> None:
    page = selectors.companion("planet-nine", "20", 4, "x")
    assert all(task.face_down and task.card for task in page.tasks)
    assert client.get(address("planet-nine", "20", players=4, seed="x")).text.count("Turn over task") == 2


@pytest.mark.parametrize(("mission", "tokens"), [("12", True), ("17", False)])
def test_tokens_are_laid_where_the_mission_has_some(client: Client, mission: str, tokens: bool) -> None:
    page = client.get(address("planet-nine", mission, players=4, seed="x")).text
    assert "Find these cards in the small deck" in page
    assert ("place the tokens beside them" in page) is tokens


def test_its_title_is_punctuated_as_french_does(client: Client) -> None:
    page = client.get(address("planet-nine", "17"), headers={"accept-language": "fr"}).text
    assert "<title>À une vraie table : Mission 17" in page


def test_a_draw_is_named_in_the_address_and_stays_the_same(client: Client) -> None:
    bare = client.get(address("deep-sea", "7"))
    assert "companion__card" not in bare.text
    assert told(bare.text) == told(client.get(address("deep-sea", "7")).text)
    drawn = client.get(address("deep-sea", "7", players=3, draw=1))
    assert drawn.status_code == 302
    place = drawn.headers["Location"]
    assert re.search(r"\?players=3&seed=[a-z0-9]{8}$", place)
    assert "draw" not in place
    pages = [told(Client().get(place).text) for _twice in range(2)]
    assert pages[0] == pages[1]
    assert "companion__card" in pages[0]
    assert client.get(address("deep-sea", "7", players=3, draw=1)).headers["Location"] != place


def test_the_clock_is_told_in_words_and_may_be_left_out(client: Client) -> None:
    timed = client.get(address("deep-sea", "14", players=4, seed="x")).text
    assert 'data-seconds="210"' in timed
    assert "You have 3:30 minutes" in timed
    untimed = client.get(address("deep-sea", "14", players=4, seed="x", untimed=1)).text
    assert 'role="timer"' not in untimed
    assert "Play with the clock" in untimed
    assert 'id="clock"' not in client.get(address("deep-sea", "7", players=4, seed="x")).text


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"players": 9}, "The game is for 2 to 5 players."),
        ({"seed": "%3Cscript%3E"}, "Draw again."),
        ({"seed": "x" * 41}, "Draw again."),
    ],
)
def test_what_cannot_be_asked_is_said(client: Client, asked: dict[str, object], sentence: str) -> None:
    page = client.get(address("deep-sea", "7", **asked))
    assert page.status_code == 422
    assert sentence in page.text


@pytest.mark.parametrize(("game", "mission"), [("chess", "1"), ("planet-nine", "51"), ("deep-sea", "nonsense")])
def test_what_does_not_exist_is_not_there(client: Client, game: str, mission: str) -> None:
    assert client.get(address(game, mission)).status_code == 404


def test_a_mission_of_ones_own(client: Client) -> None:
    told = {"game": "deep-sea", "mission": "difficulty=9 currents tasks=T74,T88", "players": "4"}
    answer = client.get(reverse("companion-choose"), told, follow=True)
    assert answer.status_code == 200
    page = selectors.companion("deep-sea", "difficulty=9 tasks=T74,T88 currents", 4, "x")
    assert [task.facts.name for task in page.tasks if task.facts][:2] == ["T74", "T88"]
    assert page.difficulty == 9
    refused = client.get(reverse("companion-choose"), told | {"mission": "tasks=T99"})
    assert refused.status_code == 422
    assert "T99" in refused.text
    assert client.get(reverse("companion-choose")).status_code == 200


def test_a_mission_is_chosen_from_the_list(client: Client) -> None:
    page = client.get(reverse("companion-choose"))
    assert '<option value="deep-sea 7">' in page.text
    answer = client.get(reverse("companion-choose"), {"listed": "deep-sea 7", "players": "3"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/companion/deep-sea/7/")
    nothing = client.get(reverse("companion-choose"), {"listed": "", "players": "3"})
    assert nothing.status_code == 422
    assert "Choose a mission, or write a custom one." in nothing.text


# --- the tally


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")


def test_one_tap_notes_a_failure_in_the_campaign_once(campaign: Campaign, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(bob)
    place = address("planet-nine", "1", players=3, seed="x", campaign=campaign.pk)
    assert place.split("?", maxsplit=1)[0] in client.get(reverse("campaign", args=[campaign.pk])).text
    page = client.get(place).text
    key = re.search(r'name="key" value="([\w-]+)"', page)
    assert key
    for _twice in range(2):
        answer = client.post(place, {"key": key[1]})
        assert (answer.status_code, answer.headers["Location"]) == (303, place + "#count")
    entry = LogEntry.objects.get()
    assert (entry.mission, entry.won, entry.logged_by) == ("1", False, bob)
    assert "1 attempt in the logbook" in client.get(place).text


def test_a_locked_mission_and_a_closed_campaign_are_said(
    campaign: Campaign, alice: Player, signed_in: SignedIn
) -> None:
    client = signed_in(alice)
    refused = client.post(address("planet-nine", "9", campaign=campaign.pk), {"key": str(uuid4())})
    assert refused.status_code == 422
    assert "still locked" in refused.text
    campaigns.close_campaign(campaign_id=campaign.pk, by=alice)
    place = address("planet-nine", "1", campaign=campaign.pk)
    assert "This campaign is closed" in client.get(place).text
    assert client.post(place, {"key": str(uuid4())}).status_code == 409
    assert not LogEntry.objects.exists()


def test_a_strangers_campaign_is_not_there(campaign: Campaign, charlie: Player, signed_in: SignedIn) -> None:
    place = address("planet-nine", "1", campaign=campaign.pk)
    for client in (signed_in(charlie), Client()):
        assert client.get(place).status_code == 404
        assert client.post(place, {"key": str(uuid4())}).status_code == 404
    assert client.post(address("planet-nine", "1"), {"key": str(uuid4())}).status_code == 404
    other = Client()
    assert other.get(address("deep-sea", "1", campaign=campaign.pk)).status_code == 404


def test_the_shared_link_names_no_campaign(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).get(address("planet-nine", "4", players=3, seed="x", campaign=campaign.pk)).text
    shared = re.search(r'id="shared" type="text" readonly\s+value="([^"]+)"', page)
    assert shared
    assert "campaign" not in shared[1]
    assert Client().get(shared[1].replace("&amp;", "&").split("testserver")[1]).status_code == 200


def test_a_race_needs_no_companion(client: Client) -> None:
    assert client.get("/companion/deep-blue/storm-ahead/").status_code == 404
