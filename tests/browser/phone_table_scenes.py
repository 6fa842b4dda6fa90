"""Scenes that the tests of phone table share with others."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from playwright.sync_api import Page

import games
from games.bots import bots_of
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts

OVERLAPS: Final = """([those, others]) => {
  const boxes = (what) => [...document.querySelectorAll(what)]
    .flatMap((part) => [...part.getClientRects()].map((box) => [part, box]))
    .filter(([part, box]) => box.width > 1 && getComputedStyle(part).visibility !== "hidden");
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return boxes(those).flatMap(([one, a]) => boxes(others)
    .filter(([other, b]) => one !== other && !one.contains(other) && !other.contains(one) && meet(a, b))
    .map(([other]) => `${one.className} ${one.textContent.trim()} / ${other.className} ${other.textContent.trim()}`));
}"""
"""Which of those parts of the page lie over which of the others, in words."""


def view_of(table: Table, seat: int | None = None) -> dict[str, Any]:
    attempt = Attempt.objects.select_related("table").get(table=table)
    return dict(event_replay.state_of(attempt).view(seat).as_dict())


def act(table: Table, player: Player, text: str) -> None:
    version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
    attempts.act(table_id=table.pk, player=player, text=text, seen=version)
    table.refresh_from_db()


def play_until(table: Table, people: list[Player], reached: Callable[[dict[str, Any]], bool]) -> None:
    """Play as the careful bot does, with every player's signal as soon as there is one."""
    silent = set(range(len(people)))
    while not reached(view_of(table)):
        state = event_replay.state_of(Attempt.objects.select_related("table").get(table=table, state="playing"))
        signals = [(seat, text) for seat in silent for text in _signals(state, seat)]
        seat = min(state.waiting_on)
        text = bots_of(table.game)["careful"].choose(state.view(seat), Random(0)) or ""
        seat, text = signals[0] if signals else (seat, text)
        if text.startswith("signal "):
            silent.discard(seat)
        act(table, people[seat], text)


def _signals(state: games.State, seat: int) -> list[str]:
    return [text for text in state.view(seat)["legal"] if text.startswith("signal ")]


def overlaps(page: Page, those: str, others: str) -> list[str]:
    found: list[str] = page.evaluate(OVERLAPS, [those, others])
    return found
