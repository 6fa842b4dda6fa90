"""Clicks without a connection: the page says that nothing was sent, keeps its state, and does not send them later."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from logbook.people.models.players import Player
from tests.browser.conftest import Visit
from tests.browser.test_play import act, advice, people_to_act
from tests.tables.test_attempts import open_table, started

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_card_clicked_without_a_connection_stays_and_is_not_sent(site: str, alice: Player, visit: Visit) -> None:
    table = open_table(alice, game="planet-nine", mission="1", bots=3)
    started(table, alice)
    page = visit(f"/tables/{table.pk}/", player=alice)
    for _ in range(60):
        attempt = people_to_act(table.attempts.get(), {0: page})
        text = advice(table, 0)
        if text.startswith("play"):
            break
        act(page, text)
    card = page.locator(f'#round button[name=action][value="{text}"]').first
    page.context.set_offline(True)
    before = attempt.events.count()
    act(page, text)
    expect(page.locator("#offline")).to_have_text("Not sent: you’re offline. Try again once you’re back online.")
    expect(card).to_be_visible()
    page.context.set_offline(False)
    with page.expect_response(lambda response: "/round/" in response.url):
        page.evaluate("htmx.trigger('.round-frame', 'sse:moved')")
    expect(page.locator("#offline")).to_be_visible()
    assert attempt.events.count() == before
    act(page, text)
    expect(page.locator("#offline")).to_be_hidden()
