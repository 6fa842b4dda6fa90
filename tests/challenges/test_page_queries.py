"""Queries of pages that list crews: as many for twice the rows."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player
from tests.challenges.conftest import play
from tests.challenges.scenes import NOON, table_of
from tests.conftest import SignedIn, person

pytestmark = pytest.mark.django_db

PAGES = {
    "challenge": ("challenge", ()),
    "challenge-desk": ("challenge-desk", ()),
    "challenge-accesses": ("challenge-accesses", ()),
    "traveller": ("traveller", (1, 1)),
    "tree": ("tree", (1, 1)),
}
CLUB_PAGES = ("club", "club-standings", "club-news", "season-list", "club-head-to-head")
OTHER_PAGES = (
    "/",
    "/challenges/",
    "/clubs/",
    "/crews/",
    "/leaderboards/",
    "/leaderboards/planet-nine/1/",
    "/messages/",
)


def add_crews(challenge: Challenge, names: str) -> None:
    """Let a crew of each name, in the club, win the first deal at once or lose it."""
    for number, name in enumerate(names):
        player = person(f"Player {name}")
        crew = Crew.objects.create(name=f"Crew {name}", slug=f"crew-{name.lower()}")
        CrewMember.objects.create(crew=crew, player=player, role=CrewMember.Role.FOUNDER)
        ClubCrew.objects.create(club=challenge.club, crew=crew)
        play(table_of(challenge, crew, player), player, "wlW"[number % 3])


def addresses(challenge: Challenge, club: Club) -> list[str]:
    return [
        *(reverse(name, args=(challenge.pk, *rest)) for name, rest in PAGES.values()),
        *(reverse(name, args=(club.slug,)) for name in CLUB_PAGES),
        *OTHER_PAGES,
    ]


@pytest.mark.parametrize("state", ["open", "closed"])
def test_pages_ask_no_more_for_twice_the_crews(
    running: Challenge, club: Club, alice: Player, signed_in: SignedIn, state: str
) -> None:
    browser = signed_in(alice)
    asked: list[dict[str, int]] = []
    for names in ("ABCD", "EFGHIJ"):
        with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
            add_crews(running, names)
            Challenge.objects.filter(pk=running.pk).update(state=state)
            asked.append({})
            for address in addresses(running, club):
                browser.get(address)  # What is read once a process is read now.
                with CaptureQueriesContext(connection) as queries:
                    page = browser.get(address)
                assert page.status_code in (200, 404), address
                asked[-1][address] = len(queries)
            Challenge.objects.filter(pk=running.pk).update(state="open")
    assert {address: (few, asked[1][address]) for address, few in asked[0].items() if asked[1][address] > few} == {}
