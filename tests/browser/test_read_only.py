"""Read-only mode with scripts: a press changes nothing, one sentence says so, and the form stays as it was."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from logbook.lib import maintenance
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.tables.attempts_scenes import open_table

SENTENCE = (
    "The site is being maintained. You can read everything, but nothing can be changed or played for a few minutes."
)
TYPED = "Shall we play mission 2 after this?"


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    yield
    maintenance.set_read_only(on=False)


@pytest.mark.parametrize("width", [360, 1280])
def test_press_is_refused_in_one_sentence(width: int, visit: Visit, alice: Player, bob: Player) -> None:
    page = visit(f"/tables/{open_table(alice, bob, bots=1).pk}/", player=alice, width=width)
    line, said = page.locator("#offline"), page.get_by_label("Say something to the table")
    expect(line).to_be_hidden()
    maintenance.set_read_only(on=True)
    said.fill(TYPED)
    page.get_by_role("button", name="Send line").click()
    expect(line).to_have_text(SENTENCE)
    expect(line).to_be_in_viewport(ratio=1)
    expect(said).to_have_value(TYPED)
    if folder := os.environ.get("PICTURES"):  # Somebody wants to look at it.
        page.screenshot(path=Path(folder) / f"read-only-{width}.png")
    assert violations(page) + sideways(page) == []
    maintenance.set_read_only(on=False)
    page.get_by_role("button", name="Send line").click()
    expect(page.locator("#talk .talk__words")).to_have_text(TYPED)
    expect(line).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1280])
def test_every_page_says_it_at_the_top(width: int, visit: Visit, alice: Player) -> None:
    maintenance.set_read_only(on=True)
    page = visit("/missions/", player=alice, width=width)
    expect(page.get_by_role("status").get_by_text(SENTENCE)).to_be_in_viewport()
    if folder := os.environ.get("PICTURES"):  # Somebody wants to look at it.
        page.screenshot(path=Path(folder) / f"read-only-page-{width}.png")
