"""Playouts of positions: a plan is carried out, then heuristics play turn after turn."""

from __future__ import annotations

from random import Random

from .chart import NO_SPOT, NOTHING
from .dive_pay import forecast_for, likely, means_of
from .forecast import End
from .heuristics import Places, Plan, Weights, best_plan, dive_pays, rushing
from .position import Position


def carry_out(position: Position, plan: Plan, weights: Weights, chance: Random) -> None:
    """The seat on turn carries out its plan, and its turn ends."""
    seat = position.turn
    position.lay(seat, plan.cards)
    position.tokens[seat] -= plan.tokens
    if plan.verb == "rest":
        position.rest(seat, chance)
    elif plan.verb == "recruit":
        position.recruit(seat, plan.place)
    elif plan.verb == "dive":
        dive(position, seat, plan.place, chance)
    else:
        for boat in (0, 1):
            if plan.boats[boat] != NOTHING:
                position.boats[seat][boat], position.spots[seat][boat] = plan.boats[boat], NO_SPOT
        for boat in (0, 1):
            if plan.boats[boat] != NOTHING:
                arrive(position, seat, boat, weights, chance)
    position.end_turn()


def arrive(position: Position, seat: int, boat: int, weights: Weights, chance: Random) -> None:
    """A boat has stopped: it reveals a face-down tile, and takes the best free spot."""
    space = position.boats[seat][boat]
    if not position.has_wreck(space):
        return
    is_revealed = not position.up[space]
    position.up[space] = True
    if position.tiles[space] == NOTHING:  # The position has no sample for this place.
        return
    position.spots[seat][boat] = Places(position, seat, weights).best_spot(space)
    if is_revealed and position.rules.revealed_is_dived and position.chart.wrecks[position.tiles[space]].city:
        dive(position, seat, space, chance)


def dive(position: Position, leader: int, space: int, chance: Random) -> None:
    """A dive, paid as it pays on average; cards are spent as in one that is drawn at random."""
    chart, rules = position.chart, position.rules_at(space)
    lead = means_of(chart, position.hands[leader], position.here(leader, space))
    outlook = forecast_for(position.bag, lead, rules.gems_at_once)
    end = _one_of(outlook.ends, chance)
    for seat, points in dive_pays(position, leader, space).items():
        position.gained[seat] += points
        if not position.here(seat, space):
            boat = rushing(position, seat, space)
            assert boat is not None, "who is paid is there"
            position.boats[seat][boat] = space
        means = means_of(chart, position.hands[seat], position.here(seat, space))
        _spend(position, seat, space, end)
        played = [
            card
            for card in position.hands[seat]
            if chart.crews[card].points and likely(chart, position.bag, card, means, outlook) > chance.random()
        ]
        position.lay(seat, played)
    position.cities -= chart.wrecks[position.tiles[space]].city
    position.tiles[space] = NOTHING
    for boats, spots in zip(position.boats, position.spots, strict=True):
        for boat in (0, 1):
            if boats[boat] == space:
                spots[boat] = NO_SPOT


def _one_of(ends: tuple[End, ...], chance: Random) -> End:
    number = chance.random()
    for end in ends:
        number -= end.chance
        if number < 0:
            return end
    return ends[-1]


def _spend(position: Position, seat: int, space: int, end: End) -> None:
    """The protections that the seat needs for such a dive are at rest: spots first, then cards."""
    crews, spots = position.chart.crews, position.here(seat, space)
    means = means_of(position.chart, (), spots)
    for missing, colour in ((end.blue - 1 - means[0], "blue"), (end.black - 1 - means[1], "black")):
        if missing > 0:
            cards = [card for card in position.hands[seat] if getattr(crews[card], colour)]
            position.lay(seat, cards[:missing])


def play_on(position: Position, turns: int, weights_by_seat: list[Weights], chance: Random) -> None:
    """Play this many turns by heuristics, or to the end of the game."""
    while turns and position.cities:
        weights = weights_by_seat[position.turn]
        carry_out(position, best_plan(position, position.turn, weights), weights, chance)
        turns -= 1
