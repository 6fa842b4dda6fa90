"""Captions of the first missions in a browser: one at a time, each at one moment, closed by a press."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import deals, tables
from tests.browser.conftest import Visit
from tests.browser.play_scenes import act

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("width", [360, 1280])
def test_each_caption_is_said_once(visit: Visit, alice: Player, bob: Player, guest: Player, width: int) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=3)
    for number, player in enumerate((bob, guest), 1):
        tables.take_seat(table=table, player=player, number=number)
    deals.start_attempt(table_id=table.pk, player=alice)
    captain = next(player for seat, player in enumerate((alice, bob, guest)) if seat in table.attempts.get().waiting_on)
    page = visit(f"/tables/{table.pk}/", player=captain, width=width)
    shown = page.locator(".caption:visible")
    expect(shown).to_have_text([re.compile("so you are the captain: you choose first")])
    task = page.locator("#round .choices button[name=action]").first.get_attribute("value")
    assert task is not None
    act(page, task)
    expect(shown).to_have_text([re.compile("Your task:")])
    shown.get_by_role("button", name="Got it").click()
    expect(shown).to_have_count(0)
    page.reload()
    expect(shown).to_have_text([re.compile("You lead: play any card")])
    page.get_by_role("button", name="Turn tips off").click()
    expect(page.locator("#round")).to_be_visible()
    expect(shown).to_have_count(0)
    assert Table.objects.get(pk=table.pk).state == Table.State.PLAYING
