"""The first view of a mission's leaderboard: who leads, and with what."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from logbook.crews.models.crews import Crew
from logbook.leaderboards.selectors import pages
from tests.leaderboards.scenes import live, sat, strangers

pytestmark = [pytest.mark.django_db, pytest.mark.once]

BOARD = "/leaderboards/planet-nine/1/"


def leads(query: str = "") -> str:
    found = re.search(r'<p class="leads">(.*?)</p>', Client().get(f"{BOARD}{query}").text, re.DOTALL)
    return " ".join(strip_tags(found[1]).split()) if found else ""


@pytest.fixture
def crews() -> list[Crew]:
    return [Crew.objects.create(name=f"Crew {number}", slug=f"crew-{number}") for number in range(5)]


def test_every_board_says_who_leads_with_what(crews: list[Crew]) -> None:
    live("success", crew=crews[0], seconds=200)
    live("failure", "success", crew=crews[1], seconds=100)
    sat("failure", "success", crew=crews[2], people=strangers(3))
    assert leads() == "1 attempt Crew 0 leads"
    assert leads("?board=fastest") == "1:40 fastest round Crew 1 leads"
    assert leads("?board=bots") == "2 attempts Crew 2 leads"


def test_a_tie_names_three_and_counts_the_others(crews: list[Crew]) -> None:
    for crew in crews[:2]:
        sat("success", crew=crew, people=strangers())
    assert leads().endswith("Tied for the lead: Crew 0 and Crew 1")
    for crew in crews[2:]:
        sat("success", crew=crew, people=strangers())
    assert leads().endswith("Tied for the lead: Crew 0, Crew 1, Crew 2 and 2 others")


def test_only_the_first_page_says_who_leads(crews: list[Crew], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PAGE", 2)
    for crew in crews:
        sat("success", crew=crew, people=strangers())
    first = Client().get(BOARD).context["board"]
    assert leads() != ""
    assert leads(f"?after={first.after}") == ""
