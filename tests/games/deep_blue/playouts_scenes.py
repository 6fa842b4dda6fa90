"""Scenes that the tests of playouts share with others."""

from __future__ import annotations

from collections import Counter
from random import Random

from games.deep_blue.gems import NO_GEMS, with_all
from games.deep_blue.state import State
from tests.games.deep_blue.builders import owned


def check_pieces(state: State) -> None:
    """31 gems, every card and every tile are in exactly one place."""
    box = state.box
    drawn = state.dive.gems if state.dive else ()
    lying = with_all(NO_GEMS, [*(site.gem for site in state.sites if site.gem), *drawn])
    everywhere = [sum(counts) for counts in zip(state.bag, state.supply, lying, strict=True)]
    assert everywhere == [bag + supply for bag, supply in zip(box.bag, box.supply, strict=True)]
    assert sum(everywhere) == 31
    cards = [card for fleet in state.fleets for card in owned(fleet)]
    market = [card for card in state.market if card]
    start = [*box.starting_hand] * state.seats
    assert sorted([*cards, *market, *state.deck, *state.discarded]) == sorted([*start, *box.market_deck])
    tiles = [site.tile for site in state.sites if site.tile]
    assert len(set(tiles)) == len(tiles)
    assert len(state.mosaic) + sum(box.tiles[tile].city for tile in tiles) == box.city_tiles


def other_world(state: State, seat: int | None, chance: Random) -> State:
    """A world that differs in what this seat may not know: hands against rest piles, deck, hidden tiles, chance."""
    fleets = list(state.fleets)
    for other, fleet in enumerate(fleets):
        if other != seat and fleet.maybe:
            pool = list(fleet.maybe)
            chance.shuffle(pool)
            uncertain = len(fleet.hand) - len(fleet.sure)
            hand = tuple(sorted((*fleet.sure, *pool[:uncertain])))
            rest = Counter(fleet.hand) + Counter(fleet.rest) - Counter(hand)
            fleets[other] = fleet._replace(hand=hand, rest=tuple(sorted(rest.elements())))
    sites = list(state.sites)
    hidden = [place for place, site in enumerate(sites) if not site.face_up]
    tiles = [sites[place].tile for place in hidden]
    chance.shuffle(tiles)
    for place, tile in zip(hidden, tiles, strict=True):
        sites[place] = sites[place]._replace(tile=tile)
    deck = list(state.deck)
    chance.shuffle(deck)
    points = [fleet.points if other == seat else chance.randrange(99) for other, fleet in enumerate(fleets)]
    worlds = tuple(fleet._replace(points=point) for fleet, point in zip(fleets, points, strict=True))
    return state.evolve(fleets=worlds, sites=tuple(sites), deck=tuple(deck), chance=type(state.chance)("another"))
