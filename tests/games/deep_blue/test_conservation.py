"""31 gems and all cards are there in every state of random games: `GAMES=3000 pytest` here plays so many.

The whole suite plays fewer; what is checked of every state is then the same.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from games.deep_blue.state import State
from tests.games.deep_blue.builders import SCENARIOS, dealt, random_action
from tests.games.deep_blue.playouts_scenes import check_pieces

GAMES = int(os.environ.get("GAMES", "70"))
EVERY_COLOUR = 25
"""Gems and cards are counted in every state, and told apart by kind in every so many."""


def counted(state: State) -> tuple[int, int]:
    gems = sum(state.bag) + sum(state.supply) + sum(bool(site.gem) for site in state.sites)
    gems += len(state.dive.gems) if state.dive else 0
    cards = sum(fleet.owned for fleet in state.fleets) + len(state.deck) + len(state.discarded)
    return gems, cards + sum(bool(card) for card in state.market)


@pytest.mark.once
@pytest.mark.parametrize("share", range(7))
def test_gems_and_cards_are_conserved(share: int) -> None:
    for number in range(share, GAMES, 7):
        players, chance = 2 + number // 7 % 4, Random(f"conserved {number}")
        state = dealt(players, SCENARIOS[share], f"conserved/{number}")
        while state.outcome is None:
            assert counted(state) == (31, 4 * players + 30)
            if len(state.log) % EVERY_COLOUR == 0:
                check_pieces(state)
            state = state.apply(random_action(state, chance))
        assert counted(state) == (31, 4 * players + 30)
        check_pieces(state)
