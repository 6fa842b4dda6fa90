"""Lists of a large club: fifty lines a page, and the reader's own crew on every page."""

from __future__ import annotations

import re

import pytest

from logbook.challenges.models.challenges import Challenge, Standing
from logbook.clubs.models import Club, ClubCrew, ClubMember
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.conftest import SignedIn, person

pytestmark = pytest.mark.django_db

MANY = 120


@pytest.fixture
def large(running: Challenge, club: Club, crew: Crew) -> Challenge:
    """A closed challenge that 120 crews have played; Aurora is the last of them."""
    Standing.objects.filter(challenge=running).delete()
    for number in range(MANY):
        other = Crew.objects.create(name=f"Crew {number:03}", slug=f"crew-{number}") if number < MANY - 1 else crew
        ClubCrew.objects.get_or_create(club=club, crew=other)
        values = {"rank": number + 1, "stages_won": 1, "score": number + 1, "attempts": 1, "distress": 0}
        Standing.objects.create(challenge=running, crew=other, **values)
    Challenge.objects.filter(pk=running.pk).update(state=Challenge.State.CLOSED)
    return running


def listed(page: str, section: str) -> list[str]:
    """Return the crews in a section of the page, by its heading's id."""
    return re.findall(r"Crew \d{3}|Aurora", page.partition(f'id="{section}"')[2].partition("</section>")[0])


def test_standings_have_pages_and_show_the_own_crew_on_each(
    large: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    browser, address = signed_in(alice), f"/challenges/{large.pk}/"
    first = browser.get(address).content.decode()
    assert listed(first, "standings") == [*(f"Crew {n:03}" for n in range(50)), "Aurora"]
    assert 'href="?standings=2#standings"' in first
    last = browser.get(f"{address}?standings=3").content.decode()
    assert listed(last, "standings") == [*(f"Crew {n:03}" for n in range(100, MANY - 1)), "Aurora"]
    assert "Page 3 of 3" in last
    assert browser.get(f"{address}?standings=99").content.decode().count("Page 3 of 3") == 1, "the last page there is"


def test_crews_of_a_club_have_pages_with_the_own_crew_first(
    large: Challenge, club: Club, alice: Player, signed_in: SignedIn
) -> None:
    browser = signed_in(alice)
    first = listed(browser.get(f"/clubs/{club.slug}/").content.decode(), "club-crews")
    second = listed(browser.get(f"/clubs/{club.slug}/?club-crews=2").content.decode(), "club-crews")
    assert first[0] == "Aurora"
    assert set(first).isdisjoint(second)
    assert len(set(first)) == len(set(second)) == 50


def test_members_of_a_club_have_pages(club: Club, alice: Player, signed_in: SignedIn) -> None:
    for number in range(60):
        ClubMember.objects.create(club=club, player=person(f"Member {number:03}"))
    browser, seen = signed_in(alice), set[str]()
    for page in (1, 2):
        text = browser.get(f"/clubs/{club.slug}/?club-members={page}").content.decode()
        found = set(re.findall(r"Member \d{3}", text))
        assert found.isdisjoint(seen)
        assert len(found) < 50 or page == 1
        seen |= found
    assert len(seen) == 60
