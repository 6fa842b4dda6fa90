"""Scenes that the tests of play share with others."""

from __future__ import annotations

import re
import time
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.crew.bots import BOTS
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables
from tests import wide
from tests.browser.conftest import PATIENCE

FOLLOWS_WITHIN = 10.0  # Seconds. Without events the page would poll after twenty.


CLICKS = wide.of(6, 1000)
"""The clicked actions of an attempt, in tests that are not about clicks."""


def advice(table: Table, seat: int) -> str:
    """Return a sensible action for the seat, because the test's people need a strategy."""
    attempt = Attempt.objects.select_related("table").get(table=table, state="playing")
    text = BOTS["careful"].choose(event_replay.state_of(attempt).view(seat), Random(attempt.length))
    assert text is not None
    return text


def act(page: Page, text: str) -> None:
    """Press the button of this action; rarer ones are in a folded section. A signal starts from its card."""
    if text.startswith("signal "):
        control = page.locator("#fold-signal:not([open]) > summary")
        if control.count():
            control.click()
        page.locator(f"#card-{text.split()[1]}").click()
        page.locator("#signal-card button[value=signal]").click()
        return
    button = f'button[name=action][value="{text}"]'
    if not page.locator(button).first.is_visible():
        page.locator(f"#round details:has({button}) > summary").click()
    page.locator(f"#round {button}").first.click()


def moment(page: Page) -> int:
    return int(page.locator("#round").get_attribute("data-seen") or -1)


def wait_until(page: Page, number: int, seconds: float = FOLLOWS_WITHIN) -> float:
    """Wait until the page shows this number of the table; return the seconds."""
    begin = time.monotonic()
    page.wait_for_function("n => Number(document.getElementById('round').dataset.seen) >= n", arg=number,
                           timeout=seconds * 1000)  # fmt: skip
    return time.monotonic() - begin


def people_to_act(attempt: Attempt, pages: dict[int, Page]) -> Attempt:
    """Return the attempt once its bots have moved and it waits for a person here (or is over)."""
    for _ in range(100):
        attempt.refresh_from_db()
        if attempt.state != Attempt.State.PLAYING or pages.keys() & set(attempt.waiting_on):
            return attempt
        pages[0].wait_for_timeout(50)
    pytest.fail("the bots are waited for, and do nothing")


def play_on(table: Table, pages: dict[int, Page], clicks: int = CLICKS) -> Attempt:
    """Play the current attempt to its end: at first by clicks that all pages follow at once, then without waiting."""
    attempt = table.attempts.get(state="playing")
    for _ in range(clicks):
        attempt = people_to_act(attempt, pages)
        table.refresh_from_db()
        for page in pages.values():
            wait_until(page, table.version)
        if attempt.state != Attempt.State.PLAYING:
            return attempt
        seat = min(set(attempt.waiting_on) & pages.keys())
        expect(pages[seat].locator("#status")).to_have_class(re.compile("status--yours"))
        act(pages[seat], advice(table, seat))
        wait_until(pages[seat], table.version + 1)
    return _play_out(table, people_to_act(attempt, pages), pages)


def _play_out(table: Table, attempt: Attempt, pages: dict[int, Page]) -> Attempt:
    """Play to the end through the service behind the clicks; the pages follow as fast as they can."""
    while attempt.state == Attempt.State.PLAYING:
        table.refresh_from_db()
        seat = min(set(attempt.waiting_on) & pages.keys())
        player = table.seats.get(number=seat).player
        attempts.act(table_id=table.pk, player=player, text=advice(table, seat), seen=table.version)
        attempt = people_to_act(attempt, pages)
    table.refresh_from_db()
    for page in pages.values():
        wait_until(page, table.version, PATIENCE)
    return attempt


@pytest.fixture
def table(alice: Player, bob: Player, site: str) -> Table:
    """Return a dealt table of Alice and Bob with a bot."""
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=3)
    tables.take_seat(table=table, player=bob)
    tables.put_bot(table_id=table.pk, by=alice, number=2, bot="careful")
    deals.start_attempt(table_id=table.pk, player=alice)
    table.refresh_from_db()
    return table
