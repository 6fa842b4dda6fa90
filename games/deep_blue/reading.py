"""Reads a components file. An entry that breaks a rule of the components is refused with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

from ..contract import UnknownSetup
from .board import ADVANCED, BUOY, PORT, SITE, STARTING, Board, Space
from .components import Card, Components, Tile
from .gems import GEMS, HAZARDS, NO_GEMS, SPOTS, TREASURES, counted
from .lines import Lines

STARTING_TILES, ADVANCED_TILES, CITY_TILES = 6, 9, 4
STARTING_CARDS, MARKET_CARDS, SLOTS, SEATS = 4, 30, 4, 5
"""The rulebook's counts of the components ("Contents")."""
_MOST, _DEAREST, _LONGEST = 1000, 9, 60
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
_ID = re.compile(r"[A-Z][A-Z0-9_]{0,30}")
_REMARKS = ("source", "note")
_KEYS = {
    "gems": GEMS,
    "gem": ("total", "bag", "supply", "points", "scouted"),
    "market": ("prices", "refresh"),
    "boats": ("bonus_tokens", "cards_of_a_rest", "rush_distance"),
    "routes": ("steps",),
    "space": ("id", "kind", "tier", "x", "y"),
    "tile": ("id", "tier", "blank", "sunken_city", "spots", "leader_points"),
    "card": (
        *("id", "name", "role", "starting", "copies", "needs", "points"),
        *("protects", "money", "propellers", "adds_gem"),
    ),
    "needs": (*GEMS, "any"),
}
_SECTIONS = ("name", "title", "gems", "market", "boats", "space", "routes", "tile", "card")


def read_components(text: str, file: str) -> Components:
    """The components of a file. Raises UnknownSetup with the file, the line and what would be right."""
    return _Reader(text, file).components()


@dataclass(frozen=True, slots=True)
class _Part:
    """A table of the file, and in which line each of its keys is set."""

    row: Mapping[str, Any]
    line_of: Callable[[str], int]

    @property
    def id(self) -> str:
        return str(self.row["id"])


class _Reader:
    """A file under reading. It knows its text, so an error can name the line."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = Lines(text)
        self.whole = _Part(self._parse(text), self.lines.of_key)

    def _parse(self, text: str) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except RecursionError as error:
            raise UnknownSetup("components-text", file=self.file, why="it is nested too deeply") from error
        except ValueError as error:  # tomllib's own error is one, and so is that of a number too long to read.
            raise UnknownSetup("components-text", file=self.file, why=_quoted(error)) from error

    def components(self) -> Components:
        self._check_keys(self.whole, _SECTIONS)
        gems, market, boats = (self._section(name) for name in ("gems", "market", "boats"))
        counts = {gem: self._part(gems, gem, "gem") for gem in GEMS}
        cards = self._cards()
        box = Components(
            name=self._name(),
            title=self._names(self.whole, "title"),
            bag=self._gems(counts, "bag"),
            supply=self._gems(counts, "supply"),
            points=self._worths(counts, "points"),
            scouted=self._worths(counts, "scouted"),
            prices=self._numbers(market, "prices", least=1, most=_DEAREST),
            refresh_price=self._number(market, "refresh", least=1, most=_DEAREST),
            bonus_tokens=self._numbers(boats, "bonus_tokens"),
            cards_of_a_rest=self._number(boats, "cards_of_a_rest", least=1),
            rush_distance=self._number(boats, "rush_distance"),
            board=self._board(),
            tiles=self._tiles(),
            cards={card.id: card for card, _ in cards},
            starting_hand=tuple(card.id for card, copies in cards for _ in range(copies) if card.starting),
            market_deck=tuple(card.id for card, copies in cards for _ in range(copies) if not card.starting),
        )
        self._check_box(box, counts, market, boats)
        return box

    def _refuse(self, code: str, line: int, **params: Any) -> NoReturn:
        raise UnknownSetup(code, file=self.file, line=line, **params)

    # Values

    def _section(self, name: str) -> _Part:
        return self._part(self.whole, name, name, partial(self.lines.in_table, name))

    def _part(self, part: _Part, key: str, kind: str, line: Callable[[str], int] | None = None) -> _Part:
        """The table at a key; its entries are on the key's line unless the text shows them elsewhere."""
        row = part.row.get(key)
        if not isinstance(row, dict):
            self._refuse("components-missing", part.line_of(key), key=key)
        inner = _Part(row, line or (lambda _: part.line_of(key)))
        self._check_keys(inner, (*_KEYS[kind], *_REMARKS))
        return inner

    def _check_keys(self, part: _Part, known: Iterable[str]) -> None:
        keys = tuple(known)
        for key in part.row:
            if key not in keys:
                self._refuse("components-key", part.line_of(key), key=_quoted(key), keys=", ".join(keys))

    def _number(self, part: _Part, key: str, *, least: int = 0, most: int = _MOST, default: int | None = None) -> int:
        return self._check_number(part.row.get(key, default), key, part.line_of(key), least, most)

    def _check_number(self, number: Any, key: str, line: int, least: int, most: int) -> int:
        if type(number) is not int or not least <= number <= most:
            self._refuse("components-number", line, key=key, value=_quoted(number), least=least, most=most)
        return number

    def _numbers(self, part: _Part, key: str, *, least: int = 0, most: int = _MOST) -> tuple[int, ...]:
        numbers = part.row.get(key)
        if not isinstance(numbers, list) or not numbers:
            self._refuse("components-missing", part.line_of(key), key=key)
        return tuple(self._check_number(number, key, part.line_of(key), least, most) for number in numbers)

    def _choice(self, part: _Part, key: str, among: Iterable[str], default: str | None = None) -> str:
        return self._check_choice(part.row.get(key, default), key, part.line_of(key), tuple(among))

    def _check_choice(self, choice: Any, key: str, line: int, choices: tuple[str, ...]) -> str:
        if not isinstance(choice, str) or choice not in choices:
            self._refuse(
                "components-word", line, key=key, value=_quoted(choice), choices=", ".join(filter(None, choices))
            )
        return choice

    def _flag(self, part: _Part, key: str) -> bool:
        flag = part.row.get(key, False)
        if not isinstance(flag, bool):
            self._refuse("components-word", part.line_of(key), key=key, value=_quoted(flag), choices="true, false")
        return flag

    def _remark(self, part: _Part, key: str) -> str:
        remark = part.row.get(key, "")
        if not isinstance(remark, str):
            self._refuse("components-missing", part.line_of(key), key=key)
        return remark

    def _name(self) -> str:
        name = self.whole.row.get("name")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            self._refuse("components-name", self.whole.line_of("name"), value=_quoted(name))
        return name

    def _names(self, part: _Part, key: str) -> dict[str, str]:
        names = part.row.get(key)
        if not isinstance(names, dict) or "en" not in names or not all(map(_is_text, names.values())):
            self._refuse("components-names", part.line_of(key), key=key)
        return dict(names)

    def _rows(self, kind: str) -> list[_Part]:
        rows = self.whole.row.get(kind)
        if not isinstance(rows, list) or not rows:
            self._refuse("components-missing", self.whole.line_of(kind), key=kind)
        parts, ids = [], set()
        for place, row in enumerate(rows):
            line = partial(self.lines.in_row, kind, place)
            if not isinstance(row, dict):
                self._refuse("components-missing", line("id"), key=kind)
            row_id = row.get("id")
            if not isinstance(row_id, str) or not _ID.fullmatch(row_id):
                self._refuse("components-id", line("id"), value=_quoted(row_id))
            if row_id in ids:
                self._refuse("components-twice", line("id"), piece=row_id)
            ids.add(row_id)
            parts.append(_Part(row, line))
            self._check_keys(parts[-1], (*_KEYS[kind], *_REMARKS))
        return parts

    # Pieces

    def _gems(self, counts: Mapping[str, _Part], key: str) -> tuple[int, ...]:
        return counted({gem: self._number(part, key) for gem, part in counts.items()})

    def _worths(self, counts: Mapping[str, _Part], key: str) -> tuple[int, ...]:
        """Points by colour, which treasures must have; the other gems may leave the word out."""
        worthless = {gem: None if gem in TREASURES else 0 for gem in GEMS}
        return counted({gem: self._number(part, key, default=worthless[gem]) for gem, part in counts.items()})

    def _board(self) -> Board:
        parts = {part.id: part for part in self._rows("space")}
        spaces = {space: self._space(part) for space, part in parts.items()}
        routes = self._section("routes")
        steps = routes.row.get("steps")
        if not isinstance(steps, list):
            self._refuse("components-missing", routes.line_of("steps"), key="steps")
        board = Board(spaces, tuple(self._route(place, step, spaces) for place, step in enumerate(steps)))
        self._check_board(board, parts)
        return board

    def _space(self, part: _Part) -> Space:
        kind = self._choice(part, "kind", (PORT, SITE, BUOY))
        tier = self._choice(part, "tier", (STARTING, ADVANCED)) if kind == SITE else ""
        return Space(part.id, kind, tier, *(self._percent(part, key) for key in ("x", "y")))

    def _percent(self, part: _Part, key: str) -> float:
        number: Any = part.row.get(key)
        if type(number) not in {int, float} or not 0 <= number <= 100:
            self._refuse("components-number", part.line_of(key), key=key, value=_quoted(number), least=0, most=100)
        return float(number)

    def _route(self, place: int, step: Any, spaces: Mapping[str, Space]) -> tuple[str, str]:
        if not isinstance(step, list) or len(step) != 2 or not all(isinstance(end, str) for end in step):
            self._refuse("components-route", self.lines.in_list("routes", "steps", place), value=_quoted(step))
        one, other = step
        if one == other or one not in spaces or other not in spaces:
            self._refuse("components-route", self.lines.in_list("routes", "steps", place), value=_quoted(step))
        return one, other

    def _tiles(self) -> dict[str, Tile]:
        return {part.id: self._tile(part) for part in self._rows("tile")}

    def _tile(self, part: _Part) -> Tile:
        spots, line = part.row.get("spots", []), part.line_of("spots")
        if not isinstance(spots, list) or len(set(map(_quoted, spots))) < len(spots):
            self._refuse("components-spots", line, piece=part.id)
        return Tile(
            id=part.id,
            tier=self._choice(part, "tier", (STARTING, ADVANCED)),
            blank=self._flag(part, "blank"),
            city=self._flag(part, "sunken_city"),
            spots=tuple(self._check_choice(spot, "spots", line, SPOTS) for spot in spots),
            leader_points=self._number(part, "leader_points", default=0),
            source=self._remark(part, "source"),
        )

    def _cards(self) -> list[tuple[Card, int]]:
        return [(self._card(part), self._number(part, "copies", least=1, default=1)) for part in self._rows("card")]

    def _card(self, part: _Part) -> Card:
        needs = self._part(part, "needs", "needs") if "needs" in part.row else _Part({}, part.line_of)
        numbers = {gem: self._number(needs, gem, least=1) for gem in needs.row if gem not in _REMARKS}
        card = Card(
            id=part.id,
            names=self._names(part, "name"),
            role=self._remark(part, "role"),
            starting=self._flag(part, "starting"),
            needs=counted(numbers),
            needs_any=numbers.get("any", 0),
            points=self._number(part, "points", default=0),
            protects=self._choice(part, "protects", ("", *HAZARDS), ""),
            money=self._number(part, "money", default=0),
            propellers=self._number(part, "propellers", default=0),
            adds_gem=self._choice(part, "adds_gem", ("", *GEMS), ""),
            source=self._remark(part, "source"),
        )
        self._check_card(card, part)
        return card

    # Rules of the box

    def _check_card(self, card: Card, part: _Part) -> None:
        if card.money and card.propellers:
            self._refuse("components-two-uses", part.line_of("propellers"), piece=card.id)
        if bool(card.points) != bool(card.needs_any or card.needs != NO_GEMS):
            self._refuse("components-points", part.line_of("points" if card.points else "needs"), piece=card.id)

    def _check_board(self, board: Board, parts: Mapping[str, _Part]) -> None:
        ports = [space.id for space in board.spaces.values() if space.kind == PORT]
        if len(ports) != 1:
            line = parts[ports[1]].line_of("kind") if ports else self.whole.line_of("space")
            self._refuse("components-port", line, count=len(ports))
        for space in board.spaces:
            if space not in board.steps[board.port]:
                self._refuse("components-cut-off", parts[space].line_of("id"), piece=space)

    def _check_box(self, box: Components, counts: Mapping[str, _Part], market: _Part, boats: _Part) -> None:
        lines = {kind: self.whole.line_of(kind) for kind in ("tile", "space", "card")}
        lines |= {"prices": market.line_of("prices"), "bonus_tokens": boats.line_of("bonus_tokens")}
        for at, count, expected, what in _counts(box):
            if count != expected:
                self._refuse("components-count", lines[at], what=what, count=count, wanted=expected)
        for place, gem in enumerate(GEMS):
            total, line = self._number(counts[gem], "total"), counts[gem].line_of("total")
            if box.bag[place] + box.supply[place] != total:
                bag, supply = box.bag[place], box.supply[place]
                self._refuse("components-gems", line, gem=gem, bag=bag, supply=supply, total=total)
            if gem not in TREASURES and (box.points[place] or box.scouted[place]):
                self._refuse("components-worthless", line, gem=gem)
        # A player with all starting cards in hand, and nothing else, must have an action (ruling 19).
        if not any(box.cards[card].propellers for card in box.starting_hand):
            self._refuse("components-becalmed", lines["card"])


def _counts(box: Components) -> Iterator[tuple[str, int, int, str]]:
    """The line, the number of pieces, the rulebook's number, and the kind of piece."""
    tiles = tuple(box.tiles.values())
    sites = [box.board.spaces[site].tier for site in box.board.sites]
    yield "tile", sum(tile.tier == STARTING for tile in tiles), STARTING_TILES, "starting-tiles"
    yield "tile", sum(tile.tier == ADVANCED for tile in tiles), ADVANCED_TILES, "advanced-tiles"
    yield "tile", sum(tile.blank and tile.tier == STARTING for tile in tiles), 1, "blank-starting-tiles"
    yield "tile", sum(tile.blank for tile in tiles), 1, "blank-tiles"
    yield "tile", sum(tile.city and tile.tier == ADVANCED for tile in tiles), CITY_TILES, "advanced-city-tiles"
    yield "tile", box.city_tiles, CITY_TILES, "city-tiles"
    yield "space", sites.count(STARTING), STARTING_TILES, "starting-sites"
    yield "space", sites.count(ADVANCED), ADVANCED_TILES, "advanced-sites"
    yield "card", len(box.starting_hand), STARTING_CARDS, "starting-cards"
    yield "card", len(box.market_deck), MARKET_CARDS, "market-cards"
    yield "prices", len(box.prices), SLOTS, "prices"
    yield "bonus_tokens", len(box.bonus_tokens), SEATS, "bonus-tokens"


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _quoted(value: Any) -> str:
    """A value as a sentence can hold it: in one line, and not too long."""
    try:
        text = " ".join(str("" if value is None else value).split())
    except ValueError:  # A number of thousands of digits.
        return "…"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
