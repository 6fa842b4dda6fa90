"""A signal starts from its card: pressed, confirmed, shown; and one control holds all that is about signals."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import games
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests.browser.conftest import Visit
from tests.browser.play_scenes import advice, wait_until
from tests.tables.attempts_scenes import open_table, started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(transactional_db: None, alice: Player, bob: Player, olga: Player) -> Table:
    """Return a table of three before its first trick."""
    people, table = (alice, bob, olga), open_table(alice, bob, olga, mission="1")
    started(table, alice)
    while (state := state_now(table)).view(None)["phase"] != "gap":
        seat = min(state.waiting_on)
        table.refresh_from_db()
        attempts.act(table_id=table.pk, player=people[seat], text=advice(table, seat), seen=table.version)
    table.refresh_from_db()
    return table


def state_now(table: Table) -> games.State:
    return event_replay.state_of(Attempt.objects.select_related("table").get(table=table))


def signals(table: Table, seat: int) -> list[str]:
    return [text for text in state_now(table).view(seat)["legal"] if text.startswith("signal ")]


def opened(visit: Visit, table: Table, seat: int) -> Page:
    player = table.seats.select_related("player").get(number=seat).player
    assert player is not None
    return visit(f"/tables/{table.pk}/", player=player)


def card_of(page: Page, text: str) -> str:
    return f"#card-{text.split()[1]}"


def test_an_unplayable_card_is_signalled_by_press_and_confirmation(visit: Visit, table: Table) -> None:
    (leader,) = state_now(table).waiting_on
    seat = (leader + 1) % 3
    page, (text, *_) = opened(visit, table, seat), signals(table, seat)
    dialog = page.get_by_role("dialog", name="Signal this card?")
    page.locator(card_of(page, text)).click()
    expect(dialog).to_contain_text(text.split()[2])
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    page.locator(card_of(page, text)).click()
    dialog.get_by_role("button", name="Signal").click()
    wait_until(page, table.version + 1, 20)
    assert table.attempts.get().events.latest("sequence").text == text


def test_the_leader_chooses_signals_first_and_then_presses_the_card(visit: Visit, table: Table) -> None:
    (leader,) = state_now(table).waiting_on
    page, (text, *_) = opened(visit, table, leader), signals(table, leader)
    control = page.get_by_text("Signal a card", exact=True)
    expect(control).to_have_count(1)
    expect(page.get_by_role("button", name="Signal before the next trick")).to_be_hidden()
    before = table.attempts.get().length
    control.click()
    expect(page.locator("#why")).to_have_text("Press the card that you want to signal.")
    page.locator(card_of(page, text)).press("Enter")
    page.keyboard.press("Escape")
    assert table.attempts.get().length == before
    page.locator(card_of(page, text)).press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Signal").click()
    wait_until(page, table.version + 1, 20)
    assert table.attempts.get().events.latest("sequence").text == text


def test_control_lists_the_signals_without_scripts(visit: Visit, table: Table, alice: Player) -> None:
    page = visit(f"/tables/{table.pk}/", player=alice, java_script_enabled=False)
    page.get_by_text("Signal a card", exact=True).click()
    text = signals(table, 0)[0]
    page.locator(f'button[value="{text}"]').click()
    assert table.attempts.get().events.latest("sequence").text == text
