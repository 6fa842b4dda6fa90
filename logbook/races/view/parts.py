"""Parts of a race's page: plain values for the templates. `logbook.races.view.page` fills them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from logbook.races.view.card_parts import Choice, ChoiceGroup, CrewCard, GemCount, HandCard, Market
from logbook.rounds.view.end import After
from logbook.rounds.view.parts import GamePage, Moment


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
    """The position on the tile, in percent."""


@dataclass(frozen=True)
class MapMove:
    """A boat's move to a space."""

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
    """The map: spaces, routes, and the boats that may move now."""

    places: tuple[MapPlace, ...]
    routes: tuple[Route, ...]
    to_move: tuple[int, ...]
    steps: int
    mosaic: tuple[bool, ...]
    """The parts of the Sunken City, explored ones first."""

    @property
    def explored(self) -> int:
        """The number of explored parts."""
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
    """A player in the dive: their position, and their pay if the dive ended now."""

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
    """The odds of the next gem, in words."""

    danger: str
    hazard: str


@dataclass(frozen=True)
class DiveScene:
    """A dive in progress."""

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
    """A diver's pay."""

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
    """In the order drawn: the last gem may have ended the dive."""
    paid: tuple[PaidDiver, ...]
    verdict: str
    """The reader's result of the dive, in a sentence; "" if they did not take part."""
    fresh: bool
    has_bonus: bool


@dataclass(frozen=True)
class Fleet:
    """A player's public pieces; `score` is known for the reader, and for all players at the end.

    The page never lists other players' cards: remembering them is part of the game.
    """

    seat: int
    name: str
    kind: str
    presence: str
    stand_in: bool
    agreed: tuple[int, ...]
    decides_by: datetime | None
    mine: bool
    turn: bool
    """The table waits for this player."""
    on_turn: bool
    tokens: int
    hand: int
    rest: int
    boats: tuple[str, ...]
    shown: tuple[CrewCard, ...]
    score: int | None


@dataclass(frozen=True)
class LogTurn:
    """The events of one turn, in sentences."""

    round: int
    seat: int
    who: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Score:
    """A row of the final table."""

    rank: int
    seat: int
    name: str
    mine: bool
    points: int
    crew: int
    won: bool
    page: int | None = None
    """The player, if the reader may open their page."""


@dataclass(frozen=True)
class EndPanel:
    """The end of the race."""

    title: str
    reason: str
    scores: tuple[Score, ...]
    took: str
    after: After


@dataclass(frozen=True)
class RacePage(GamePage):
    """Values of `races/_race.html`."""

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
    """The pieces are this project's own."""

    @property
    def me(self) -> Fleet | None:
        """The reader's own pieces."""
        return next((fleet for fleet in self.fleets if fleet.mine), None)

    @property
    def in_bag(self) -> int:
        """The number of gems in the bag."""
        return sum(gems.count for gems in self.bag)

    @property
    def spoken(self) -> str:
        """The text for screen readers: the news, then the status."""
        moment = self.moment
        parts = [moment.error] if moment.error else [*moment.news, f"{self.status}."]
        if self.dive and self.dive.odds and not moment.error:
            parts.append(self.dive.odds.danger)
        if self.end:
            parts.append(self.end.reason)
        return " ".join(parts)
