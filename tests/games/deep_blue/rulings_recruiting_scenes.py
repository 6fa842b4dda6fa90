"""Scenes that the tests of rulings recruiting share with others."""

from __future__ import annotations

from games.deep_blue.state import State
from tests.games.deep_blue.builders import (
    dealt,
    on_turn,
    with_hand,
    with_tokens,
)

MARKET = ("CR_OXYGEN", "CR_GUARD", "CR_NAVIGATE", "CR_FINANCE")


NEXT = ("CR_ARCH_A", "CR_GOLD_A", "CR_OCCULT", "CR_RUBY_A", "CR_COUNT_5", "CR_SILV_A")


def market(*hand: str, deck: tuple[str, ...] = NEXT, tokens: int = 0) -> State:
    """Seat 0 is on turn with these cards, at a market that nothing has been added to the bag for."""
    state = with_tokens(with_hand(on_turn(dealt(2), 0), 0, *hand), 0, tokens)
    return state.evolve(market=MARKET, deck=deck, bag=state.box.bag, supply=state.box.supply)
