"""The components of a game: gems, market, board, wreck tiles and crew cards, read from a TOML file and validated.

This folder's file marks each piece as known or as this project's stand-in; another file can replace it (see
`component_sets.py`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from .board import Board
from .gems import Counts

MONEY, PROPELLERS = "money", "propellers"
TOKEN = "token"  # noqa: S105 - a bonus token, no secret
"""The word of actions for a bonus token, which has a value of 1 of either."""
LOOKS = frozenset({"name", "names", "title", "role", "source", "x", "y"})
"""Keys for wording and drawing only, which change no race."""


@dataclass(frozen=True, slots=True)
class Card:
    """A member of a crew. `needs` are counts of gems drawn, `needs_any` a number of gems of any colour."""

    id: str
    names: Mapping[str, str]
    role: str
    starting: bool
    needs: Counts
    needs_any: int
    points: int
    protects: str
    money: int
    propellers: int
    adds_gem: str
    source: str

    def unlocked(self, counts: Counts, drawn: int) -> bool:
        """Return whether the card pays points after these gems (rulebook, "Play crew cards")."""
        return self.points > 0 and drawn >= self.needs_any and all(map(_enough, counts, self.needs))


def _enough(have: int, need: int) -> bool:
    return have >= need


@dataclass(frozen=True, slots=True)
class Tile:
    """A wreck: its scouting spots, its leader's pay, and whether it is a part of the Sunken City."""

    id: str
    tier: str
    blank: bool
    city: bool
    spots: tuple[str, ...]
    leader_points: int
    source: str


@dataclass(frozen=True)
class Components:
    """A whole box. `market_deck` are the ids of the cards to shuffle, copies included."""

    name: str
    title: Mapping[str, str]
    bag: Counts
    supply: Counts
    points: Counts
    scouted: Counts
    prices: tuple[int, ...]
    refresh_price: int
    bonus_tokens: tuple[int, ...]
    cards_of_a_rest: int
    rush_distance: int
    board: Board
    tiles: Mapping[str, Tile]
    cards: Mapping[str, Card]
    starting_hand: tuple[str, ...]
    market_deck: tuple[str, ...]

    @cached_property
    def site_places(self) -> Mapping[str, int]:
        """The index of each site in a tuple by site."""
        return {site: place for place, site in enumerate(self.board.sites)}

    @cached_property
    def city_tiles(self) -> int:
        """The number of tiles of the Sunken City; the game ends with the last one."""
        return sum(tile.city for tile in self.tiles.values())

    @cached_property
    def mark(self) -> str:
        """Twelve hexadecimal digits that are others as soon as a race could go otherwise: looks do not count."""
        return sha256(json.dumps(_without_looks(asdict(self))).encode()).hexdigest()[:12]


def _without_looks(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _without_looks(value) for key, value in part.items() if key not in LOOKS}
    return [_without_looks(value) for value in part] if isinstance(part, list | tuple) else part
