"""Scenes that the tests of secrecy share with others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from django.test import Client
from django.urls import reverse

import games
from logbook.tables.models import Table

CHANGES_EVERY_TIME = re.compile(
    r'name="(csrfmiddlewaretoken|key|form_key)" value="[\w-]+"|"X-CSRFToken": "\w+"|data-(?:beat|waited)="[^"]+"'
)


def swapped(deal: str, one: str, other: str) -> str:
    """Return the spelled-out deal with two cards exchanged."""
    hands, bar, rest = deal.partition(" | ")
    names = {one: other, other: one}
    return " ".join(names.get(word, word) for word in hands.split(" ")) + bar + rest


def other_worlds(state: games.State, reader: int | None) -> Iterator[games.Setup]:
    """Yield setups with hidden cards elsewhere, but the same actions and the same view of the reader."""
    setup = state.spelled_out  # type: ignore[attr-defined]
    hidden = [(seat, card) for seat, card in held_cards(state) if seat != reader]
    for (seat, card), (other_seat, other_card) in combinations(hidden, 2):
        if seat == other_seat:
            continue
        world = replace(setup, deal=swapped(setup.deal, card, other_card))
        try:
            replayed = games.Record(world, state.log, 1).replay()
        except games.GameError:
            continue
        if _seen(replayed, reader) == _seen(state, reader):
            yield world


def held_cards(state: games.State) -> list[tuple[int, str]]:
    return [(seat, card) for seat in range(state.setup.players) for card in state.view(seat)["hand"]]


def _seen(state: games.State, reader: int | None) -> tuple[object, object]:
    # The captain follows from their own cards; a world that changes the reader's view is not a hidden one.
    return state.view(reader), state.view(None)


def pages(client: Client, table: Table, *, rooms: bool = True) -> list[str]:
    """Return everything that a browser at this table can request; `rooms` show all hands, as replays do.

    Without them only the part of a table is requested once its attempt has ended: the whole page shows the room.
    """
    has_pages = rooms or table.state == Table.State.PLAYING
    names = ("table", "table-round") if has_pages else ("table-round",)
    asked = [client.get(reverse(name, args=(table.pk,))) for name in names]
    for attempt in table.attempts.all() if rooms else ():
        asked += [client.get(reverse(name, args=(attempt.pk,))) for name in ("room", "room-part", "room-review")]
        asked += [client.post(reverse("room-step", args=(attempt.pk,)), {"step": 1})]
    act = reverse("table-act", args=(table.pk,))
    asked += [client.post(act, {"action": "play Z9", "seen": table.version}, headers={"HX-Request": "true"})]
    asked += [client.post(act, {"action": "agree", "seen": 0})] if has_pages else []
    return [CHANGES_EVERY_TIME.sub("", response.text) for response in asked]
