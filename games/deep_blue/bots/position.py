"""A position of the game: its essential parts, small enough for many playouts within one decision.

It holds what a view shows, and a sample of the hidden information (`sampled_position`). Dives pay their average
(`forecast.py`), so one playout of a position is less noisy than one real game.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ...contract import View
from ..gems import SPOTS, Counts, counted, with_all
from ..odds import ORDINARY
from ..scenarios import SCENARIOS, Scenario
from .chart import NO_SPOT, NOTHING, Chart, chart_of


class Position:
    """One mutable position. Seats, spaces, tiles, spots and cards are numbers (see `Chart`)."""

    __slots__ = (
        "bag",
        "boats",
        "chart",
        "cities",
        "deck",
        "gained",
        "hands",
        "market",
        "players",
        "rests",
        "rules",
        "spots",
        "supply",
        "tiles",
        "tokens",
        "turn",
        "turns",
        "up",
    )

    chart: Chart
    rules: Scenario
    players: int
    turn: int
    turns: int
    cities: int
    """Unexplored parts of the Sunken City."""
    bag: Counts
    supply: list[int]
    boats: list[list[int]]
    spots: list[list[int]]
    hands: list[tuple[int, ...]]
    rests: list[tuple[int, ...]]
    tokens: list[int]
    gained: list[float]
    """Points by seat since the position began."""
    tiles: list[int]
    """The tile of each space, or NOTHING."""
    up: list[bool]
    market: list[int]
    deck: list[int]

    def copy(self) -> Position:
        """An independent copy of the position."""
        new = object.__new__(Position)
        new.chart, new.rules, new.players = self.chart, self.rules, self.players
        new.turn, new.turns, new.cities = self.turn, self.turns, self.cities
        new.bag, new.supply, new.tokens = self.bag, self.supply[:], self.tokens[:]
        new.gained, new.tiles, new.up = self.gained[:], self.tiles[:], self.up[:]
        new.market, new.deck = self.market[:], self.deck[:]
        new.boats = [pair[:] for pair in self.boats]
        new.spots = [pair[:] for pair in self.spots]
        new.hands, new.rests = self.hands[:], self.rests[:]
        return new

    # Queries

    def free(self, space: int) -> list[int]:
        """The spots of the tile there that no boat holds."""
        taken = [
            spots[boat]
            for boats, spots in zip(self.boats, self.spots, strict=True)
            for boat in (0, 1)
            if boats[boat] == space
        ]
        spots = self.chart.wrecks[self.tiles[space]].spots
        return [spot for spot in spots if spot not in taken] if taken else list(spots)

    def here(self, seat: int, space: int) -> tuple[int, ...]:
        """The spots that the seat's boats at a space hold, NO_SPOT for those that hold none; empty if none is there."""
        (one, other), (first, second) = self.boats[seat], self.spots[seat]
        if one == space:
            return (first, second) if other == space else (first,)
        return (second,) if other == space else ()

    def has_wreck(self, space: int) -> bool:
        """Return whether there is a wreck there, face up or down."""
        return self.tiles[space] >= 0 or not self.up[space]

    def rules_at(self, space: int) -> Scenario:
        """The scenario's effect on a dive there, as far as the tile is visible."""
        tile = self.tiles[space]
        return self.rules if tile >= 0 and self.up[space] and self.chart.wrecks[tile].city else ORDINARY

    # Moves

    def end_turn(self) -> None:
        """It is the next player's turn."""
        self.turn = (self.turn + 1) % self.players
        self.turns += 1

    def lay(self, seat: int, cards: Iterable[int]) -> None:
        """Cards of the hand go to rest."""
        hand = list(self.hands[seat])
        for card in cards:
            hand.remove(card)
        self.hands[seat] = tuple(hand)
        self.rests[seat] += tuple(cards)

    def rest(self, seat: int, chance: Random) -> None:
        """Three cards come back."""
        rest, back = list(self.rests[seat]), list(self.hands[seat])
        drawn = min(len(rest), self.chart.box.cards_of_a_rest)
        back += [rest.pop(int(chance.random() * len(rest))) for _ in range(drawn)]
        self.hands[seat], self.rests[seat] = tuple(sorted(back)), tuple(rest)

    def recruit(self, seat: int, slot: int) -> None:
        """The card of a slot (from 0) is in hand, and the market fills up."""
        self.hands[seat] = tuple(sorted((*self.hands[seat], self.market.pop(slot))))
        self.reveal_card()

    def reveal_card(self) -> None:
        """The next card of the deck at the dear end of the market, its gem in the bag."""
        card = self.deck.pop() if self.deck else NOTHING
        self.market.append(card)
        gem = self.chart.crews[card].adds if card >= 0 else NOTHING
        if gem >= 0 and self.supply[gem]:
            self.supply[gem] -= 1
            self.bag = (*self.bag[:gem], self.bag[gem] + 1, *self.bag[gem + 1 :])


def position_of(view: View) -> Position:
    """The position that a view shows. Others' hands are their sure cards; hidden tiles and deck are empty."""
    position = object.__new__(Position)
    chart = position.chart = chart_of(view["components"])
    position.rules, position.players = SCENARIOS[view["mission"]], view["players"]
    position.turn, position.turns, position.cities = view["turn"], 0, chart.box.city_tiles - len(view["mosaic"])
    site_gems = [site["gem"] for site in view["sites"].values() if site["gem"]]
    dive_gems = view["dive"]["gems"] if view["dive"] else ()
    # Gems on the table return to the bag after the dive.
    position.bag, position.supply = (
        with_all(counted(view["bag"]), (*site_gems, *dive_gems)),
        list(counted(view["supply"])),
    )
    position.boats = [[chart.number[boat["space"]] for boat in boats] for boats in view["boats"]]
    position.spots = [[spot_number(boat["spot"]) for boat in boats] for boats in view["boats"]]
    position.tokens, position.gained = list(view["tokens"]), [0.0] * view["players"]
    crews = chart.crew_number
    position.hands = [_cards(chart, cards) for cards in view["sure"]]
    position.rests = [_cards(chart, cards) for cards in view["shown"]]
    if view["seat"] is not None:
        position.hands[view["seat"]] = _cards(chart, view["hand"])
        position.rests[view["seat"]] += _cards(chart, view["rest"])
    position.market, position.deck = [crews[card] if card else NOTHING for card in view["market"]], []
    position.tiles, position.up = [NOTHING] * len(chart.spaces), [True] * len(chart.spaces)
    for space, site in view["sites"].items():
        place = chart.number[space]
        position.tiles[place] = chart.wreck_number[site["tile"]] if site["tile"] else NOTHING
        position.up[place] = site["face_up"]
    return position


def _cards(chart: Chart, names: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted([chart.crew_number[name] for name in names]))


def spot_number(spot: str) -> int:
    """The number of a spot, NO_SPOT for none."""
    return SPOTS.index(spot) if spot else NO_SPOT


def sampled_position(position: Position, view: View, chance: Random) -> Position:
    """The position with a sample of all hidden information: hands, rest piles, tiles face down, the deck."""
    new, chart = position.copy(), position.chart
    _sample_hands(new, view, chance)
    hidden = [space for space in chart.sites if not new.up[space]]
    placed = {new.tiles[space] for space in chart.sites} | {chart.wreck_number[tile] for tile in view["mosaic"]}
    pool = [
        place
        for place, wreck in enumerate(chart.wrecks)
        if place not in placed and chart.box.tiles[wreck.name].tier == "advanced"
    ]
    cities = [place for place in pool if chart.wrecks[place].city]
    others = [place for place in pool if not chart.wrecks[place].city]
    chance.shuffle(others)
    placed_tiles = cities + others[: len(hidden) - len(cities)]
    chance.shuffle(placed_tiles)
    for space, tile in zip(hidden, placed_tiles, strict=True):
        new.tiles[space] = tile
    return new


def _sample_hands(new: Position, view: View, chance: Random) -> None:
    """Uncertain cards are in hand or at rest; the rest holds the other starting cards, and crew that no player can see
    now.
    """
    chart, crews = new.chart, new.chart.crew_number
    hidden_cards = list(chart.deck)
    visible = [card for card in new.market if card >= 0]
    missing = []
    for seat in range(new.players):
        if seat != view["seat"]:
            uncertain = [crews[card] for card in view["may_hold"][seat]]
            chance.shuffle(uncertain)
            in_hand = view["hand_sizes"][seat] - len(view["sure"][seat])
            new.hands[seat] = tuple(sorted((*new.hands[seat], *uncertain[:in_hand])))
            new.rests[seat] += tuple(uncertain[in_hand:])
            owned = new.hands[seat] + new.rests[seat]
            room = view["rest_sizes"][seat] + len(view["shown"][seat]) - len(new.rests[seat])
            back = tuple([card for card in chart.starting if card not in owned][:room])
            new.rests[seat] += back
            missing.append((seat, room - len(back)))
        visible += new.hands[seat] + new.rests[seat]
    for card in visible:
        if card in hidden_cards:
            hidden_cards.remove(card)
    chance.shuffle(hidden_cards)
    for seat, room in missing:
        new.rests[seat] += tuple([hidden_cards.pop() for _ in range(min(room, len(hidden_cards)))])
    new.deck = hidden_cards[: view["deck_left"]]
