"""Back: what a page has used up is renewed, whether the browser kept the page as it was left, or its files alone."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Playwright, Request, Route, expect
from pytest_django.fixtures import Settings

from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.services import campaigns
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.browser.conftest import SWITCHES, Visit, chromium_path
from tests.browser.play_scenes import act, advice, wait_until
from tests.browser.tabs_scenes import LEFT_AND_BROUGHT_BACK, SOON, act_by_service, begun, play_card

WITHOUT = "--disable-back-forward-cache"
"""Playwright's own switch, by which Chromium keeps no page as it was left."""


@pytest.fixture(autouse=True)
def pages_may_be_kept(settings: Settings) -> None:
    settings.MIDDLEWARE = ["tests.browser.back_scenes.keepable", *settings.MIDDLEWARE]


@pytest.fixture(scope="module", params=["page", "files"])
def kept(request: pytest.FixtureRequest) -> str:
    """What the browser keeps of a page that is left."""
    return str(request.param)


@pytest.fixture(scope="module")
def chromium(playwright: Playwright, kept: str) -> Iterator[Browser]:
    """Yield a browser that keeps pages, or files; the one without windows never keeps pages."""
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium here (apt install chromium)")
    ignored = [WITHOUT] if kept == "page" else []
    browser = playwright.chromium.launch(executable_path=path, args=list(SWITCHES), ignore_default_args=ignored)
    yield browser
    browser.close()


of_kept_pages = pytest.mark.parametrize("kept", ["page"], indirect=True, scope="module")
"""Where the browser keeps files alone, the form comes empty, and pages of people are in no cache."""


@pytest.fixture
def campaign(transactional_db: None, crew: Crew, alice: Player) -> Campaign:
    return campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")


def go_back(page: Page) -> None:
    page.go_back(wait_until="commit")  # A page that was kept loads nothing.
    page.wait_for_function("() => document.readyState === 'complete'")


def was_kept(page: Page) -> bool:
    """Return whether the page is the one with the mark that `leave_a_mark` left."""
    return bool(page.evaluate("window.mark === 1"))


def leave_a_mark(page: Page) -> None:
    page.evaluate("window.mark = 1")


def open_a_table(page: Page) -> str:
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*/")
    return page.url


def test_a_form_that_is_sent_again_after_back_makes_another(visit: Visit, kept: str, alice: Player) -> None:
    page = visit("/tables/", player=alice)
    page.goto("/tables/new/")
    leave_a_mark(page)
    first = open_a_table(page)
    go_back(page)
    assert was_kept(page) == (kept == "page")
    assert open_a_table(page) != first
    assert Table.objects.count() == 2


def test_a_key_that_the_browser_fills_in_is_not_used(visit: Visit, alice: Player) -> None:
    """Firefox fills in hidden fields, too, before it says that the page is shown."""
    page = visit("/tables/new/", player=alice)
    first = open_a_table(page)
    used = "11111111-1111-4111-8111-111111111111"
    fill = f"for (const field of document.querySelectorAll('[name=form_key]')) field.value = '{used}';"
    page.context.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {fill} }})")
    page.goto("/tables/new/")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        assert open_a_table(page) != first
    assert key_in(sent.value) != used


def key_in(request: Request) -> str:
    return parse_qs(request.post_data or "")["form_key"][0]


def test_two_presses_on_one_page_have_one_key(visit: Visit, alice: Player) -> None:
    """Also where the page is shown in full between them, and a third after the page has come back has another."""
    page = visit("/tables/new/", player=alice)
    keys: list[str] = []

    def stopped(route: Route) -> None:
        keys.append(key_in(route.request))
        route.fulfill(status=204)  # The page stays.

    page.route("**/tables/new/", stopped)
    button = page.get_by_role("button", name="Open the table")
    button.click()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))")
    button.click()
    page.evaluate(LEFT_AND_BROUGHT_BACK)
    button.click()
    page.wait_for_function("() => true")
    assert len(keys) == 3
    assert keys[0] == keys[1] != keys[2]


def test_the_log_form_logs_again_after_back(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/", player=alice)
    page.get_by_role("link", name="Log an attempt").first.click()
    page.wait_for_selector("#queue[data-ready]", state="attached")
    page.get_by_role("button", name="Success").click()
    page.wait_for_url(f"**/campaigns/{campaign.pk}/")
    go_back(page)
    page.get_by_role("button", name="Failure").click()
    page.wait_for_url(f"**/campaigns/{campaign.pk}/")
    expect(page.locator("#logbook")).to_be_visible()
    assert LogEntry.objects.count() == 2
    assert len(set(LogEntry.objects.values_list("key", flat=True))) == 2
    assert set(LogEntry.objects.values_list("played_on", flat=True)) == {timezone.localdate()}


@of_kept_pages
def test_the_log_form_that_was_kept_begins_anew(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/", player=alice)
    page.goto(f"/campaigns/{campaign.pk}/log/")
    leave_a_mark(page)
    page.locator("details.fold > summary").click()
    page.locator("[name=note]").fill("Close.")
    page.get_by_role("button", name="Success").click()
    page.wait_for_url(f"**/campaigns/{campaign.pk}/")
    go_back(page)
    assert was_kept(page)
    expect(page.locator("[name=note]")).to_have_value("")
    expect(page.locator("[name=mission]")).to_have_value("2")


@of_kept_pages
def test_what_was_typed_and_not_sent_stays(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/log/", player=alice)
    page.locator("details.fold > summary").click()
    page.locator("[name=note]").fill("Close.")
    page.locator("[name=played_on]").fill("2026-01-02")
    page.goto("/missions/")
    go_back(page)
    expect(page.locator("[name=note]")).to_have_value("Close.")
    expect(page.locator("[name=played_on]")).to_have_value("2026-01-02")


def test_the_tally_counts_again_after_back(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/", player=alice)
    for number in (1, 2):
        page.get_by_role("button", name="Log a failure").click()
        expect(page.locator("#now-tally")).to_contain_text(f"{number} attempt")
        page.goto("/missions/")
        go_back(page)
    assert LogEntry.objects.count() == 2


def test_a_visitor_plays_now_again_after_back(visit: Visit) -> None:
    page = visit("/")
    tables = []
    for _ in range(2):
        page.get_by_role("button", name="Play now").first.click()
        page.wait_for_url("**/tables/*/")
        tables.append(page.url)
        go_back(page)
    assert Table.objects.count() >= 1
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.fixture
def table(site: str, alice: Player, bob: Player, olga: Player) -> Table:
    return begun(alice, bob, olga)


def test_a_table_catches_up_after_back(visit: Visit, table: Table, alice: Player) -> None:
    page = visit(f"/tables/{table.pk}/", player=alice)
    page.goto("/missions/")
    act_by_service(table)
    go_back(page)
    wait_until(page, table.version, SOON)
    play_card(page, table)


def test_an_action_under_way_when_the_page_was_left_blocks_nothing(visit: Visit, table: Table, alice: Player) -> None:
    page = visit(f"/tables/{table.pk}/", player=alice)
    page.route("**/act/", lambda _route: None)  # It is never answered.
    act(page, advice(table, 0))
    page.evaluate(LEFT_AND_BROUGHT_BACK)
    page.unroute("**/act/")
    play_card(page, table)


def test_what_was_open_is_closed(visit: Visit, table: Table, alice: Player) -> None:
    page = visit(f"/tables/{table.pk}/", player=alice, width=360)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("#menu")).to_be_visible()
    page.evaluate(LEFT_AND_BROUGHT_BACK)
    expect(page.locator("#menu")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.evaluate(LEFT_AND_BROUGHT_BACK)
    expect(page.locator("#keys")).to_be_hidden()


@of_kept_pages
def test_a_page_of_somebody_who_has_signed_out_does_not_come_back(visit: Visit, alice: Player) -> None:
    page = visit("/missions/", player=alice)
    page.goto("/clubs/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    go_back(page)
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
