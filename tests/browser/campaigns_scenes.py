"""Scenes that the tests of campaigns share with others."""

from __future__ import annotations

from playwright.sync_api import Page


def ready(page: Page) -> None:
    """Wait until the service worker controls the page and has cached the form."""
    page.wait_for_selector("#queue[data-ready]", state="attached")
    page.wait_for_function("() => navigator.serviceWorker.controller?.scriptURL.endsWith('/campaigns/worker.js')")
