"""The way in: what visitors without an account find in the menu, and what a shared link shows."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew
from logbook.lib.share_picture import SIZE
from logbook.people.models.players import Player
from logbook.people.services import invitations
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def clubs() -> None:
    """A public club and a private one, each with a crew and an open challenge."""
    now = timezone.now()
    for name, public in (("Orbit", True), ("Hideout", False)):
        club = Club.objects.create(name=name, slug=name.lower(), public=public)
        crew = Crew.objects.create(name=f"Crew of {name}", slug=f"crew-{name.lower()}")
        ClubCrew.objects.create(club=club, crew=crew)
        Challenge.objects.create(
            club=club,
            title=f"Week of {name}",
            state=Challenge.State.OPEN,
            opens_at=now - timedelta(days=1),
            closes_at=now + timedelta(days=1),
            players=4,
        )


@pytest.mark.parametrize(
    ("page", "shown", "hidden", "words"),
    [
        ("challenge-list", "Week of Orbit", "Week of Hideout", "every crew of a club plays the same sealed deals"),
        ("club-list", "Orbit", "Hideout", "A club brings crews together"),
        ("crew-list", "Crew of Orbit", "Crew of Hideout", "A crew is the people you play with."),
    ],
)
def test_the_menu_shows_visitors_and_guests_what_is_public(
    page: str, shown: str, hidden: str, words: str, clubs: None, client: Client
) -> None:
    for _ in range(2):
        answer = client.get(reverse(page))
        assert answer.status_code == 200
        assert shown in answer.text
        assert hidden not in answer.text
        assert words in " ".join(answer.text.split())
        client.post(reverse("play-now"))  # From now on a guest.


def test_an_account_still_finds_its_own_there(clubs: None, alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).get(reverse("club-list")).text
    assert "My clubs" in page
    assert "Orbit" not in page


def tags_of(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page))


@pytest.mark.parametrize("page", ["home", "mission-list", "rules", "club-list", "crew-list", "challenge-list", "daily"])
def test_a_shared_link_has_a_title_a_description_and_a_picture(page: str, client: Client) -> None:
    answer = client.get(reverse(page))
    tags, title = tags_of(answer.text), re.search("<title>(.*) · Crewsite</title>", answer.text)
    assert title is not None
    assert tags["og:title"] == title[1]
    assert len(tags["og:description"]) > 40
    assert tags["og:description"] == " ".join(tags["description"].split())
    assert tags["og:url"] == "http://localhost" + reverse(page)
    assert tags["og:image"].startswith("http://localhost/static/")
    found = finders.find("logbook/share.png")
    assert isinstance(found, str)
    assert Path(found).name in tags["og:image"]
    with Image.open(found) as picture:
        assert picture.size == SIZE


def test_a_title_is_escaped_once(client: Client) -> None:
    Club.objects.create(name="Ana & <Bo>", slug="ana-bo", public=True)
    assert 'property="og:title" content="Ana &amp; &lt;Bo&gt;"' in client.get("/clubs/ana-bo/").text


def test_a_mission_and_an_invitation_describe_themselves(client: Client, alice: Player) -> None:
    tags = tags_of(client.get("/missions/planet-nine/1/").text)
    assert "its owner must win the trick" in tags["og:description"].lower()
    table = open_table(alice, mission="3", bots=1, count=4)
    link = invitations.create_invitation(by=alice, table=table)
    tags = tags_of(client.get(reverse("invite", args=(link.token,))).text)
    assert "Alice is saving you a seat: Planet Nine, Mission 3." in tags["og:description"]
