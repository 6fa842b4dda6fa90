"""Cards that a player may prepare: one for each suit that may be led before their next card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from logbook.rounds import text as rounds_text
from logbook.rounds.view.parts import Moment, PreparedSuit
from logbook.rounds.view.status import Names

ViewFacts = Mapping[str, Any]


def prepared_suits(facts: ViewFacts, moment: Moment, names: Names) -> tuple[PreparedSuit, ...]:
    """Return the choices; empty while the table waits for the reader, and in the last trick, which plays itself."""
    hand = facts.get("hand") or ()
    waits = facts["seat"] in facts["waiting_on"]
    if moment.prepared is None or moment.stand_in or waits or len(hand) < 2 or facts["phase"] not in ("gap", "trick"):
        return ()
    return tuple(_suit(suit, hand, moment.prepared, names) for suit in _suits(facts))


def _suits(facts: ViewFacts) -> Sequence[str]:
    """Return the suit led in the present trick if the reader still follows, else every suit of the game."""
    plays = facts["trick"]["plays"] if facts["trick"] else ()
    if plays and facts["seat"] not in {seat for seat, _card in plays}:
        return [str(plays[0][1])[0]]
    trump = "S" if facts["game"] == "deep-sea" else "R"
    return ["P", "B", "G", "Y", trump]


def _suit(suit: str, hand: Sequence[str], prepared: Mapping[str, str], names: Names) -> PreparedSuit:
    cards = [card for card in hand if card[0] == suit] or hand
    named = tuple((card, names.card(card)) for card in cards)
    return PreparedSuit(suit, rounds_text.led_suit(suit), named, prepared.get(suit, ""))
