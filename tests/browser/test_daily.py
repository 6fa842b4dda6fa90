"""The deal of the day in the browser: one press, a try, the same cards again, and a text to share."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from logbook.daily.models import DailyDeal
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.daily.scenes import unproven_deal


@pytest.fixture
def deal(transactional_db: None) -> DailyDeal:
    return unproven_deal(timezone.now().date())


def test_one_press_leads_to_the_shared_text(deal: DailyDeal, visit: Visit) -> None:
    page = visit("/daily/", width=360, permissions=["clipboard-read", "clipboard-write"])
    expect(page.locator("[data-left]").first).to_contain_text("left")
    assert page.locator(".panel").first.get_by_text(re.compile("left|until|Closes")).count() == 1
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".hand .card")).to_have_count(10)
    cards = page.locator(".hand .card").evaluate_all("all => all.map((one) => one.outerHTML)")
    page.get_by_text("Give up").first.click()
    page.locator("form[action$='abandon/'] button").last.click()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".hand .card")).to_have_count(10)
    again = page.locator(".hand .card").evaluate_all("all => all.map((one) => one.outerHTML)")
    assert len(set(cards)) == 10
    assert again == cards
    page.goto("/daily/")
    expect(page.get_by_role("link", name="Play on")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[1:3] == ["Not solved in 1 try", "1 🟥⬜⬜ not won"]
    shared = lines[3].split("/", 3)[3]
    assert [*violations(page), *sideways(page)] == []
    page.goto(f"/{shared}")
    expect(page.get_by_role("link", name="Your result")).to_be_visible()
    assert [*violations(page), *sideways(page)] == []
    page.goto(f"/daily/{deal.date}/planet-nine/")
    assert [*violations(page), *sideways(page)] == []
    page.goto("/daily/calendar/")
    assert [*violations(page), *sideways(page)] == []


def test_the_page_of_the_day_works_without_scripts_and_in_french(deal: DailyDeal, visit: Visit) -> None:
    page = visit("/daily/", width=360, java_script_enabled=False, locale="fr-FR", color_scheme="dark")
    expect(page.get_by_role("heading", name="Donne du jour", level=1)).to_be_visible()
    page.get_by_role("button", name="Jouer", exact=True).click()
    expect(page.locator(".hand .card")).to_have_count(10)
