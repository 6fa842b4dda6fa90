"""A state of Deep Blue, and the step from one state to the next.

The phase of that name defines which actions are possible and what they do (`phases.py` lists the phases).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import contract
from ..contract import Action, IllegalAction, Outcome, Sentence, Setup
from .chance import Chance
from .components import Components, Tile
from .dive import Dive, FinishedDive
from .fleet import Boat, Fleet
from .gems import Counts
from .refusals import refusal
from .sail import Sail
from .scenarios import Scenario
from .view import DeepBlueView, view_of

if TYPE_CHECKING:
    from .phases import Phase

TURN, HIRING, SAILING, ARRIVING = "turn", "hiring", "sailing", "arriving"
RUSHING, HAZARD, CARDS, ONWARD, OVER = "rushing", "hazard", "cards", "onward", "over"


@cache
def action(seat: int, text: str) -> Action:
    """The action of this seat and text; the rules list the same few thousand over and over."""
    return Action(seat, text)


@lru_cache(maxsize=4096)
def _actions_of(seat: int, texts: tuple[str, ...]) -> Mapping[str, Action]:
    """The actions of these texts, sorted by text. Cached: they never change, and the same texts come back often."""
    return {text: action(seat, text) for text in sorted(texts)}


class Site(NamedTuple):
    """A dive site: its tile ("" after its dive, or blank), whether it is face up, and a gem scattered on it."""

    tile: str
    face_up: bool
    gem: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class State(contract.State):
    """Everything about a game, hidden pieces included: only services, the rules and simulations hold one."""

    setup: Setup
    box: Components
    scenario: Scenario
    chance: Chance
    phases: Mapping[str, Phase]
    first: int
    turn: int
    fleets: tuple[Fleet, ...]
    sites: tuple[Site, ...]
    """The state of each site, in the order of the board's `sites`."""
    market: tuple[str, ...]
    """The card of each slot, the cheapest first; "" where there is none."""
    deck: tuple[str, ...]
    bag: Counts
    supply: Counts
    discarded: tuple[str, ...] = ()
    """Cards of refreshed markets; they are out of the game."""
    mosaic: tuple[str, ...] = ()
    """The tiles of the Sunken City that were dived at."""
    phase: str = TURN
    round_number: int = 1
    sail: Sail | None = None
    dive: Dive | None = None
    last_dive: FinishedDive | None = None
    sentences: tuple[Sentence, ...] = ()
    """The public results of the last action."""
    outcome: Outcome | None = None
    log: tuple[Action, ...] = ()
    _legal: dict[int, Mapping[str, Action]] = field(default_factory=dict, init=False)
    """Cached `legal_actions` by seat; a state never changes, so neither do they."""

    def __repr__(self) -> str:
        return f"<State of {self.setup.game} {self.setup.mission!r}: {self.phase}, {len(self.log)} actions>"

    def evolve(self, **changes: Any) -> State:
        """A copy with these fields changed. (Merging dicts is ten times as fast as dataclasses.replace.)"""
        new = object.__new__(State)
        changes["_legal"] = {}
        object.__setattr__(new, "__dict__", self.__dict__ | changes)
        return new

    def with_sentence(self, code: str, **params: Any) -> State:
        """The state with one more sentence about what happened."""
        return self.evolve(sentences=self.sentences_with(code, **params))

    def sentences_with(self, code: str, **params: Any) -> tuple[Sentence, ...]:
        """The sentences so far and one more, for a change that is made together with its sentence."""
        return (*self.sentences, Sentence(code, params))

    # Seats

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.setup.players

    @property
    def people(self) -> range:
        """The seats, clockwise."""
        return range(self.setup.players)

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """All seats in order, beginning with this one."""
        return tuple((seat + step) % self.setup.players for step in range(self.setup.players))

    def site(self, space: str) -> Site | None:
        """The dive site on a space, if it is one."""
        place = self.box.site_places.get(space)
        return None if place is None else self.sites[place]

    def tile(self, space: str) -> Tile | None:
        """The tile on a space, face up or not, if there is one."""
        site = self.site(space)
        return self.box.tiles[site.tile] if site and site.tile else None

    def tile_up(self, space: str) -> Tile | None:
        """The tile on a space, if there is one face up."""
        site = self.site(space)
        return self.box.tiles[site.tile] if site and site.tile and site.face_up else None

    def free_spots(self, space: str) -> tuple[str, ...]:
        """The scouting spots of the face-up tile on a space that no boat holds."""
        tile = self.tile_up(space)
        taken = {boat.spot for fleet in self.fleets for boat in fleet.boats if boat.space == space}
        return tuple(spot for spot in tile.spots if spot not in taken) if tile else ()

    # Changes

    def with_fleet(self, seat: int, fleet: Fleet, **changes: Any) -> State:
        """The state with one player's pieces changed, and these fields."""
        return self.evolve(fleets=(*self.fleets[:seat], fleet, *self.fleets[seat + 1 :]), **changes)

    def with_site(self, space: str, site: Site) -> State:
        """The state with one dive site changed."""
        place = self.box.site_places[space]
        return self.evolve(sites=(*self.sites[:place], site, *self.sites[place + 1 :]))

    def with_boat(self, seat: int, boat: int, to: Boat, **changes: Any) -> State:
        """The state with one boat elsewhere, and these fields changed."""
        return self.with_fleet(seat, self.fleets[seat].moved(boat, to), **changes)

    def end_turn(self) -> State:
        """The state at the start of the next player's turn; cards on the table go to rest."""
        turn = (self.turn + 1) % self.setup.players
        return self.evolve(
            fleets=tuple([fleet.lays_to_rest() if fleet.shown else fleet for fleet in self.fleets]),
            turn=turn,
            round_number=self.round_number + (turn == self.first),
            phase=TURN,
            sail=None,
        )

    # The contract

    @property
    def current(self) -> Phase:
        """The phase that decides the legal actions."""
        return self.phases[self.phase]

    @property
    def waiting_on(self) -> frozenset[int]:
        """The seats for which the table waits. They never depend on hidden information."""
        return frozenset(self.current.waiting_on(self))

    def legal_actions(self, seat: int) -> list[Action]:
        """All that the seat may do now, sorted by text."""
        return list(self._legal_by_text(seat).values())

    def _legal_by_text(self, seat: int) -> Mapping[str, Action]:
        actions = self._legal.get(seat)
        if actions is None:
            texts = tuple(self.current.legal(self, seat)) if seat in self.people else ()
            actions = self._legal[seat] = _actions_of(int(seat), texts)
        return actions

    def apply(self, action: Action) -> State:
        """The state after the action; raises UnreadableAction or IllegalAction, naming the seat and why."""
        legal = self._legal_by_text(action.seat).get(action.text)
        if legal is None:
            raise refusal(self, action)
        before = self.evolve(sentences=(), log=(*self.log, legal))
        after = self.current.act(before, action.seat, action.text.split())
        return after.current.enter(after)

    def view(self, seat: int | None) -> DeepBlueView:
        """The view of a seat; None is a spectator. Raises IllegalAction for a seat that is not there."""
        if seat is not None and not 0 <= seat < self.seats:
            raise IllegalAction("no-such-seat", number=seat, last=self.seats - 1)
        return view_of(self, seat)
