"""A mission's boards and page on a phone: nothing scrolls sideways, in either language."""

from __future__ import annotations

import pytest

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import sideways
from tests.browser.conftest import Visit
from tests.leaderboards.scenes import live, sat, strangers

PHONE = 360
BOARD = "/leaderboards/planet-nine/30/"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_missions_boards_and_page_fit_a_phone(visit: Visit, crew: Crew, alice: Player, language: str) -> None:
    Player.objects.filter(pk=alice.pk).update(language=language)
    sat("failure", "success", people=(alice, *strangers(3)), crew=crew, mission="30", distress=True)
    for _number in range(12):
        live("failure", "success", seconds=3_725, mission="30", distress=True)
    sat("success", people=strangers(3), mission="30")
    page = visit(BOARD, player=alice, width=PHONE)
    assert page.locator("html").get_attribute("lang") == language
    site = page.url.removesuffix(BOARD)
    addresses = (
        BOARD,
        f"{BOARD}?board=fastest",
        f"{BOARD}?board=bots",
        "/missions/planet-nine/30/",
        "/leaderboards/?q=player",
    )
    found = []
    for address in addresses:
        page.goto(site + address)
        found += sideways(page)
    assert not found
