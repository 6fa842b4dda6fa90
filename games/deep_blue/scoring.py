"""The pay of a dive, the return of its pieces, and the game's end (rulebook, "Score points", "End of the game")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..contract import Outcome, Sentence
from .dive import Dive, FinishedDive, Pay
from .fleet import Boat, Fleet
from .gems import TREASURES, place_of, with_all
from .scenarios import GEMS_OF_A_SET, Scenario

if TYPE_CHECKING:
    from .components import Tile
    from .state import State


def finish(state: State) -> State:
    """The state after the pay of the dive, and without its pieces: the next turn, the rest of a sail, or the end."""
    dive = state.dive
    assert dive is not None, "a dive ends"
    tile = state.tile(dive.space)
    assert tile is not None, "dives are on tiles"
    pay = tuple(payment(state, dive, tile, seat) for seat in dive.divers)
    state = _clear_away(_add_pay(state, pay), dive, tile, pay)
    if len(state.mosaic) == state.box.city_tiles:
        return _end(state)
    return state.evolve(phase="arriving") if dive.in_sail else state.end_turn()


def payment(state: State, dive: Dive, tile: Tile, seat: int) -> Pay:
    """The pay of the dive to a diver if it ends now."""
    rules = state.scenario if tile.city else None
    stayed = seat not in dive.surfaced
    return Pay(
        seat=seat,
        cards=dive.points[seat],
        gems=gem_points(state, dive, seat) if stayed else 0,
        leading=_leading(dive, tile, rules, seat),
        bonus=_bonus(dive, rules, seat, stayed=stayed),
        stayed=stayed,
    )


def gem_points(state: State, dive: Dive, seat: int) -> int:
    """Points for the treasures drawn, more for those on whose spot the seat has a boat; once for all its boats."""
    spots = {boat.spot for boat in state.fleets[seat].boats if boat.space == dive.space}
    total = 0
    for gem in TREASURES:
        place = place_of(gem)
        total += dive.counts[place] * (state.box.scouted if gem in spots else state.box.points)[place]
    return total


def _leading(dive: Dive, tile: Tile, rules: Scenario | None, seat: int) -> int:
    """The tile's points: the leader's, surfaced or not; in bountiful ruins all divers' (rulings 33 and 54)."""
    if rules is None or not rules.all_are_paid:
        return tile.leader_points if seat == dive.leader else 0
    return tile.leader_points * (2 if seat in dive.doubled else 1)


def _bonus(dive: Dive, rules: Scenario | None, seat: int, *, stayed: bool) -> int:
    """The bonus of a leader who stayed down, for every three gems (ruling 50)."""
    if rules is None or seat != dive.leader or not stayed:
        return 0
    return rules.leader_points_per_set * (len(dive.gems) // GEMS_OF_A_SET)


def _add_pay(state: State, pay: tuple[Pay, ...]) -> State:
    points_by_seat = {share.seat: share.total for share in pay}
    fleets = [
        fleet._replace(points=fleet.points + points_by_seat.get(seat, 0)) for seat, fleet in enumerate(state.fleets)
    ]
    return state.evolve(fleets=tuple(fleets))


def _clear_away(state: State, dive: Dive, tile: Tile, pay: tuple[Pay, ...]) -> State:
    """The tile is gone or part of the mosaic, gems are in the bag, cards at rest, boats on the empty site."""
    site = state.site(dive.space)
    assert site is not None, "dives are at sites"
    fleets = tuple(_off_tile(fleet, dive.space).lays_to_rest() for fleet in state.fleets)
    state = state.with_site(dive.space, site._replace(tile="", face_up=True)).evolve(
        fleets=fleets,
        bag=with_all(state.bag, dive.gems),
        mosaic=(*state.mosaic, tile.id) if tile.city else state.mosaic,
        dive=None,
        last_dive=FinishedDive(dive.space, tile.id, dive.leader, dive.gems, pay),
    )
    for share in pay:
        state = state.with_sentence("effect-pay", seat=share.seat, points=share.total)
    return state


def _off_tile(fleet: Fleet, space: str) -> Fleet:
    one, other = (Boat(space) if boat.space == space else boat for boat in fleet.boats)
    return fleet._replace(boats=(one, other))


def _end(state: State) -> State:
    """The Sunken City is complete: most points win, then most crew cards; a tie is shared (ruling 44)."""
    scores = tuple(fleet.points for fleet in state.fleets)
    winners = leading_seats(state)
    last = [seat for seat in winners if seat != winners[0]]
    code = "won-alone" if len(winners) == 1 else "won-together"
    sentence = Sentence(code, {"winner": winners[0], "points": max(scores), "others": tuple(last)})
    outcome = Outcome(None, str(sentence), scores, code, {**sentence.params, "winners": winners})
    fleets = tuple(fleet.lays_to_rest() for fleet in state.fleets)
    return state.evolve(phase="over", sail=None, outcome=outcome, fleets=fleets)


def leading_seats(state: State) -> tuple[int, ...]:
    """The winners if the game ended now."""
    best = max((fleet.points, fleet.owned) for fleet in state.fleets)
    return tuple(seat for seat, fleet in enumerate(state.fleets) if (fleet.points, fleet.owned) == best)
