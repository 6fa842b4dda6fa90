"""Scenes that the tests of presence share with others."""

from __future__ import annotations

from playwright.sync_api import Page


def beat(page: Page) -> None:
    """The page comes back into sight: it sends a beat at once."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
