"""Components of Deep Blue's boxes, drawn and in words, each with its source. Nothing is stored."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from games.deep_blue.component_sets import other_sets, usual_set
from games.deep_blue.components import Card, Components, Tile
from games.deep_blue.gems import GEMS, HAZARDS, TREASURES, by_colour
from logbook.races.view.card_parts import CrewCard
from logbook.races.view.chart import chart_of
from logbook.races.view.labels import RaceLabels
from logbook.races.view.page import words_at
from logbook.races.view.parts import Chart


@dataclass(frozen=True)
class CardPiece:
    """A crew card: its face, its count, and its source."""

    face: CrewCard
    copies: int
    source: str


@dataclass(frozen=True)
class TilePiece:
    """A wreck tile."""

    id: str
    kind: str
    """blank, wreck or city"""
    starting: bool
    points: int
    spots: tuple[tuple[str, str], ...]
    """Each with its use."""
    source: str


@dataclass(frozen=True)
class GemPiece:
    """The gems of a colour."""

    gem: str
    name: str
    bag: int
    supply: int
    points: int
    scouted: int
    role: str


@dataclass(frozen=True)
class Box:
    """A whole box. `usual` is this project's own, most of whose pieces are stand-ins."""

    name: str
    title: str
    usual: bool
    gems: tuple[GemPiece, ...]
    starting: tuple[CardPiece, ...]
    market: tuple[CardPiece, ...]
    tiles: tuple[TilePiece, ...]
    chart: Chart
    stand_ins: int
    """The number of kinds of cards and tiles that are this project's own."""
    kinds: int


def box_names() -> tuple[tuple[str, str], ...]:
    """Return the boxes by name, and their titles; the usual one first."""
    return tuple((box.name, title_of(box)) for box in (usual_set(), *other_sets().values()))


def box_page(name: str) -> Box | None:
    """Return the box with this name, or None."""
    boxes = {usual_set().name: usual_set(), **other_sets()}
    return _box(boxes[name]) if name in boxes else None


def usual_name() -> str:
    """Return the name of the usual box, the default of races."""
    return usual_set().name


def title_of(box: Components) -> str:
    """Return the box's title, in the reader's language where the box has one."""
    language = (get_language() or "en").partition("-")[0]
    return box.title.get(language) or box.title["en"]


def _box(box: Components) -> Box:
    labels = words_at(None, [], box)
    cards = {card.id: card for card in box.cards.values()}
    copies = Counter(box.market_deck)
    sources = [*(card.source for card in cards.values()), *(tile.source for tile in box.tiles.values())]
    return Box(
        name=box.name,
        title=title_of(box),
        usual=box.name == usual_set().name,
        gems=tuple(_gem(box, labels, gem, place) for place, gem in enumerate(GEMS)),
        starting=tuple(_card(labels, cards[name], 1) for name in box.starting_hand),
        market=tuple(_card(labels, cards[name], number) for name, number in copies.items()),
        tiles=tuple(_tile(labels, tile) for tile in box.tiles.values()),
        chart=chart_of(_bare(box), labels),
        stand_ins=sources.count("designed"),
        kinds=len(sources),
    )


def _gem(box: Components, labels: RaceLabels, gem: str, place: int) -> GemPiece:
    bag, supply = by_colour(box.bag)[gem], by_colour(box.supply)[gem]
    role = "treasure" if gem in TREASURES else "hazard" if gem in HAZARDS else "find"
    return GemPiece(gem, labels.gem(gem), bag, supply, box.points[place], box.scouted[place], role)


def _card(labels: RaceLabels, card: Card, copies: int) -> CardPiece:
    return CardPiece(labels.face(card.id), copies, card.source)


def _tile(labels: RaceLabels, tile: Tile) -> TilePiece:
    kind = "blank" if tile.blank else "city" if tile.city else "wreck"
    spots = tuple((spot, labels.spot(spot)) for spot in tile.spots)
    starting = tile.tier == "starting"
    return TilePiece(tile.id, kind, starting, tile.leader_points, spots, tile.source)


def _bare(box: Components) -> dict[str, Any]:
    """Return the view of an empty board."""
    face_down = {"tile": None, "face_up": False, "city": None, "gem": None, "free": ()}
    sites = dict.fromkeys(box.board.sites, face_down)
    return {"seat": None, "legal": (), "mosaic": (), "sail": None, "dive": None, "boats": (), "sites": sites}
