"""Four phones at a real table enter their hands and read the answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from logbook.typed_deals.models import TypedDeal
from logbook.typed_deals.services import answers
from tests.browser.accessibility_scenes import violations
from tests.browser.conftest import Visit
from tests.typed_deals.scenes import dealt, hands_of, sharing_of, tasks_of

pytestmark = pytest.mark.slow

PHONE = {"width": 360, "height": 640}
"""The screen of a small phone."""


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def tap_hand(page: Page, address: str, seat: int, cards: list[str]) -> None:
    """Tap a hand on the grid, from the page that everyone shares."""
    page.goto(address)
    page.locator(".typed-seats li").nth(seat).get_by_role("link").click()
    for card in cards:
        page.locator(f'input[value="{card}"]').check()
    assert fits(page)
    assert page.evaluate("getComputedStyle(document.querySelector('.typed-done__count'), '::before').content") != "none"
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".typed-count")).to_be_visible()


def enter_tasks(page: Page, tasks: list[str], owners: list[int]) -> None:
    page.get_by_role("link", name="Enter the tasks").click()
    for row, (task, owner) in enumerate(zip(tasks, owners, strict=True), 1):
        page.locator(f"#task-{row}").select_option(task)
        page.locator(f"#owner-{row}").select_option(str(owner))
    assert fits(page)
    page.get_by_role("button", name="Done").click()


def test_four_phones_learn_whether_it_could_be_won(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    # The test itself is the worker: the tests' queue would work out everything within the press.
    monkeypatch.setattr("logbook.lib.queue.later", lambda *_call, **_options: None)
    state = dealt()
    pages = [visit("/could-we-have-won/", viewport=PHONE, has_touch=True) for _phone in range(4)]
    pages[0].get_by_label("Mission", exact=True).select_option("planet-nine 4")
    pages[0].get_by_role("button", name="Enter the hands").click()
    expect(pages[0].locator(".typed-qr svg")).to_be_visible()
    address = pages[0].locator("#address").input_value()
    assert violations(pages[0]) == []
    for seat, hand in enumerate(hands_of(state)[:-1]):
        tap_hand(pages[seat], address, seat, hand)
    enter_tasks(pages[0], tasks_of(state), sharing_of(state))
    pages[3].goto(address)
    expect(pages[3].locator(".typed-count")).to_have_text("3 of 4 hands are in")
    pages[0].get_by_role("button", name="The round is over").click()
    # The second phone hears of it by itself.
    pages[1].get_by_role("button", name="Agree: the round is over").click()
    expect(pages[1].get_by_text("The answer is coming.")).to_be_visible()
    deal = TypedDeal.objects.get()
    answers.answer_step(deal_id=deal.pk, steps=0)
    expect(pages[1].get_by_text("Yes, this round could be won.")).to_be_visible()
    expect(pages[3].get_by_text("Yes, this round could be won.")).to_be_visible()
    assert all(map(fits, pages))
    pages[3].get_by_role("link", name="Show a winning line").click()
    expect(pages[3].locator(".open-hand")).to_have_count(4)
    assert fits(pages[3])


def test_a_hand_is_entered_by_keyboard(visit: Visit) -> None:
    page = visit("/could-we-have-won/", width=320)
    page.get_by_label("Mission", exact=True).select_option("planet-nine 4")
    page.get_by_role("button", name="Enter the hands").click()
    page.get_by_role("link", name="Enter the hand: Player 1").click()
    assert fits(page)
    assert violations(page) == []
    page.locator("#name").fill("Anna")
    for _card in range(10):
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
    assert page.locator(".typed-grid :checked").count() == 10
    page.locator("#name").press("Enter")
    expect(page.locator(".typed-count")).to_have_text("1 of 4 hands are in")
    expect(page.get_by_text("Anna")).to_be_visible()
