"""Scenes that the tests of deep sea share with others."""

from __future__ import annotations

from playwright.sync_api import Page


def nothing_hangs_over(page: Page) -> None:
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0
