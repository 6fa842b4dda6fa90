"""The companion on a phone: its clock and tally survive a reload, and it works without a script."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit

PHONE = 360
TIMED = "/companion/deep-sea/14/?players=4&seed=evening"


def left(page: Page) -> int:
    minutes, seconds = page.get_by_role("timer").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_tasks_are_drawn_in_two_taps_and_stay(visit: Visit) -> None:
    page = visit("/missions/deep-sea/7/", width=PHONE)
    page.get_by_role("link", name="Use at your own table").click()
    page.get_by_role("link", name="3 players").click()
    tasks = page.locator(".companion__tasks")
    drawn = tasks.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    page.reload()
    assert tasks.inner_text() == drawn
    other = visit(page.url, width=PHONE)
    assert other.locator(".companion__tasks").inner_text() == drawn
    seed = page.url
    page.get_by_role("link", name="Draw again").click()
    page.wait_for_url(lambda url: url != seed)


def test_the_clock_runs_on_while_nobody_looks(visit: Visit) -> None:
    page = visit(TIMED, width=PHONE)
    assert left(page) == 210
    page.clock.install()
    page.reload()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("The clock is running.")).to_be_visible()
    page.clock.fast_forward(60_000)
    assert 145 <= left(page) <= 150
    page.reload()
    assert 140 <= left(page) <= 150
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    page.get_by_role("button", name="Stop").click()
    stood = left(page)
    page.clock.fast_forward(60_000)
    assert left(page) == stood
    page.get_by_role("button", name="Start").click()
    page.clock.fast_forward(200_000)
    assert left(page) == 0
    expect(page.get_by_text("Time’s up.")).to_be_visible()
    page.get_by_role("button", name="Reset").click()
    assert left(page) == 210


def test_the_tally_stays_on_this_device(visit: Visit) -> None:
    page = visit(TIMED, width=PHONE)
    for _twice in range(2):
        page.get_by_role("button", name="Add a failed attempt").click()
    page.reload()
    expect(page.get_by_text("2 failed attempts.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("One failed attempt.")).to_be_visible()


def test_without_script_the_minutes_are_told(visit: Visit) -> None:
    page = visit(TIMED, width=PHONE, java_script_enabled=False)
    expect(page.get_by_text("You have 3:30 minutes")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_have_count(0)
    expect(page.get_by_text("keep count on paper")).to_be_visible()
