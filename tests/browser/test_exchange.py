"""An import on a phone."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import Visit
from tests.exchange.files import bring

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = 360
LONG = "Which of the many missions of the logbook it was, and at which of our many tables we had sat down to play it"
CONTENT = f"{LONG},date,result,people,note\n1,2024-03-01,won,Иван,\n2,2024-03-02,won,Ольга,\n"
FITS = "[...document.querySelectorAll('select')].every(one => one.getBoundingClientRect().right <= innerWidth)"


def test_naming_the_columns_fits_a_phone(visit: Visit, crew: Crew, alice: Player) -> None:
    job = bring(crew, alice, CONTENT.encode("cp1251"), "rows.csv")
    page = visit(f"/imports/{job.pk}/columns/", player=alice, width=PHONE)
    assert overflow(page) == 0
    assert page.evaluate(FITS)
    shown(page, "columns")
    page.get_by_label("Encoding (if letters look wrong)").select_option("cp1251")
    page.get_by_role("button", name="Show the first rows").click()
    page.get_by_role("cell", name="Иван").wait_for()
    page.get_by_label("Mission", exact=True).select_option("0")
    page.get_by_label("Game, if no column names it").select_option("planet-nine")
    page.get_by_role("button", name="Read the file").click()
    page.wait_for_url(f"**/imports/{job.pk}/")
    job.refresh_from_db()
    assert job.encoding == "cp1251"


def test_who_is_who_and_how_it_ended_fit_a_phone(visit: Visit, crew: Crew, alice: Player) -> None:
    unmarked = (
        "<plays><play id='7' date='2024-03-01' quantity='1'><item name='x' objectid='284083'/><comments>M4</comments>"
        "<players><player name='Somebody with a very long name indeed' win='0'/></players></play></plays>"
    )
    job = bring(crew, alice, unmarked.encode(), "plays.xml")
    page = visit(f"/imports/{job.pk}/", player=alice, width=PHONE)
    assert overflow(page) == 0
    assert page.evaluate(FITS)
    shown(page, "ends")
    page.get_by_role("button", name="Import 1 entry").click()
    assert page.url.endswith(f"/imports/{job.pk}/")  # The browser requests the end first.
    page.get_by_label("1 attempt without a marked winner").select_option("won")
    page.get_by_role("button", name="Import 1 entry").click()
    page.get_by_text("1 entry imported").wait_for()


def shown(page: Page, name: str) -> None:
    """Save a screenshot if `SCREENSHOTS` names a folder."""
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
