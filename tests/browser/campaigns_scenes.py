"""Scenes that the tests of campaigns share with others."""

from __future__ import annotations

from django.conf import settings
from playwright.sync_api import Page

from logbook.people.models.players import Player
from tests.conftest import SignedIn


def ready(page: Page) -> None:
    """Wait until the service worker controls the page and has cached the form."""
    page.wait_for_selector("#queue[data-ready]", state="attached")
    page.wait_for_function("() => navigator.serviceWorker.controller?.scriptURL.endsWith('/campaigns/worker.js')")


def sign_in_as(page: Page, player: Player, signed_in: SignedIn) -> None:
    """Sign in on the same phone, where the previous player's session has expired."""
    key = signed_in(player).cookies[settings.SESSION_COOKIE_NAME].value
    address = page.evaluate("location.origin")
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": address}])
