"""The parts of a race's page: plain values that the templates read. `logbook.rounds.race.page` fills them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from logbook.rounds import text as rounds_text
from logbook.rounds.view.parts import After, Moment

LONG_WORD: Final = 13


@dataclass(frozen=True)
class Choice:
    """One legal action and how it is said; `gem` or `spot` where a drawing helps, `note` what it brings."""

    text: str
    label: str
    gem: str = ""
    spot: str = ""
    note: str = ""
    style: str = ""


@dataclass(frozen=True)
class ChoiceGroup:
    """Choices of one kind. `style` is buttons, select or quiet; the title of an `untitled` one is for ears alone."""

    key: str
    title: str
    choices: tuple[Choice, ...]
    hint: str = ""
    style: str = "buttons"
    untitled: bool = False


@dataclass(frozen=True)
class GemCount:
    """So many gems of a colour."""

    gem: str
    count: int
    name: str


@dataclass(frozen=True)
class CrewCard:
    """A crew card's face: what it needs in a dive and pays there, or what else it is good for."""

    id: str
    name: str
    needs: tuple[GemCount, ...]
    needs_any: int
    points: int
    protects: str
    money: int
    propellers: int
    adds_gem: str
    words: str
    """All of it in a sentence."""

    @property
    def has_long_word(self) -> bool:
        """Whether the name needs smaller letters to stand on a card without being broken."""
        return max(map(len, self.name.split()), default=0) >= LONG_WORD


@dataclass(frozen=True)
class HandCard:
    """A card of the reader's: what clicking it does (`does` in a word or two), or why it does nothing."""

    card: CrewCard
    place: int
    action: str
    action_name: str
    does: str
    why_not: str


@dataclass(frozen=True)
class MarketSlot:
    """A slot of the market: its card, its price, and the ways in which the reader can have it, the cheapest first."""

    number: int
    price: int
    card: CrewCard | None
    best: Choice | None
    others: tuple[Choice, ...]


@dataclass(frozen=True)
class Payment:
    """What the reader can pay with beyond the price; the surplus is lost. An action is a target, then pieces."""

    targets: tuple[Choice, ...]
    """What is paid for, as the beginning of an action; its note is the price."""
    pieces: tuple[Choice, ...]
    """Cards and bonus tokens, in the order in which an action names them; a note says what one is worth."""


@dataclass(frozen=True)
class Market:
    """The cards that can be recruited, and what a whole new market costs. `purse` only where one may overpay."""

    slots: tuple[MarketSlot, ...]
    refresh_price: int
    refresh: tuple[Choice, ...]
    deck_left: int
    purse: Payment | None


@dataclass(frozen=True)
class BoatMark:
    """A boat on the map."""

    seat: int
    number: int
    owner: str
    mine: bool
    words: str


@dataclass(frozen=True)
class SpotMark:
    """A scouting spot of a tile, with the boat that holds it."""

    spot: str
    words: str
    boat: BoatMark | None
    x: float
    y: float
    """Where on the tile, in percent."""


@dataclass(frozen=True)
class MapMove:
    """A boat's way to a space."""

    text: str
    boat: int
    steps: int
    label: str


@dataclass(frozen=True)
class MapPlace:
    """A space of the map. `look` is port, buoy, hidden, wreck, city or empty; `action` dives or reveals there."""

    id: str
    x: float
    y: float
    look: str
    tile: str
    points: int
    spots: tuple[SpotMark, ...]
    gem: str
    boats: tuple[BoatMark, ...]
    moves: tuple[MapMove, ...]
    action: Choice | None
    words: str
    diving: bool


@dataclass(frozen=True)
class Route:
    """A line between two spaces."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Chart:
    """The map: spaces, routes, and which boats may be moved on it now."""

    places: tuple[MapPlace, ...]
    routes: tuple[Route, ...]
    to_move: tuple[int, ...]
    steps: int
    mosaic: tuple[bool, ...]
    """The parts of the Sunken City, those explored first."""

    @property
    def explored(self) -> int:
        """How many of them have been dived at."""
        return sum(self.mosaic)


@dataclass(frozen=True)
class DrawnGem:
    """A gem of the dive; `fresh` ones came up with the last action, the first of them at `order` 0."""

    number: int
    gem: str
    name: str
    fresh: bool
    order: int


@dataclass(frozen=True)
class Diver:
    """Somebody who takes part: how they stand, and what the dive would pay them if it ended now."""

    seat: int
    name: str
    mine: bool
    leads: bool
    spots: tuple[str, ...]
    spot_words: str
    state: str
    """down, asked, surfaced"""
    words: str
    points: int
    shown: tuple[CrewCard, ...]


@dataclass(frozen=True)
class Odds:
    """What may come up next, in words."""

    danger: str
    hazard: str


@dataclass(frozen=True)
class DiveScene:
    """A dive under way."""

    space: str
    city: bool
    title: str
    leading: int
    treasures: tuple[DrawnGem, ...]
    blues: tuple[DrawnGem, ...]
    blacks: tuple[DrawnGem, ...]
    drawn: int
    hazard: str
    divers: tuple[Diver, ...]
    odds: Odds | None


@dataclass(frozen=True)
class PaidDiver:
    """What a dive paid to one who took part."""

    seat: int
    name: str
    mine: bool
    cards: int
    gems: int
    leading: int
    bonus: int
    stayed: bool
    total: int


@dataclass(frozen=True)
class LastDive:
    """The dive that ended last."""

    title: str
    gems: tuple[GemCount, ...]
    drawn: tuple[DrawnGem, ...]
    """In the order in which they came up: the last of them may have ended the dive as it was drawn."""
    paid: tuple[PaidDiver, ...]
    verdict: str
    """What the dive came to for the reader, in a sentence; empty for who took no part."""
    fresh: bool
    has_bonus: bool


@dataclass(frozen=True)
class Fleet:
    """A player as everybody sees them; `score` is known of oneself, and of everybody at the end.

    Which cards others hold is for the players to remember: the page never lists them.
    """

    seat: int
    name: str
    kind: str
    mine: bool
    turn: bool
    """The table waits for them."""
    on_turn: bool
    tokens: int
    hand: int
    rest: int
    boats: tuple[str, ...]
    shown: tuple[CrewCard, ...]
    score: int | None


@dataclass(frozen=True)
class LogTurn:
    """What happened in one turn, in sentences."""

    round: int
    seat: int
    who: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Score:
    """A line of the final table."""

    rank: int
    seat: int
    name: str
    mine: bool
    points: int
    crew: int
    won: bool


@dataclass(frozen=True)
class EndPanel:
    """The end of the race."""

    title: str
    reason: str
    scores: tuple[Score, ...]
    took: str
    after: After


@dataclass(frozen=True)
class RacePage:
    """All that `race/_race.html` shows."""

    moment: Moment
    game: str
    mission: str
    title: str
    phase: str
    status: str
    your_turn: bool
    seated: bool
    round_number: int
    chart: Chart
    market: Market
    hand: tuple[HandCard, ...] | None
    hand_hint: str
    rest: tuple[CrewCard, ...]
    score: int | None
    fleets: tuple[Fleet, ...]
    dive: DiveScene | None
    last_dive: LastDive | None
    bag: tuple[GemCount, ...]
    supply: tuple[GemCount, ...]
    log: tuple[LogTurn, ...]
    choices: tuple[ChoiceGroup, ...]
    end: EndPanel | None
    own_components: bool
    """The pieces are this project's own stand-ins."""

    @property
    def game_name(self) -> str:
        """What the game is called."""
        return rounds_text.game_name(self.game)

    @property
    def me(self) -> Fleet | None:
        """The reader's own pieces."""
        return next((fleet for fleet in self.fleets if fleet.mine), None)

    @property
    def in_bag(self) -> int:
        """How many gems the bag holds."""
        return sum(gems.count for gems in self.bag)

    @property
    def spoken(self) -> str:
        """What a screen reader hears: what happened, then how it stands."""
        moment = self.moment
        parts = [moment.error] if moment.error else [*moment.news, f"{self.status}."]
        if self.dive and self.dive.odds and not moment.error:
            parts.append(self.dive.odds.danger)
        if self.end:
            parts.append(self.end.reason)
        return " ".join(parts)
