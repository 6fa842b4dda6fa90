"""The life of a club in the browser, for an organizer and a stranger."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from logbook.clubs.models import Club
from logbook.clubs.services import news
from logbook.notifications.models import NotificationChoice
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import Visit


@pytest.fixture
def public(club: Club) -> Club:
    Club.objects.update(public=True)
    return club


def test_a_stranger_asks_and_an_organizer_lets_them_in(
    visit: Visit, public: Club, olga: Player, charlie: Player
) -> None:
    page = visit("/clubs/night-watch/", player=charlie)
    expect(page.get_by_role("heading", level=1)).to_have_text("Night Watch")
    page.get_by_label("About you, in one line").fill("I play with my sister.")
    page.get_by_role("button", name="Ask to join").click()
    expect(page.get_by_role("status")).to_contain_text("Request sent")
    desk = visit("/clubs/night-watch/", player=olga)
    desk.get_by_role("button", name="Accept Charlie").click()
    expect(desk.get_by_role("status")).to_contain_text("Charlie is now a member.")
    page.reload()
    page.locator("summary", has_text="members").click()
    page.get_by_role("link", name="Olga").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Olga")


def test_choosing_mails(visit: Visit, club: Club, bob: Player) -> None:
    page = visit("/profile/", player=bob)
    page.get_by_role("link", name="Message settings").click()
    page.get_by_label("Night Watch").select_option("each")
    page.get_by_label("Time zone").select_option("Europe/Paris")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_contain_text("have been saved")
    assert NotificationChoice.objects.get().how == "each"


PAGES = ("", "news/", "news/new/", "settings/", "webhooks/", "delete/", "crews/aurora/")


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_scrolls_sideways(visit: Visit, public: Club, alice: Player, width: int) -> None:
    news.write_news(club=public, by=alice, title="A" * 80, text="https://example.org/" + "x" * 300)
    page = visit("/profile/mails/", player=alice, width=width)
    assert overflow(page) == 0
    for path in PAGES:
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + f"/clubs/night-watch/{path}")
        assert overflow(page) == 0, path
    stranger = visit("/clubs/night-watch/", width=width)
    assert overflow(stranger) == 0
