"""The clock of a real-time mission in the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from logbook.people.models.players import Player
from logbook.tables.models import Event, Table
from tests.browser.conftest import Visit
from tests.tables.attempts_scenes import open_table, started
from tests.tables.clock_scenes import backdated

pytestmark = pytest.mark.django_db(transaction=True)


def timed_table(*players: Player, seconds: int) -> Table:
    """Return a table whose clock runs from the deal on."""
    table = not_yet_dealt(*players, seconds=seconds)
    started(table, players[0])
    return table


def not_yet_dealt(*players: Player, seconds: int) -> Table:
    """Return the same table before the deal."""
    return open_table(*players, game="deep-sea", mission=f"real-time={seconds} value-gap=9")


def figures(page: Page) -> int:
    """Return the seconds on the clock."""
    minutes, _, seconds = page.locator(".clock-face__figures").inner_text().partition(":")
    return int(minutes) * 60 + int(seconds)


def test_it_runs_down_and_ends_for_everybody(alice: Player, bob: Player, olga: Player, visit: Visit) -> None:
    table = not_yet_dealt(alice, bob, olga, seconds=5)
    pages = [visit(f"/tables/{table.pk}/", player=player) for player in (alice, bob)]
    pages[0].get_by_role("button", name="Deal the cards").click()
    for page in pages:
        expect(page.locator("#clock")).to_have_class(re.compile("clock-face--late"))
        expect(page.locator("#clock-spoken")).to_have_text("The clock is running.")
        expect(page.locator(".clock-face__figures")).to_have_text("0:03")
    for page in pages:
        # No worker runs here: the first clock at zero asks the server, and the other pages follow.
        expect(page.get_by_role("heading", name="Mission failed")).to_be_visible()
        expect(page.locator(".end__reason")).to_have_text("Time ran out in trick 1.")
        expect(page.locator("#clock")).to_have_count(0)
    assert Event.objects.count() == 1


def test_it_is_announced_and_the_server_is_believed(alice: Player, bob: Player, olga: Player, visit: Visit) -> None:
    table = timed_table(alice, bob, olga, seconds=75)
    page = visit("/", player=alice)
    page.clock.install()
    page.goto(f"/tables/{table.pk}/")
    spoken = page.locator("#clock-spoken")
    while figures(page) > 61:
        expect(spoken).to_be_empty()
        page.clock.run_for(500)
    page.clock.run_for(2_000)
    expect(spoken).to_have_text("One minute left.")
    # After twenty seconds by its own clock the page asks; by the server's, hardly any time has passed.
    page.clock.run_for(20_000)
    expect(page.locator(".clock-face__figures")).to_have_text(re.compile(r"1:\d\d"))


def test_next_look_ends_it_without_scripts(alice: Player, bob: Player, olga: Player, visit: Visit) -> None:
    table = timed_table(alice, bob, olga, seconds=2)
    page = visit(f"/tables/{table.pk}/", player=alice, java_script_enabled=False)
    expect(page.locator("#clock")).to_contain_text(re.compile("0:0[012]"))
    backdated(table)
    page.reload()
    expect(page.get_by_role("heading", name="Mission failed")).to_be_visible()
