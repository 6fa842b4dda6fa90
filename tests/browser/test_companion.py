"""The companion on a phone: its clock and tally survive a reload, and it works without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from logbook.campaigns.models import LogEntry
from logbook.campaigns.services import campaigns
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import overflow
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
    assert overflow(page) == 0
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


def test_minutes_are_told_without_scripts(visit: Visit) -> None:
    page = visit(TIMED, width=PHONE, java_script_enabled=False)
    expect(page.get_by_text("You have 3:30 minutes")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_have_count(0)
    expect(page.get_by_text("keep count on paper")).to_be_visible()


# --- without a network


def kept(page: Page) -> None:
    """Wait until the worker has the page."""
    page.wait_for_selector(".companion[data-ready]", state="attached")
    page.wait_for_function("() => navigator.serviceWorker.controller?.scriptURL.endsWith('/companion/worker.js')")


@pytest.mark.parametrize("service_workers", ["allow"])
def test_a_visitors_draw_and_clock_go_on_without_a_network(visit: Visit) -> None:
    page = visit(TIMED, width=PHONE)
    kept(page)
    tasks = page.locator(".companion__tasks").inner_text()
    page.get_by_role("button", name="Add a failed attempt").click()
    page.context.set_offline(True)
    page.reload()
    assert page.locator(".companion__tasks").inner_text() == tasks
    expect(page.get_by_text("One failed attempt.")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("The clock is running.")).to_be_visible()
    page.goto(TIMED.replace("evening", "another"))
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


@pytest.mark.parametrize("service_workers", ["allow"])
def test_failures_of_a_campaign_wait_for_the_network(visit: Visit, crew: Crew, alice: Player) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="deep-sea", name="Winter", in_order=False)
    page = visit(f"/companion/deep-sea/7/?players=3&seed=evening&campaign={campaign.pk}", player=alice, width=PHONE)
    kept(page)
    page.get_by_role("button", name="Log a failure").click()
    expect(page.get_by_text("1 attempt in the logbook")).to_be_visible()
    expect(page.get_by_text("Failed attempt logged.")).to_be_visible()
    kept(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("1 attempt in the logbook")).to_be_visible()
    for number in (1, 2):
        page.get_by_role("button", name="Log a failure").click()
        expect(page.locator(".queue__entries li")).to_have_count(number)
    assert overflow(page) == 0
    page.get_by_role("link", name="Log a success").click()
    expect(page.get_by_label("Mission", exact=True)).to_have_value("7")
    page.go_back()
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_text("3 attempts in the logbook")).to_be_visible()
    assert list(LogEntry.objects.values_list("mission", "won")) == [("7", False)] * 3


@pytest.mark.parametrize("service_workers", ["allow"])
def test_a_refused_failure_is_said_on_the_page(visit: Visit, crew: Crew, alice: Player) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="deep-sea", name="Winter", in_order=True)
    page = visit(f"/companion/deep-sea/7/?players=3&campaign={campaign.pk}", player=alice, width=PHONE)
    kept(page)
    page.get_by_role("button", name="Log a failure").click()
    expect(page.get_by_role("alert")).to_contain_text("Mission 7 is still locked.")
    expect(page.locator(".queue__entries li")).to_have_count(0)
