"""Playouts of sketches: a plan is carried out, then heuristics play turn after turn."""

from __future__ import annotations

from random import Random

from .chart import NO_SPOT, NOTHING
from .dive_pay import forecast_for, likely, means_of
from .forecast import End
from .heuristics import Places, Plan, Weights, best_plan, dive_pays, rushing
from .sketch import Sketch


def carry_out(sketch: Sketch, plan: Plan, weights: Weights, chance: Random) -> None:
    """The seat on turn carries out its plan, and its turn ends."""
    seat = sketch.turn
    sketch.lay(seat, plan.cards)
    sketch.tokens[seat] -= plan.tokens
    if plan.verb == "rest":
        sketch.rest(seat, chance)
    elif plan.verb == "recruit":
        sketch.recruit(seat, plan.place)
    elif plan.verb == "dive":
        dive(sketch, seat, plan.place, chance)
    else:
        for boat in (0, 1):
            if plan.boats[boat] != NOTHING:
                sketch.boats[seat][boat], sketch.spots[seat][boat] = plan.boats[boat], NO_SPOT
        for boat in (0, 1):
            if plan.boats[boat] != NOTHING:
                arrive(sketch, seat, boat, weights, chance)
    sketch.end_turn()


def arrive(sketch: Sketch, seat: int, boat: int, weights: Weights, chance: Random) -> None:
    """A boat has stopped: it reveals a face-down tile, and takes the best free spot."""
    space = sketch.boats[seat][boat]
    if not sketch.has_wreck(space):
        return
    found = not sketch.up[space]
    sketch.up[space] = True
    if sketch.tiles[space] == NOTHING:  # The sketch has no sample for this place.
        return
    sketch.spots[seat][boat] = Places(sketch, seat, weights).best_spot(space)
    if found and sketch.rules.revealed_is_dived and sketch.chart.wrecks[sketch.tiles[space]].city:
        dive(sketch, seat, space, chance)


def dive(sketch: Sketch, leader: int, space: int, chance: Random) -> None:
    """A dive, paid as it pays on average; cards are spent as in one that is drawn at random."""
    chart, rules = sketch.chart, sketch.rules_at(space)
    lead = means_of(chart, sketch.hands[leader], sketch.here(leader, space))
    coming = forecast_for(sketch.bag, lead, rules.gems_at_once)
    end = _one_of(coming.ends, chance)
    for seat, paid in dive_pays(sketch, leader, space).items():
        sketch.gained[seat] += paid
        if not sketch.here(seat, space):
            boat = rushing(sketch, seat, space)
            assert boat is not None, "who is paid is there"
            sketch.boats[seat][boat] = space
        means = means_of(chart, sketch.hands[seat], sketch.here(seat, space))
        _spend(sketch, seat, space, end)
        played = [
            card
            for card in sketch.hands[seat]
            if chart.crews[card].points and likely(chart, sketch.bag, card, means, coming) > chance.random()
        ]
        sketch.lay(seat, played)
    sketch.cities -= chart.wrecks[sketch.tiles[space]].city
    sketch.tiles[space] = NOTHING
    for boats, spots in zip(sketch.boats, sketch.spots, strict=True):
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


def _spend(sketch: Sketch, seat: int, space: int, end: End) -> None:
    """The protections that the seat needs for such a dive are at rest: spots first, then cards."""
    crews, spots = sketch.chart.crews, sketch.here(seat, space)
    means = means_of(sketch.chart, (), spots)
    for missing, colour in ((end.blue - 1 - means[0], "blue"), (end.black - 1 - means[1], "black")):
        if missing > 0:
            cards = [card for card in sketch.hands[seat] if getattr(crews[card], colour)]
            sketch.lay(seat, cards[:missing])


def play_on(sketch: Sketch, turns: int, weights_by_seat: list[Weights], chance: Random) -> None:
    """Play this many turns by heuristics, or to the end of the game."""
    while turns and sketch.cities:
        weights = weights_by_seat[sketch.turn]
        carry_out(sketch, best_plan(sketch, sketch.turn, weights), weights, chance)
        turns -= 1
