"""Sailing: steps for both boats, and the effects where they stop (rulebook, "Sail")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .components import TOKEN
from .diving import start_dive
from .fleet import BOATS, Boat
from .gems import plus
from .phases import Phase, Reason
from .sail import Sail

if TYPE_CHECKING:
    from .state import State


def sail_means(state: State, seat: int) -> list[str]:
    """The cards (ids) and tokens (`token`) that the seat could spend on propellers."""
    fleet, cards = state.fleets[seat], state.box.cards
    played = [card for card in dict.fromkeys(fleet.hand) if cards[card].propellers]
    return [*played, TOKEN] if fleet.tokens else played


def set_sail(state: State, seat: int, means: str) -> State:
    """After the first card or token of a sail."""
    return _sail_with(state, Sail(0), seat, means)


def why_no_sail(state: State, seat: int, means: str) -> Reason:
    """Return why this card or token does not drive boats."""
    if means == TOKEN:
        return "too-few-tokens", {"number": state.fleets[seat].tokens}
    if means not in state.fleets[seat].hand:
        return "crew-not-in-hand", {"crew": means}
    return "crew-drives-nothing", {"crew": means}


def _sail_with(state: State, sail: Sail, seat: int, means: str) -> State:
    """The state with one more card or token played for propellers in this sail."""
    fleet = state.fleets[seat]
    if means == TOKEN:
        sail = sail._replace(steps=sail.steps + 1)
        spent = fleet._replace(tokens=fleet.tokens - 1)
        sentences = state.sentences_with("effect-sail-token", seat=seat)
        return state.with_fleet(seat, spent, sail=sail, phase="sailing", sentences=sentences)
    steps = state.box.cards[means].propellers
    sail = sail._replace(steps=sail.steps + steps)
    sentences = state.sentences_with("effect-sail", seat=seat, crew=means, steps=steps)
    return state.with_fleet(seat, fleet.plays([means]), sail=sail, phase="sailing", sentences=sentences)


def _sail(state: State) -> Sail:
    assert state.sail is not None, "boats sail"
    return state.sail


class Sailing(Phase):
    """Boats move, each at most once and at least one of them (ruling 4); more cards may be played until both have
    moved.
    """

    verbs = ("sail", "move", "anchor")

    def waiting_on(self, state: State) -> Iterable[int]:
        return (state.turn,)

    def legal(self, state: State, seat: int) -> list[str]:
        if seat != state.turn:
            return []
        sail = _sail(state)
        return [
            *(f"sail {means}" for means in sail_means(state, seat)),
            *_moves(state, seat),
            *(["anchor"] if sail.moved else []),
        ]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        if parts[0] == "sail":
            return _sail_with(state, _sail(state), seat, parts[1])
        if parts[0] == "move":
            state = _move_boat(state, seat, int(parts[1]) - 1, parts[2])
            if _may_go_on(state, seat):
                return state
        return _arrive(state)

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        match parts[0]:
            case "sail":
                return why_no_sail(state, seat, parts[1])
            case "move":
                return _why_no_move(state, int(parts[1]) - 1, parts[2])
            case "anchor":
                return "sail-first", {}
        return None


def _may_go_on(state: State, seat: int) -> bool:
    """Return whether a boat that has not moved yet has steps left, or may still get some."""
    sail = _sail(state)
    return len(sail.moved) < len(BOATS) and bool(sail.steps or sail_means(state, seat))


def _moves(state: State, seat: int) -> tuple[str, ...]:
    sail, boats, moves = _sail(state), state.fleets[seat].boats, state.box.board.moves
    one = () if 0 in sail.moved else moves(1, boats[0].space, sail.steps)
    return one if 1 in sail.moved else one + moves(2, boats[1].space, sail.steps)


def _move_boat(state: State, seat: int, boat: int, space: str) -> State:
    sail, start = _sail(state), state.fleets[seat].boats[boat].space
    left = sail.steps - state.box.board.cost(start, space)
    sail = sail._replace(steps=left, moved=tuple(sorted((*sail.moved, boat))))
    sentences = state.sentences_with("effect-move", seat=seat, number=boat + 1, space=space)
    return state.with_boat(seat, boat, Boat(space), sail=sail, sentences=sentences)


def _why_no_move(state: State, boat: int, space: str) -> Reason | None:
    sail = _sail(state)
    if boat in sail.moved:
        return "boat-moved-already", {"number": boat + 1}
    start = state.fleets[state.turn].boats[boat].space
    if space not in state.box.board.spaces:
        return "no-such-space", {"space": space}
    steps = state.box.board.cost(start, space)
    return "too-far", {"number": boat + 1, "space": space, "steps": steps, "left": sail.steps}


def _arrive(state: State) -> State:
    """All boats that moved have stopped: those on a tile arrive there, one after the other (ruling 3)."""
    sail = _sail(state)
    boats = state.fleets[state.turn].boats
    arriving = tuple(boat for boat in sail.moved if state.tile(boats[boat].space))
    return state.evolve(sail=sail._replace(steps=0, arriving=arriving), phase="arriving")


def _resolve_arrivals(state: State) -> State:
    """Resolve arrivals up to the next one that leaves a choice, and end the turn after the last."""
    while state.phase == "arriving":
        sail = _sail(state)
        if sail.resolving and not _at(state, sail.resolving):
            state = _resolve(state)
        elif not sail.arriving:
            return state.end_turn()
        elif (after := _resolve_forced(state)) is None:
            return state
        else:
            state = after
    return state


def _resolve(state: State) -> State:
    """The boats of a tile just revealed have their spots. In the storm its dive follows at once (ruling 51)."""
    sail = _sail(state)
    tile = state.tile_up(sail.resolving)
    state = state.evolve(sail=sail._replace(resolving=""))
    if tile and tile.city and state.scenario.revealed_is_dived:
        return start_dive(state, state.turn, sail.resolving, in_sail=True)
    return state


def _resolve_forced(state: State) -> State | None:
    """The state after an arrival that leaves no choice; None if there is one to make."""
    sail, seat = _sail(state), state.turn
    boats = state.fleets[seat].boats
    pending = _at(state, sail.resolving) if sail.resolving else sail.arriving
    for boat in pending:
        space = boats[boat].space
        if state.tile_up(space) and not state.free_spots(space):
            return _moor(state, boat, "")
    hidden = {boats[boat].space for boat in pending if not state.tile_up(boats[boat].space)}
    if len(hidden) == 1 and all(boats[boat].space in hidden for boat in pending):
        return reveal(state, hidden.pop())
    return None


def _at(state: State, space: str) -> tuple[int, ...]:
    """The boats that are arriving at a space."""
    return tuple(boat for boat in _sail(state).arriving if state.fleets[state.turn].boats[boat].space == space)


def _moor(state: State, boat: int, spot: str) -> State:
    sail, seat = _sail(state), state.turn
    space = state.fleets[seat].boats[boat].space
    sail = sail._replace(arriving=tuple([other for other in sail.arriving if other != boat]))
    state = state.with_boat(seat, boat, Boat(space, spot), sail=sail)
    params = {"seat": seat, "number": boat + 1, "space": space}
    if spot:
        return state.with_sentence("effect-spot", **params, spot=spot)
    return state.with_sentence("effect-centre", **params)


def reveal(state: State, space: str) -> State:
    """The tile of a space turned face up, with the scenario's effect on it."""
    site = state.site(space)
    assert site is not None, "only tiles are revealed"
    tile = state.box.tiles[site.tile]
    state = state.with_site(space, site._replace(face_up=True)).evolve(sail=_sail(state)._replace(resolving=space))
    state = state.with_sentence("effect-city" if tile.city else "effect-reveal", seat=state.turn, space=space)
    return _scatter(state, space) if tile.city and state.scenario.scatters else state


def _scatter(state: State, space: str) -> State:
    """A gem on the city tile and on each tile a step away that has none, in the order of their ids (ruling 48)."""
    for place in (space, *state.box.board.neighbours[space]):
        site = state.site(place)
        if site and site.tile and not site.gem and sum(state.bag):
            gem = state.chance.gem(state.bag, place, 1)
            state = state.with_site(place, site._replace(gem=gem)).evolve(bag=plus(state.bag, gem, -1))
            state = state.with_sentence("effect-scattered", gem=gem, space=place)
    return state


class Arriving(Phase):
    """Boats that stopped on tiles: reveal them, and choose scouting spots (rulings 6 and 9)."""

    verbs = ("reveal", "spot")

    def waiting_on(self, state: State) -> Iterable[int]:
        return (state.turn,)

    def legal(self, state: State, seat: int) -> list[str]:
        if seat != state.turn:
            return []
        sail, boats = _sail(state), state.fleets[seat].boats
        pending = _at(state, sail.resolving) if sail.resolving else sail.arriving
        hidden = {boats[boat].space for boat in pending if not state.tile_up(boats[boat].space)}
        spots = (f"spot {boat + 1} {spot}" for boat in pending for spot in state.free_spots(boats[boat].space))
        return [*(f"reveal {space}" for space in hidden), *spots]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        if parts[0] == "reveal":
            return reveal(state, parts[1])
        return _moor(state, int(parts[1]) - 1, parts[2])

    def enter(self, state: State) -> State:
        return _resolve_arrivals(state)

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        match parts[0]:
            case "reveal":
                hidden = not state.tile_up(parts[1]) and _at(state, parts[1])
                return None if hidden else ("nothing-to-reveal", {"space": parts[1]})
            case "spot":
                return _why_no_spot(state, int(parts[1]) - 1, parts[2])
        return None


def _why_no_spot(state: State, boat: int, spot: str) -> Reason | None:
    """Return why the boat cannot take the spot now; None if it can."""
    space = state.fleets[state.turn].boats[boat].space
    if boat in _sail(state).arriving and spot in state.free_spots(space):
        return None
    return "spot-not-free", {"number": boat + 1, "spot": spot}
