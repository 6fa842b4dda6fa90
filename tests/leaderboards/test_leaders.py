"""The first view of a mission's leaderboard: who leads, and with what."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils.html import strip_tags

from logbook.crews.models.crews import Crew
from logbook.leaderboards.selectors import boards
from tests.leaderboards.test_results import counted

pytestmark = [pytest.mark.django_db, pytest.mark.once]

BOARD = "/leaderboards/planet-nine/1/"


def leads(query: str = "") -> str:
    found = re.search(r'<p class="leads">(.*?)</p>', Client().get(f"{BOARD}{query}").text, re.DOTALL)
    return " ".join(strip_tags(found[1]).split()) if found else ""


@pytest.fixture
def crews() -> list[Crew]:
    return [Crew.objects.create(name=f"Crew {number}", slug=f"crew-{number}") for number in range(5)]


def test_every_board_says_who_leads_with_what(crews: list[Crew]) -> None:
    counted("success", crew=crews[0], took=timedelta(seconds=200))
    counted("failure", "success", crew=crews[1], took=timedelta(seconds=100))
    for _ in range(12):
        counted("success", crew=crews[0], took=timedelta(seconds=300))
    assert leads() == "1 best score Crew 0 leads"
    assert leads("?board=fastest") == "1:40 fastest win Crew 1 leads"
    assert leads("?board=success") == "100% win rate Crew 0 leads"
    assert leads("?board=streak") == "13 clean runs in a row Crew 0 leads"


def test_a_tie_names_three_at_most(crews: list[Crew]) -> None:
    for crew in crews[:2]:
        counted("success", crew=crew)
    assert leads().endswith("Tied for the lead: Crew 0, Crew 1")
    for crew in crews[2:]:
        counted("success", crew=crew)
    assert leads().endswith("Tied for the lead: Crew 0, Crew 1, Crew 2 and others")


def test_too_few_attempts_lead_nowhere(crews: list[Crew]) -> None:
    assert leads() == ""
    counted("failure", "success", crew=crews[0])
    assert leads("?board=success") == ""


def test_only_the_first_page_says_who_leads(crews: list[Crew], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "PAGE", 2)
    for crew in crews:
        counted("success", crew=crew)
    first = Client().get(BOARD).context["board"]
    assert leads() != ""
    assert leads(f"?after={first.after}") == ""
