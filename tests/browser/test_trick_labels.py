"""Labels of a trick: on a phone too, every player's name is readable, with the sentence about their card."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables
from tests.browser.conftest import Visit

COVERED = """labels => labels.filter(label => {
  const name = label.querySelector('span') ?? label, box = name.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !box.width || !(label === top || label.contains(top));
}).map(label => label.textContent)"""


def two_cards_lie(table: Table, player: Player) -> None:
    """Play until two cards lie on the table and the person is to play."""
    attempt = table.attempts.get()
    while attempt.state == Attempt.State.PLAYING:
        state = event_replay.state_of(attempt)
        trick = state.view(None)["trick"]
        if trick and len(trick["plays"]) >= 2:
            return
        texts = [action.text for action in state.legal_actions(0)]
        table.refresh_from_db()
        text = next(text for text in texts if not text.startswith(("ask", "propose", "signal")))
        attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)
        attempt.refresh_from_db()
    pytest.fail("the round was over before two cards lay on the table")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_names_and_marks_can_be_read_on_a_phone(players: int, visit: Visit, site: str, alice: Player) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="20", players=players)
    for number in range(1, players):
        tables.put_bot(table_id=table.pk, by=alice, number=number, bot="careful")
    Table.objects.filter(pk=table.pk).update(base_seed="labels")
    deals.start_attempt(table_id=table.pk, player=alice)
    two_cards_lie(table, alice)
    page = visit(f"/tables/{table.pk}/", player=alice, width=360)
    labels = page.locator(".trick .played__label")
    expect(labels).to_have_count(players)
    labels.first.scroll_into_view_if_needed()
    assert labels.evaluate_all(COVERED) == []
    for word in ("led", "winning"):
        expect(page.locator(".played__marks", has_text=word)).to_be_visible()
