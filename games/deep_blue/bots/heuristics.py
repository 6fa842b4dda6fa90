"""Fast heuristics: a sensible plan for a turn, decided on a position in a few dozen microseconds.

The value of a plan is in points: what it pays at once, what it gains for the boats' places, less the value of the cards
that it takes from the hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from math import fsum
from typing import NamedTuple

from .chart import NO_SPOT, NOTHING, Chart
from .dive_pay import Hand, means_of, pay, spot_values
from .position import Position


class Weights(NamedTuple):
    """The values of things to a player, in points. Tuned by playing positions of games against each other."""

    on_site: float = 0.7
    """The value of a boat on a site, as a share of the dive's pay there."""
    near_busy: float = 0.35
    """The same for a boat a step away from a wreck with another player's boat."""
    near: float = 0.15
    hidden: float = 1.8
    """The value of a face-down wreck relative to an open one without free spots."""
    second: float = 0.5
    """The share that a second boat's spot adds on the same wreck."""
    leading: float = 0.5
    """The share of a tile's points for its leader that counts for a boat's place there."""
    rivals: float = 0.6
    """The weight of others' pay against one's own."""
    leaving: float = 0.7
    """The share of a site's value that a dive there gives up."""
    points: float = 0.35
    """The value of having a card in hand and not at rest, for each of its points."""
    protection: float = 2.7
    propeller: float = 0.2
    money: float = 1.1
    token: float = 1.5
    new_points: float = 1.2
    """The value of recruiting a card while the Sunken City is unexplored, for each of its points."""
    new_protection: float = 5.8
    new_use: float = 0.6
    rush: float = 1.4
    """The share of its place's value that a boat must gain by rushing."""


ALIKE = (1.0, 0.6, 0.0)
"""The values of the first protection of a kind, the second, and any more."""


class Plan(NamedTuple):
    """A plan for a turn: the cards and tokens spent, and the purpose."""

    verb: str
    place: int = NOTHING
    """The space of a dive, or the slot of a recruit."""
    cards: tuple[int, ...] = ()
    tokens: int = 0
    boats: tuple[int, int] = (NOTHING, NOTHING)
    """The goal of each boat, NOTHING for one that stays."""


REST = Plan("rest")


def hand_value(chart: Chart, card: int, weights: Weights) -> float:
    """The value of having a card in hand and not at rest."""
    crew = chart.crews[card]
    return (
        crew.points * weights.points
        + (crew.blue + crew.black) * weights.protection
        + crew.propellers * weights.propeller
        + crew.money * weights.money
    )


# Boats

HIDDEN_LEADER = 4
"""The approximate pay of face-down tiles to their leaders."""


class Places:
    """The values to a seat of a boat on each space."""

    def __init__(self, position: Position, seat: int, weights: Weights) -> None:
        self.position, self.weights = position, weights
        self.spot_values = spot_values(position.chart, position.bag, position.hands[seat])
        self.wrecks = [tile >= 0 or not up for tile, up in zip(position.tiles, position.up, strict=True)]
        crowd = {space for other, boats in enumerate(position.boats) if other != seat for space in boats}
        busy, quiet = self.spot_values[NO_SPOT] * weights.near_busy, self.spot_values[NO_SPOT] * weights.near
        rushing = [(busy if space in crowd else quiet) if wreck else 0.0 for space, wreck in enumerate(self.wrecks)]
        self.nearby = [fsum([rushing[other] for other in near]) for near in position.chart.near]
        self.hidden = weights.on_site * (weights.hidden * max(self.spot_values) + weights.leading * HIDDEN_LEADER)

    def site(self, space: int, spot: int) -> float:
        """The value of a boat on a spot of a wreck."""
        position, weights = self.position, self.weights
        if not position.up[space]:
            return self.hidden
        return weights.on_site * (
            self.spot_values[spot] + weights.leading * position.chart.wrecks[position.tiles[space]].leader
        )

    def boat(self, space: int, spot: int) -> float:
        """The value of a boat there: on a wreck, and a step away from others."""
        return self.nearby[space] + (self.site(space, spot) if self.wrecks[space] else 0.0)

    def best_spot(self, space: int) -> int:
        """The best free spot of a wreck, NO_SPOT if there is none or the wreck is face down."""
        if not self.wrecks[space] or not self.position.up[space]:
            return NO_SPOT
        return max(self.position.free(space), key=self.spot_values.__getitem__, default=NO_SPOT)

    @cached_property
    def goals(self) -> list[tuple[float, int, int]]:
        """Every space with the value of a boat on its best spot, and that spot; best first."""
        spots = [self.best_spot(space) for space in range(len(self.wrecks))]
        return sorted([(self.boat(space, spot), space, spot) for space, spot in enumerate(spots)], reverse=True)

    def both(self, places: tuple[int, int], spots: tuple[int, int]) -> float:
        """The value of two boats together: on one wreck, the second adds only its spot."""
        (one, other), worth = places, self.boat(places[0], spots[0])
        if one != other:
            return worth + self.boat(other, spots[1])
        none = self.spot_values[NO_SPOT]
        second = min(self.spot_values[spots[0]], self.spot_values[spots[1]])
        better = max(self.spot_values[spots[0]], self.spot_values[spots[1]])
        if not self.wrecks[one]:
            return worth
        return (
            worth
            + self.weights.on_site * (better - self.spot_values[spots[0]])
            + self.weights.second * max(0.0, second - none)
        )


# Plans for a turn


def plans(position: Position, seat: int, weights: Weights) -> Iterator[tuple[float, Plan]]:
    """All plausible plans, each with its value."""
    yield from _rests(position, seat, weights)
    yield from _recruits(position, seat, weights)
    places = Places(position, seat, weights)
    yield from _dives(position, seat, weights, places)
    yield from sails(position, seat, weights, places)


def best_plan(position: Position, seat: int, weights: Weights) -> Plan:
    """The plan with the highest value."""
    return max(plans(position, seat, weights), key=lambda pair: pair[0], default=(0.0, REST))[1]


def _rests(position: Position, seat: int, weights: Weights) -> Iterator[tuple[float, Plan]]:
    rest = position.rests[seat]
    if rest:
        part = min(1.0, position.chart.box.cards_of_a_rest / len(rest))
        yield part * fsum([hand_value(position.chart, card, weights) for card in rest]), REST


def _recruits(position: Position, seat: int, weights: Weights) -> Iterator[tuple[float, Plan]]:
    chart, hand, tokens = position.chart, position.hands[seat], position.tokens[seat]
    for slot, card in enumerate(position.market):
        if card >= 0:
            cheapest = payment(chart, hand, tokens, chart.box.prices[slot], weights)
            if cheapest is not None:
                cost, cards, spent = cheapest
                yield new_card(position, seat, card, weights) - cost, Plan("recruit", slot, cards, spent)


@lru_cache(maxsize=1 << 13)
def payment(
    chart: Chart, hand: Hand, tokens: int, price: int, weights: Weights
) -> tuple[float, tuple[int, ...], int] | None:
    """The cheapest payment for a price: its cost, cards (two at most) and tokens."""
    cheapest = None
    money = sorted((hand_value(chart, card, weights), card) for card in hand if chart.crews[card].money)
    choices: list[tuple[tuple[float, int], ...]] = [()]
    for place, one in enumerate(money):
        choices += [(one,), *((one, other) for other in money[:place])]
    for chosen in choices:
        missing = price - sum([chart.crews[card].money for _, card in chosen])
        if missing <= tokens and all(missing + chart.crews[card].money > 0 for _, card in chosen):
            cost = fsum([worth for worth, _ in chosen]) + max(0, missing) * weights.token
            if cheapest is None or cost < cheapest[0]:
                cheapest = (cost, tuple(sorted([card for _, card in chosen])), max(0, missing))
    return cheapest


def new_card(position: Position, seat: int, card: int, weights: Weights) -> float:
    """The value of a market card to a seat."""
    crew = position.chart.crews[card]
    share = position.cities / position.chart.box.city_tiles
    worth = (
        crew.points * weights.new_points * _chance_of(position, card) + (crew.money + crew.propellers) * weights.new_use
    )
    if crew.blue or crew.black:
        owned = position.hands[seat] + position.rests[seat]
        alike = owned.count(card)
        worth += weights.new_protection * ALIKE[min(alike, len(ALIKE) - 1)]
    return worth * share


def _chance_of(position: Position, card: int) -> float:
    """An estimate of how often a card scores, from the gems of its colour in the bag once it is in the market."""
    crew = position.chart.crews[card]
    if not crew.needs:
        return max(0.0, 1.1 - crew.any_gems / 10)
    place, needed = crew.needs[0]
    of_colour = position.bag[place]
    return min(0.9, of_colour * 0.22) if needed == 1 else min(0.7, of_colour * 0.22 / needed)


def _dives(position: Position, seat: int, weights: Weights, places: Places) -> Iterator[tuple[float, Plan]]:
    for space in set(position.boats[seat]):
        if position.has_wreck(space):
            yield dive_worth(position, seat, space, weights, places), Plan("dive", space)


def dive_worth(position: Position, seat: int, space: int, weights: Weights, places: Places) -> float:
    """The value of leading a dive there: one's pay, less others' pay and the place's value."""
    own = 0.0
    rivals = 0.0
    for diver, points in dive_pays(position, seat, space).items():
        if diver == seat:
            own = points
        else:
            rivals += points
    spots = position.here(seat, space)
    given_up = weights.leaving * max(places.site(space, spot) for spot in spots)
    return own - weights.rivals * rivals / (position.players - 1) - given_up


def dive_pays(position: Position, leader: int, space: int) -> dict[int, float]:
    """The pay of a dive now to each diver, rushing boats included (they are not moved)."""
    chart, rules = position.chart, position.rules_at(space)
    wreck = chart.wrecks[position.tiles[space]]
    lead = means_of(chart, position.hands[leader], position.here(leader, space))
    pays = {}
    for seat in range(position.players):
        spots = position.here(seat, space)
        if not spots:
            if rushing(position, seat, space) is None:
                continue
            spots = (NO_SPOT,)
        leads = seat == leader
        points = pay(
            chart, position.bag, position.hands[seat], spots, lead, rules.gems_at_once, rules.more_per_card, leads
        )
        if leads:
            points += wreck.leader + rules.leader_points_per_set
        elif rules.all_are_paid:
            points += wreck.leader
        pays[seat] = points
    return pays


def rushing(position: Position, seat: int, space: int) -> int | None:
    """The boat that would rush to a dive there: the one that gives up least, if it is near and gives up little."""
    distance = position.rules_at(space).rush_distance
    reach = position.chart.box.rush_distance if distance is None else distance
    boats, spots, steps = position.boats[seat], position.spots[seat], position.chart.cost[space]
    chosen, least = None, 9
    for boat in (0, 1):
        at = boats[boat]
        if at != space and steps[at] <= reach:
            given_up = 0 if not position.has_wreck(at) else 1 if spots[boat] == NO_SPOT else 2
            if given_up < least:
                chosen, least = boat, given_up
    return chosen if least < 2 else None


def sails(
    position: Position,
    seat: int,
    weights: Weights,
    places: Places,
    steps: int = 0,
    moved: tuple[int, ...] = (),
) -> Iterator[tuple[float, Plan]]:
    """Sails of one boat or both, each with the cards that drive it at least cost, after `steps` that are paid for.

    Boats in `moved` stay where they are.
    """
    propulsion = _propulsion(position.chart, position.hands[seat], position.tokens[seat], weights, steps)
    boats, spots = position.boats[seat], position.spots[seat]
    now = places.both((boats[0], boats[1]), (spots[0], spots[1]))
    ways = [
        [(0, boats[boat], spots[boat], places.boat(boats[boat], spots[boat]))]
        + ([] if boat in moved else _ways(position, places, boats[boat], len(propulsion)))
        for boat in (0, 1)
    ]
    for one_cost, one, one_spot, one_worth in ways[0]:
        for other_cost, other, other_spot, other_worth in ways[1]:
            cost = one_cost + other_cost
            if not 0 < cost <= len(propulsion) or (one == other and one_spot == other_spot != NO_SPOT):
                continue
            worth = one_worth + other_worth if one != other else places.both((one, other), (one_spot, other_spot))
            price, cards, tokens = propulsion[cost - 1]
            to = (one if one_cost else NOTHING, other if other_cost else NOTHING)
            yield worth - now - price, Plan("sail", NOTHING, cards, tokens, to)


WAYS = 6


def _ways(position: Position, places: Places, start: int, most: int) -> list[tuple[int, int, int, float]]:
    """The best destination of one boat: steps, space, its spot there, and the value."""
    steps = position.chart.cost[start]
    ways = [
        (steps[space], space, spot, worth)
        for worth, space, spot in places.goals
        if space != start and steps[space] <= most
    ]
    return ways[:WAYS]


@lru_cache(maxsize=1 << 13)
def _propulsion(
    chart: Chart, hand: Hand, tokens: int, weights: Weights, steps: int
) -> tuple[tuple[float, tuple[int, ...], int], ...]:
    """For one step, two, and so on: the cheapest payment for these steps, its cards and tokens."""
    cards = [(hand_value(chart, card, weights), card) for card in hand if chart.crews[card].propellers]
    cards.sort(key=lambda pair: pair[0] / chart.crews[pair[1]].propellers)
    power, cost, played = steps, 0.0, tuple[int, ...]()
    options = [(power + extra, (extra * weights.token, played, extra)) for extra in range(tokens + 1)]
    for worth, card in cards:
        power, cost, played = power + chart.crews[card].propellers, cost + worth, (*played, card)
        options += [(power + extra, (cost + extra * weights.token, played, extra)) for extra in range(tokens + 1)]
    most = max(power for power, _ in options)
    return tuple(min(payment for power, payment in options if power >= far) for far in range(1, most + 1))
