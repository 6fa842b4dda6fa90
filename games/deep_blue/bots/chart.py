"""A component set in the form that bots compute with: everything by number, computed once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import NamedTuple

from ..components import Card, Components, Tile
from ..gems import SPOTS, Counts, place_of
from ..odds import box_named

JOKER_SPOT = SPOTS.index("joker")
BLUE_SPOT, BLACK_SPOT = SPOTS.index("blue"), SPOTS.index("black")
NO_SPOT, NOTHING = -1, -1


class Crew(NamedTuple):
    """A card. `needs` are (place of the gem, number); `adds` is the place of the gem it brings, or -1."""

    name: str
    points: int
    needs: tuple[tuple[int, int], ...]
    any_gems: int
    blue: int
    black: int
    money: int
    propellers: int
    adds: int


class Wreck(NamedTuple):
    """A tile, its spots by number."""

    name: str
    spots: tuple[int, ...]
    leader: int
    city: bool


@dataclass(frozen=True, eq=False)
class Chart:
    """The box by numbers: spaces, sites, tiles and cards in the order of the components."""

    box: Components
    spaces: tuple[str, ...]
    number: dict[str, int]
    cost: tuple[tuple[int, ...], ...]
    """Steps of a sail from space to space, out and back for its own."""
    near: tuple[tuple[int, ...], ...]
    """The spaces a step away from each."""
    sites: tuple[int, ...]
    wrecks: tuple[Wreck, ...]
    wreck_number: dict[str, int]
    crews: tuple[Crew, ...]
    crew_number: dict[str, int]
    starting: tuple[int, ...]
    deck: tuple[int, ...]
    port: int


@cache
def chart_of(name: str) -> Chart:
    """The chart of a box, by the name that a view gives it."""
    box = box_named(name)
    spaces = tuple(box.board.spaces)
    crews = tuple(_crew(card) for card in box.cards.values())
    crew_number = {crew.name: number for number, crew in enumerate(crews)}
    wrecks = tuple(_wreck(tile) for tile in box.tiles.values())
    number = {space: place for place, space in enumerate(spaces)}
    return Chart(
        box=box,
        spaces=spaces,
        number=number,
        cost=tuple(tuple(box.board.cost(one, other) for other in spaces) for one in spaces),
        near=tuple(tuple(number[other] for other in box.board.neighbours[space]) for space in spaces),
        sites=tuple(number[site] for site in box.board.sites),
        wrecks=wrecks,
        wreck_number={wreck.name: place for place, wreck in enumerate(wrecks)},
        crews=crews,
        crew_number=crew_number,
        starting=tuple(crew_number[card] for card in box.starting_hand),
        deck=tuple(crew_number[card] for card in box.market_deck),
        port=number[box.board.port],
    )


def _crew(card: Card) -> Crew:
    return Crew(
        name=card.id,
        points=card.points,
        needs=tuple((place, count) for place, count in enumerate(card.needs) if count),
        any_gems=card.needs_any,
        blue=int(card.protects == "blue"),
        black=int(card.protects == "black"),
        money=card.money,
        propellers=card.propellers,
        adds=place_of(card.adds_gem) if card.adds_gem else NOTHING,
    )


def _wreck(tile: Tile) -> Wreck:
    return Wreck(tile.id, tuple(SPOTS.index(spot) for spot in tile.spots), tile.leader_points, tile.city)


@cache
def at_least(drawn: int, total: int, needed: int, of_colour: int) -> float:
    """The chance that `drawn` gems out of `total` hold at least `needed` of the `of_colour` gems of one colour."""
    if of_colour < needed:
        return 0.0
    fewer = sum(comb(of_colour, few) * comb(total - of_colour, drawn - few) for few in range(min(needed, drawn + 1)))
    return 1.0 - fewer / comb(total, drawn)


def harmless(bag: Counts) -> int:
    """The number of gems in the bag that are no hazards."""
    return bag[0] + bag[1] + bag[2] + bag[3] + bag[4]
