"""Scenes that the tests of accessibility share with others."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[str]:
    """Return what axe finds on the page, once it has loaded."""
    page.wait_for_load_state("domcontentloaded")
    found = Axe().run(page).response["violations"]
    return [f"{page.url} {one['id']}: {node['target']}" for one in found for node in one["nodes"]]


def overflow(page: Page) -> int:
    """Return how many pixels the page is wider than the screen, once it has loaded.

    A press ends when its answer begins to arrive, before there is anything to measure.
    """
    page.wait_for_load_state("domcontentloaded")
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def sideways(page: Page) -> list[str]:
    """Return the page if it is wider than the screen."""
    too_wide = overflow(page)
    return [f"{page.url} is {too_wide} px too wide"] if too_wide else []
