"""Scenes that the tests of secrecy share with others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from games.deep_blue.state import State


def other_hands(state: State, seat: int | None, chance: Random) -> State:
    """The same game with other hands, rest piles and totals that this seat cannot tell from the true ones."""
    for other, fleet in enumerate(state.fleets):
        if other != seat:
            pool = list(fleet.maybe)
            chance.shuffle(pool)
            hand = Counter((*fleet.sure, *pool[: len(fleet.hand) - len(fleet.sure)]))
            rest = Counter(fleet.hand) + Counter(fleet.rest) - hand
            codes = fleet._replace(hand=tuple(sorted(hand.elements())), rest=tuple(sorted(rest.elements())))
            state = state.with_fleet(other, codes._replace(points=chance.randrange(300)))
    return state


def other_future(state: State, chance: Random) -> State:
    """The same table with another seed, deck, and tiles that lie face down elsewhere."""
    hidden = [place for place, site in enumerate(state.sites) if not site.face_up]
    tiles = [state.sites[place].tile for place in hidden]
    chance.shuffle(tiles)
    lying = dict(zip(hidden, tiles, strict=True))
    sites = [site._replace(tile=lying.get(place, site.tile)) for place, site in enumerate(state.sites)]
    deck = tuple(chance.sample(state.deck, len(state.deck)))
    seed = str(chance.random())
    setup, fate = replace(state.setup, seed=seed), type(state.chance)(seed)
    return state.evolve(sites=tuple(sites), deck=deck, setup=setup, chance=fate)
