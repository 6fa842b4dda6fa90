"""Scenes that the tests of tabs share with others."""

from __future__ import annotations

from playwright.sync_api import Page

from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import attempts
from tests.browser.play_scenes import act, advice, wait_until
from tests.tables.attempts_scenes import open_table, started

SOON = 4.0
"""Seconds for what a stream brings; a page without one asks every twenty."""


LEFT_AND_BROUGHT_BACK = """() => {
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}"""


def begun(alice: Player, *others: Player) -> Table:
    """Return a table at which Alice is about to play: the others have acted."""
    table = open_table(alice, *others, mission="4")
    started(table, alice)
    others_act(table)
    return table


def others_act(table: Table) -> None:
    """Have the others act until the table waits for seat 0."""
    while 0 not in (waiting := table.attempts.get(state="playing").waiting_on):
        _act(table, min(waiting))
        table.refresh_from_db()


def _act(table: Table, number: int) -> None:
    seat = table.seats.get(number=number)
    attempts.act(table_id=table.pk, player=seat.player, text=advice(table, number), seen=table.version)


def play_card(page: Page, table: Table) -> None:
    """Press Alice's action in her tab, and have the others answer; the tab follows both."""
    table.refresh_from_db()
    wait_until(page, table.version, SOON)
    act(page, advice(table, 0))
    wait_until(page, table.version + 1, SOON)
    table.refresh_from_db()
    others_act(table)
    wait_until(page, table.version, SOON)


def act_by_service(table: Table) -> None:
    """Have Alice act elsewhere, and the others answer."""
    table.refresh_from_db()
    _act(table, 0)
    table.refresh_from_db()
    others_act(table)
