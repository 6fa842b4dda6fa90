"""Without a connection a page says that nothing was sent, and an address shows the page that the worker keeps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from logbook.campaigns.services import campaigns
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.browser.campaigns_scenes import ready
from tests.browser.conftest import Visit, wait_for_promise
from tests.browser.play_scenes import act, advice, people_to_act
from tests.tables.attempts_scenes import open_table, started

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_card_clicked_without_a_connection_stays_and_is_not_sent(site: str, alice: Player, visit: Visit) -> None:
    table = open_table(alice, game="planet-nine", mission="1", bots=3)
    started(table, alice)
    page = visit(f"/tables/{table.pk}/", player=alice)
    for _ in range(60):
        attempt = people_to_act(table.attempts.get(), {0: page})
        text = advice(table, 0)
        if text.startswith("play"):
            break
        act(page, text)
    card = page.locator(f'#round button[name=action][value="{text}"]').first
    page.context.set_offline(True)
    before = attempt.events.count()
    act(page, text)
    expect(page.locator("#offline")).to_have_text("Not sent: you’re offline. Try again once you’re back online.")
    expect(card).to_be_visible()
    page.context.set_offline(False)
    with page.expect_response(lambda response: "/round/" in response.url):
        page.evaluate("htmx.trigger('.round-frame', 'sse:moved')")
    expect(page.locator("#offline")).to_be_visible()
    assert attempt.events.count() == before
    act(page, text)
    expect(page.locator("#offline")).to_be_hidden()


def kept(page: Page) -> None:
    """Wait until the site's worker keeps its page."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_for_promise(page, "async () => Boolean(await caches.match('/offline/'))")


@pytest.mark.parametrize("service_workers", ["allow"])
def test_a_page_that_cannot_be_reached_says_so_and_opens_later(site: str, alice: Player, visit: Visit) -> None:
    page = visit("/", player=alice, width=360)
    kept(page)
    page.context.set_offline(True)
    page.goto("/clubs/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.url.endswith("/clubs/")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)", "it has its style"
    expect(page.get_by_text("Kept on this device")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Clubs")).to_be_visible()


@pytest.mark.parametrize("service_workers", ["allow"])
def test_offline_the_kept_logbook_is_one_press_away(crew: Crew, alice: Player, visit: Visit) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")
    page = visit(f"/campaigns/{campaign.pk}/", player=alice)
    ready(page)
    kept(page)
    page.context.set_offline(True)
    page.goto("/leaderboards/")
    page.get_by_role("link", name="Winter").click()
    expect(page.get_by_role("link", name="Log an attempt")).to_be_visible()
    page.goto(f"/campaigns/{campaign.pk}/edit/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


@pytest.mark.parametrize("service_workers", ["allow"])
def test_the_page_for_the_time_offline_follows_the_readers_language(alice: Player, visit: Visit) -> None:
    page = visit("/", player=alice)
    kept(page)
    page.get_by_role("button", name="Français").click()
    page.wait_for_function("() => localStorage.getItem('language') === 'fr'")
    page.context.set_offline(True)
    page.goto("/clubs/")
    expect(page.get_by_role("heading", name="Pas de connexion")).to_be_visible()
    expect(page).to_have_title("Pas de connexion · Crewsite")
    expect(page.get_by_role("heading")).to_have_count(1)
