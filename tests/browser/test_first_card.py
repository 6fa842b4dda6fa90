"""From an empty browser to the first own cards: one press, no field, on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from logbook.tables.models import Table
from logbook.tables.services import attempts
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import Visit


def test_one_press_deals_and_a_name_is_asked_for_after_the_end(visit: Visit) -> None:
    page = visit(width=360)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".hand .card")).to_have_count(10)
    expect(page.locator(".guest-offer")).to_be_hidden()
    assert overflow(page) == 0
    table = Table.objects.select_related("opened_by").get()
    attempts.abandon_attempt(table_id=table.pk, player=table.opened_by, seen=table.version)
    expect(page.locator(".guest-offer")).to_be_visible()
    page.get_by_label("Your name:").fill("Zoé")
    page.get_by_role("button", name="Save name").click()
    expect(page.get_by_text("Others now see you as Zoé.")).to_be_visible()
    assert overflow(page) == 0
