"""The pause that bots leave a player who is alone with them: it counts down, and a press ends it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.browser.conftest import Visit
from tests.tables.bot_timing_scenes import bot_leads

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("width", [360, 1280])
def test_the_pause_counts_down_and_its_line_goes_with_it(
    visit: Visit, alice: Player, settings: Settings, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    settings.BOT_ALONE_COURTESY_SECONDS = 600
    monkeypatch.setattr(queue, "later", lambda *_arguments, **_named: None)  # Eager bots would not pause at all.
    table_id, _number = bot_leads(alice)
    page = visit(f"/tables/{table_id}/", player=alice, width=width)
    line = page.locator(".courtesy")
    expect(line).to_contain_text(re.compile(r"\b5\d\d s\b"))
    expect(page.locator("#status")).to_have_text("You can signal before this trick")
    # A part with less time left takes its place.
    next_part = (
        "count => { const next = count.cloneNode(true); next.dataset.secondsLeft = '0.3'; count.replaceWith(next); }"
    )
    line.locator(".courtesy__count").evaluate(next_part)
    expect(line).to_contain_text("0 s")
    expect(line).to_be_hidden()


def test_a_press_ends_the_pause(
    visit: Visit, alice: Player, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOT_ALONE_COURTESY_SECONDS = 600
    monkeypatch.setattr(queue, "later", lambda *_arguments, **_named: None)  # Eager bots would not pause at all.
    table_id, number = bot_leads(alice)
    page = visit(f"/tables/{table_id}/", player=alice)
    monkeypatch.undo()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(f"#round:not([data-seen='{number}'])")).to_have_count(1)
    assert Table.objects.get(pk=table_id).version > number
