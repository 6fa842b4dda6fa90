"""Reading a components file. What breaks a rule of the box is refused with the line it stands in."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from ..contract import UnknownSetup
from .board import ADVANCED, BUOY, PORT, SITE, STARTING, Board, Space
from .components import Card, Components, Tile
from .gems import GEMS, HAZARDS, NO_GEMS, SPOTS, TREASURES, counted

STARTING_TILES, ADVANCED_TILES, CITY_TILES, MARKET_CARDS = 6, 9, 4, 30
"""What the rulebook counts in the box ("Contents")."""
_MOST = 1000
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
_ID = re.compile(r"[A-Z][A-Z0-9_]{0,30}")
_Row = Mapping[str, Any]


def read_components(text: str, file: str) -> Components:
    """The box that a file holds. Raises UnknownSetup with the file, the line and what would be right."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnknownSetup("components-text", file=file, why=str(error)) from error
    return _Reader(text, file, table).components()


class _Reader:
    """One file being read: knows its text, so as to name the line of whatever is wrong."""

    def __init__(self, text: str, file: str, table: _Row) -> None:
        self.lines = text.splitlines()
        self.file = file
        self.table = table

    def components(self) -> Components:
        gems, market, boats = (self._section(name) for name in ("gems", "market", "boats"))
        cards = self._cards()
        box = Components(
            name=self._name(),
            title=self._names(self.table.get("title"), "title"),
            bag=self._gems(gems, "bag"),
            supply=self._gems(gems, "supply"),
            points=self._gems(gems, "points"),
            scouted=self._gems(gems, "scouted"),
            prices=self._numbers(market, "prices", least=1),
            refresh_price=self._number(market, "refresh", "refresh", least=1),
            bonus_tokens=self._numbers(boats, "bonus_tokens"),
            cards_of_a_rest=self._number(boats, "cards_of_a_rest", "cards_of_a_rest", least=1),
            rush_distance=self._number(boats, "rush_distance", "rush_distance"),
            board=self._board(),
            tiles=self._tiles(),
            cards={card.id: card for card, _ in cards},
            starting_hand=tuple(card.id for card, _ in cards if card.starting),
            market_deck=tuple(card.id for card, copies in cards for _ in range(copies) if not card.starting),
        )
        self._check_box(box, gems)
        return box

    # Refusing

    def _refuse(self, code: str, at: str, **params: Any) -> NoReturn:
        raise UnknownSetup(code, file=self.file, line=self._line(at), **params)

    def _line(self, at: str) -> int:
        """The line in which an id is given, a key set or a section opened; the first if there is none."""
        word = re.escape(at)
        given = re.compile(rf'^\s*(id\s*=\s*"{word}"|"?{word}"?\s*=|\[+{word}\]+)')
        return next((number for number, line in enumerate(self.lines, 1) if given.match(line)), 1)

    # Values

    def _section(self, name: str) -> _Row:
        section = self.table.get(name)
        if not isinstance(section, dict):
            self._refuse("components-missing", name, key=name)
        return section

    def _number(self, row: _Row, key: str, at: str, *, least: int = 0, default: int | None = None) -> int:
        number = row.get(key, default)
        if type(number) is not int or not least <= number <= _MOST:
            self._refuse("components-number", at, key=key, value=_shown(number), least=least, most=_MOST)
        return number

    def _numbers(self, row: _Row, key: str, *, least: int = 0) -> tuple[int, ...]:
        numbers = row.get(key)
        if not isinstance(numbers, list) or not numbers:
            self._refuse("components-missing", key, key=key)
        return tuple(self._number({key: number}, key, key, least=least) for number in numbers)

    def _word(self, row: _Row, key: str, at: str, among: Iterable[str], default: str | None = None) -> str:
        word = row.get(key, default)
        choices = tuple(among)
        if word not in choices:
            self._refuse("components-word", at, key=key, value=_shown(word), choices=", ".join(filter(None, choices)))
        return str(word)

    def _name(self) -> str:
        name = self.table.get("name")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            self._refuse("components-name", "name", value=_shown(name))
        return name

    def _names(self, names: Any, at: str) -> dict[str, str]:
        if (
            not isinstance(names, dict)
            or "en" not in names
            or not all(isinstance(word, str) for word in names.values())
        ):
            self._refuse("components-names", at, key=at)
        return dict(names)

    def _rows(self, kind: str) -> list[_Row]:
        rows = self.table.get(kind)
        if not isinstance(rows, list) or not rows:
            self._refuse("components-missing", kind, key=kind)
        ids = [row.get("id") for row in rows]
        for given, times in Counter(map(_shown, ids)).items():
            if times > 1:
                self._refuse("components-twice", given, piece=given)
        for given in ids:
            if not isinstance(given, str) or not _ID.fullmatch(given):
                self._refuse("components-id", kind, value=_shown(given))
        return rows

    # Pieces

    def _gems(self, gems: _Row, key: str) -> tuple[int, ...]:
        for gem in gems:
            if gem not in GEMS:
                self._refuse("components-word", gem, key="gems", value=gem, choices=", ".join(GEMS))
        return counted({gem: self._number(row, key, gem, default=0) for gem, row in gems.items()})

    def _board(self) -> Board:
        spaces = {row["id"]: self._space(row) for row in self._rows("space")}
        steps = self._section("routes").get("steps")
        if not isinstance(steps, list):
            self._refuse("components-missing", "steps", key="steps")
        board = Board(spaces, tuple(self._route(step, spaces) for step in steps))
        self._check_board(board)
        return board

    def _space(self, row: _Row) -> Space:
        kind = self._word(row, "kind", row["id"], (PORT, SITE, BUOY))
        tier = self._word(row, "tier", row["id"], (STARTING, ADVANCED)) if kind == SITE else ""
        return Space(row["id"], kind, tier, *(self._percent(row, key) for key in ("x", "y")))

    def _percent(self, row: _Row, key: str) -> float:
        number = row.get(key)
        if not isinstance(number, (int, float)) or not 0 <= number <= 100:
            self._refuse("components-number", row["id"], key=key, value=_shown(number), least=0, most=100)
        return float(number)

    def _route(self, step: Any, spaces: Mapping[str, Space]) -> tuple[str, str]:
        if not isinstance(step, list) or len(step) != 2 or step[0] == step[1]:
            self._refuse("components-route", "steps", value=_shown(step))
        for space in step:
            if space not in spaces:
                self._refuse("components-route", "steps", value=_shown(step))
        return step[0], step[1]

    def _tiles(self) -> dict[str, Tile]:
        return {row["id"]: self._tile(row) for row in self._rows("tile")}

    def _tile(self, row: _Row) -> Tile:
        at = row["id"]
        spots = row.get("spots", [])
        if not isinstance(spots, list) or len(set(map(_shown, spots))) < len(spots):
            self._refuse("components-spots", at, piece=at)
        return Tile(
            id=at,
            tier=self._word(row, "tier", at, (STARTING, ADVANCED)),
            blank=bool(row.get("blank")),
            city=bool(row.get("sunken_city")),
            spots=tuple(self._word({"spots": spot}, "spots", at, SPOTS) for spot in spots),
            leader_points=self._number(row, "leader_points", at, default=0),
            source=str(row.get("source", "")),
        )

    def _cards(self) -> list[tuple[Card, int]]:
        return [
            (self._card(row), self._number(row, "copies", row["id"], least=1, default=1)) for row in self._rows("card")
        ]

    def _card(self, row: _Row) -> Card:
        at = row["id"]
        needs = row.get("needs", {})
        for gem in needs:
            self._word({"needs": gem}, "needs", at, (*GEMS, "any"))
        numbers = {gem: self._number(needs, gem, at, least=1) for gem in needs}
        card = Card(
            id=at,
            names=self._names(row.get("name"), at),
            role=str(row.get("role", "")),
            starting=bool(row.get("starting")),
            needs=counted(numbers),
            needs_any=numbers.get("any", 0),
            points=self._number(row, "points", at, default=0),
            protects=self._word(row, "protects", at, ("", *HAZARDS), ""),
            money=self._number(row, "money", at, default=0),
            propellers=self._number(row, "propellers", at, default=0),
            adds_gem=self._word(row, "adds_gem", at, ("", *GEMS), ""),
            source=str(row.get("source", "")),
        )
        self._check_card(card)
        return card

    # Rules of the box

    def _check_card(self, card: Card) -> None:
        if card.money and card.propellers:
            self._refuse("components-two-uses", card.id, piece=card.id)
        if bool(card.points) != bool(card.needs_any or card.needs != NO_GEMS):
            self._refuse("components-points", card.id, piece=card.id)

    def _check_board(self, board: Board) -> None:
        ports = [space.id for space in board.spaces.values() if space.kind == PORT]
        if len(ports) != 1:
            self._refuse("components-port", "space", count=len(ports))
        for space in board.spaces:
            if space not in board.steps[board.port]:
                self._refuse("components-cut-off", space, piece=space)

    def _check_box(self, box: Components, gems: _Row) -> None:
        for at, found, wanted, what in _counts(box):
            if found != wanted:
                self._refuse("components-count", at, what=what, count=found, wanted=wanted)
        for place, gem in enumerate(GEMS):
            total = self._number(gems.get(gem, {}), "total", gem)
            if box.bag[place] + box.supply[place] != total:
                self._refuse("components-gems", gem, gem=gem, bag=box.bag[place], supply=box.supply[place], total=total)
            if gem not in TREASURES and (box.points[place] or box.scouted[place]):
                self._refuse("components-worthless", gem, gem=gem)
        self._check_start(box)

    def _check_start(self, box: Components) -> None:
        """Somebody with all starting cards in hand, and nothing else, must be able to do something (ruling 19)."""
        if not any(box.cards[card].propellers for card in box.starting_hand):
            self._refuse("components-becalmed", "card")
        if len(box.bonus_tokens) != 5:
            self._refuse("components-count", "bonus_tokens", what="bonus_tokens", count=len(box.bonus_tokens), wanted=5)


def _counts(box: Components) -> Iterator[tuple[str, int, int, str]]:
    """Where it stands, how many there are, how many the rulebook has, of what."""
    tiles: Sequence[Tile] = tuple(box.tiles.values())
    sites = [box.board.spaces[site].tier for site in box.board.sites]
    yield "tile", sum(tile.tier == STARTING for tile in tiles), STARTING_TILES, "starting tiles"
    yield "tile", sum(tile.tier == ADVANCED for tile in tiles), ADVANCED_TILES, "advanced tiles"
    yield "tile", sum(tile.blank and tile.tier == STARTING for tile in tiles), 1, "blank starting tiles"
    yield "tile", sum(tile.blank for tile in tiles), 1, "blank tiles"
    yield "tile", sum(tile.city and tile.tier == ADVANCED for tile in tiles), CITY_TILES, "advanced tiles of the city"
    yield "tile", box.city_tiles, CITY_TILES, "tiles of the city"
    yield "space", sites.count(STARTING), STARTING_TILES, "starting sites"
    yield "space", sites.count(ADVANCED), ADVANCED_TILES, "advanced sites"
    yield "card", len(box.market_deck), MARKET_CARDS, "market cards"
    yield "prices", len(box.prices), 4, "prices"


def _shown(value: Any) -> str:
    return "" if value is None else str(value)
