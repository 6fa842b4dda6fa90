"""A crew's settings and menu: a founder renames it; crew and club have the same menu."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.exceptions import CrewGone, NotAFounder
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import crews
from logbook.people.models.players import Player
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def settings_of(crew: Crew) -> str:
    return reverse("crew-settings", args=[crew.slug])


def test_a_founder_renames_the_crew_and_its_address_stays(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    page = client.post(settings_of(crew), {"name": "Aurora Polaris"}, follow=True)
    assert page.redirect_chain == [(reverse("crew", args=["aurora"]), 302)]
    assert "Aurora Polaris" in page.text


def test_an_impossible_name_is_said_at_its_field(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).post(settings_of(crew), {"name": ""})
    assert page.status_code == 422
    assert "Give the crew a name." in page.text
    assert "<title>Settings · Aurora" in page.text
    assert Crew.objects.get().name == "Aurora"


def test_other_members_have_the_page_without_the_name(crew: Crew, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(bob)
    page = client.get(settings_of(crew)).text
    assert "Only a founder of the crew can rename it." in page
    assert reverse("crew-leave", args=["aurora"]) in page
    assert client.post(settings_of(crew), {"name": "Bob’s"}).status_code == 403
    assert Crew.objects.get().name == "Aurora"


def test_a_merged_crew_keeps_its_name(crew: Crew, alice: Player, bob: Player) -> None:
    with pytest.raises(NotAFounder):
        crews.rename_crew(crew=crew, by=bob, name="Bob’s")
    Crew.objects.filter(pk=crew.pk).update(became=Crew.objects.create(name="Borealis", slug="borealis"))
    with pytest.raises(CrewGone):
        crews.rename_crew(crew=crew, by=alice, name="Polaris")


def menu(client: Client, address: str) -> list[str]:
    found = re.search(r'<details class="place-menu">.*?</details>', client.get(address).text, re.DOTALL)
    assert found
    return re.findall(r"<a [^>]*>(.*?)</a>", found[0])


def test_crew_and_club_have_the_same_menu(
    crew: Crew, club: Club, olga: Player, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    CrewMember.objects.create(crew=crew, player=olga)
    assert menu(signed_in(olga), reverse("crew", args=["aurora"])) == ["Members", "Import & export", "Settings"]
    assert menu(signed_in(olga), reverse("club", args=[club.slug])) == [
        *("Members", "Invite", "Import & export", "Settings"),
    ]
    assert menu(signed_in(bob), reverse("club", args=[club.slug])) == ["Members", "Import & export"]


def test_the_clubs_members_are_folded(club: Club, alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).get(reverse("club", args=[club.slug])).text
    count = club.members.count()
    fold = re.search(rf"<details><summary>\s*{count} members</summary>.*?</details>", page, re.DOTALL)
    assert fold
    assert "Olga" in fold[0]


# --- a member without a crew


@pytest.fixture
def loner(club: Club, charlie: Player) -> Player:
    club.members.create(player=charlie)
    return charlie


def test_a_member_without_a_crew_can_found_one(running: Challenge, loner: Player, signed_in: SignedIn) -> None:
    client = signed_in(loner)
    page = client.get(reverse("challenge", args=[running.pk])).text
    assert "Create a crew" in page
    assert reverse("crew-new") in page


def test_a_member_with_a_crew_elsewhere_can_bring_it(running: Challenge, loner: Player, signed_in: SignedIn) -> None:
    crews.create_crew(player=loner, name="Zenith")
    page = signed_in(loner).get(reverse("challenge", args=[running.pk])).text
    assert "Bring my crew" in page
    assert reverse("club", args=["night-watch"]) + "#club-crews" in page
