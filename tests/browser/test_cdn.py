"""Static files from another origin: pages look and work the same, also without a connection."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from logbook.campaigns.services import campaigns
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.browser.campaigns_scenes import ready
from tests.browser.conftest import Visit, wait_for_promise

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def shared_files(settings: Settings) -> None:
    """Static files are for every origin, before the site starts."""
    settings.WHITENOISE_ALLOW_ALL_ORIGINS = True


@pytest.fixture
def cdn(shared_files: None, site: str, settings: Settings) -> str:
    """Return the origin of the static files: to a browser, another name of a server is another origin."""
    settings.STATIC_ORIGIN = f"http://localhost:{urlsplit(site).port}"
    settings.STATIC_URL = f"{settings.STATIC_ORIGIN}/static/"
    return str(settings.STATIC_ORIGIN)


def test_browser_takes_styles_scripts_and_pictures_from_the_cdn(cdn: str, alice: Player, visit: Visit) -> None:
    page = visit("/", player=alice)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/static/" in request.url else None)
    page.reload()
    assert len(asked) > 3
    assert all(url.startswith(f"{cdn}/static/") for url in asked)
    assert page.evaluate("typeof htmx") == "object"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)", "it has its style"


@pytest.mark.parametrize("service_workers", ["allow"])
def test_logbook_is_kept_with_files_of_the_cdn(cdn: str, crew: Crew, alice: Player, visit: Visit) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")
    page = visit(f"/campaigns/{campaign.pk}/", player=alice)
    ready(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_for_promise(page, "async () => Boolean(await caches.match('/offline/'))")
    page.context.set_offline(True)
    page.goto(f"/campaigns/{campaign.pk}/")
    expect(page.get_by_role("link", name="Log an attempt")).to_be_visible()
    assert page.evaluate("typeof htmx") == "object"
    page.goto("/clubs/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)", "it has its style"
