"""Scenes that the tests of accessibility share with others."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{page.url} {one['id']}: {node['target']}" for one in found for node in one["nodes"]]


def sideways(page: Page) -> list[str]:
    """Return the page if it is wider than the screen."""
    too_wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{page.url} is {too_wide} px too wide"] if too_wide > 0 else []
