"""Scenes that the tests of race share with others."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page

from games.bots import bots_of
from logbook.tables import event_replay
from logbook.tables.models import Table


def advice(table: Table, seat: int) -> str:
    """Return a careful bot's action for the seat."""
    view = event_replay.state_of(table.attempts.select_related("table").get(state="playing")).view(seat)
    text = bots_of("deep-blue")["careful"].choose(view, Random(table.version))
    assert text is not None
    return text


def press(page: Page, text: str) -> None:
    """Find this action's button as a person would, and click it."""
    verb, *rest = text.split()
    if verb == "move":
        page.locator(f"#boat-{rest[0]}").check()
    button = page.locator(f'button[name=action][value="{text}"]').first
    folded = page.locator("#round details:not([open])", has=button)
    while folded.count():
        folded.first.locator("summary").first.click()
    button.click()
