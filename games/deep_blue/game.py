"""Deep Blue as a game of the contract: its setups, the first state, and the scenarios' explanations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..contract import Description, Game, Sentence, Setup, UnknownSetup
from .board import STARTING
from .chance import Chance
from .component_sets import PREFIX, component_set, option_of, other_sets
from .components import Components
from .diving import Cards, Hazard, Onward, Rushing
from .fleet import Boat, Fleet
from .market import Hiring, fill_market
from .phases import Over, Phase
from .sailing import Arriving, Sailing
from .scenarios import SCENARIOS, scenario_of
from .state import Site, State
from .turn import Turn

if TYPE_CHECKING:
    from .state import State

PHASES: Mapping[str, Phase] = {
    "turn": Turn(),
    "hiring": Hiring(),
    "sailing": Sailing(),
    "arriving": Arriving(),
    "rushing": Rushing(),
    "hazard": Hazard(),
    "cards": Cards(),
    "onward": Onward(),
    "over": Over(),
}


class DeepBlue(Game):
    """The treasure race for two to five players."""

    slug = "deep-blue"
    title = "Deep Blue"
    players = (2, 3, 4, 5)
    rules = 1
    missions = tuple(SCENARIOS)
    is_race = True

    @property
    def options(self) -> tuple[str, ...]:  # type: ignore[override]  # Boxes of the environment are options too.
        """The other boxes that can be played with."""
        return tuple(option_of(box) for box in other_sets().values())

    def deal(self, setup: Setup) -> State:
        """The state before the first turn (rulebook, "Setup")."""
        scenario = scenario_of(setup.mission)
        box = self._box(setup)
        chance = Chance(setup.seed)
        first = chance.first(setup.players)
        state = State(
            setup=setup,
            box=box,
            scenario=scenario,
            chance=chance,
            phases=PHASES,
            first=first,
            turn=first,
            fleets=tuple(_fleet(box, (seat - first) % setup.players) for seat in range(setup.players)),
            sites=tuple(_sites(box, chance)),
            market=("",) * len(box.prices),
            deck=chance.shuffled("market", box.market_deck),
            bag=box.bag,
            supply=box.supply,
        )
        return fill_market(state)

    def _box(self, setup: Setup) -> Components:
        """The setup's components. Refuses a player count, an option or a deal that this game does not know."""
        if setup.players not in self.players:
            raise UnknownSetup("setup-players", players=setup.players, title=self.title)
        if setup.deal is not None:
            raise UnknownSetup("setup-no-deal", title=self.title)
        for option in setup.options:
            if not option.startswith(PREFIX):
                raise UnknownSetup("setup-option", option=option, options=", ".join(self.options) or "none")
        if len(setup.options) > 1:
            raise UnknownSetup("setup-option-twice", option=setup.options[1])
        return component_set(setup.options)

    def describe(self, setup: Setup) -> Description:
        """The explanation of the scenario, with its effect on dives in the Sunken City."""
        scenario = scenario_of(setup.mission)
        box = self._box(setup)
        params = {"mission": scenario.slug, "players": setup.players, "components": box.name}
        parts = (
            Sentence(f"title-{scenario.slug}"),
            Sentence("describe-race", {"players": setup.players}),
            Sentence(f"describe-{scenario.slug}"),
        )
        return Description("scenario", params, parts)

    def may_be_undone(self, before: State, after: State) -> bool:  # type: ignore[override]  # Its own states.
        """Return whether chance has not answered the last action; a race that is over stays so."""
        return after.outcome is None and not chance_answered(before, after)

    def mission_text(self, mission: str) -> str:
        """The scenario's slug."""
        return scenario_of(mission).slug


def _fleet(box: Components, place: int) -> Fleet:
    """A player's pieces, by distance from the first player."""
    hand = tuple(sorted(box.starting_hand))
    port = Boat(box.board.port)
    return Fleet((port, port), hand, box.bonus_tokens[place], sure=hand)


def _sites(box: Components, chance: Chance) -> Iterable[Site]:
    """Tiles on the sites: starting ones face up, the blank one put away, advanced ones face down."""
    decks = {
        tier: list(chance.shuffled(f"{tier}-tiles", [tile.id for tile in box.tiles.values() if tile.tier == tier]))
        for tier in ("starting", "advanced")
    }
    for site in box.board.sites:
        tier = box.board.spaces[site].tier
        tile = decks[tier].pop(0)
        yield Site("" if box.tiles[tile].blank else tile, face_up=tier == STARTING)


DEEP_BLUE = DeepBlue()


def chance_answered(before: State, after: State) -> bool:
    """Return whether the action between these states revealed a hidden piece: a card of the deck or of a rest, a tile,
    or a gem of the bag.
    """
    return (
        before.deck != after.deck
        or [fleet.rests for fleet in before.fleets] != [fleet.rests for fleet in after.fleets]
        or not _tiles_up(after) <= _tiles_up(before)
        or _gems_up(after, before) > _gems_up(before, before)
    )


def _tiles_up(state: State) -> frozenset[str]:
    return frozenset(site.tile for site in state.sites if site.tile and site.face_up)


def _gems_up(state: State, before: State) -> int:
    """The number of gems at sites and in the dive; a dive that ended with the action still counts."""
    ended = None if state.last_dive is before.last_dive else state.last_dive
    dive = state.dive or ended
    return sum(1 for site in state.sites if site.gem) + (len(dive.gems) if dive else 0)
