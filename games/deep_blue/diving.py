"""A dive from the bell to the last gem: rush, gems, hazards, cards, and the leader's decision (rulebook, "Dive").

    rushing  boats a step away come along        leader first, then clockwise; earlier choices are public
    hazard   protect yourself or surface         leader first, then clockwise, for each hazard in the order drawn
    cards    play cards for what was drawn       all at once: a player's cards concern no other player (ruling 36)
    onward   the leader draws on or stops

The order of questions depends on public facts only, so it reveals no hidden card: a player decides if by public facts
there may be a choice, and is skipped if there cannot be one. `hold` ("no more cards in this dive") spares the others
the waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from .dive import Dive
from .fleet import BOATS, Boat
from .gems import HAZARDS, JOKER, plus
from .phases import Phase, Reason
from .scenarios import Scenario
from .scoring import finish

if TYPE_CHECKING:
    from .state import State

ORDINARY = Scenario("ordinary")
BOTH = "both"


def dive_sites(state: State, seat: int) -> list[str]:
    """Return the sites where the seat may lead a dive: on tiles, face up, with one of its boats (ruling 20)."""
    spaces = {boat.space for boat in state.fleets[seat].boats}
    return sorted(space for space in spaces if state.tile_up(space))


def rules_of(state: State, space: str) -> Scenario:
    """The scenario's effect on a dive there: none, unless it is a part of the Sunken City."""
    tile = state.tile(space)
    return state.scenario if tile and tile.city else ORDINARY


def start_dive(state: State, leader: int, space: str, *, in_sail: bool = False) -> State:
    """The bell is put down; boats nearby may rush there."""
    distance = rules_of(state, space).rush_distance
    dive = Dive(
        space=space,
        leader=leader,
        points=(0,) * state.seats,
        rush_distance=state.box.rush_distance if distance is None else distance,
        in_sail=in_sail,
    )
    state = state.evolve(dive=dive, phase="rushing").with_sentence("effect-dive", seat=leader, space=space)
    rushers = tuple(seat for seat in state.clockwise_from(leader) if rushing_boats(state, seat))
    return _next_rusher(state.evolve(dive=dive._replace(rushers=rushers)))


def current_dive(state: State) -> Dive:
    """The dive, in a phase that has one."""
    assert state.dive is not None, "a phase of a dive"
    return state.dive


def rushing_boats(state: State, seat: int) -> tuple[int, ...]:
    """The seat's boats that may rush: near enough, and not on their way to find out where they are (ruling 52)."""
    dive, steps = current_dive(state), state.box.board.steps
    unsettled = state.sail.arriving if state.sail and seat == state.turn else ()
    near = range(1, dive.rush_distance + 1)
    boats = state.fleets[seat].boats
    return tuple(boat for boat in BOATS if boat not in unsettled and steps[boats[boat].space][dive.space] in near)


def _next_rusher(state: State) -> State:
    return state if current_dive(state).rushers else _begin_dive(state)


class Rushing(Phase):
    """Boats near the site may come to its centre (rulings 21 to 23)."""

    verbs = ("rush", "stay")

    def waiting_on(self, state: State) -> Iterable[int]:
        return current_dive(state).rushers[:1]

    def legal(self, state: State, seat: int) -> list[str]:
        if (seat,) != current_dive(state).rushers[:1]:
            return []
        boats = rushing_boats(state, seat)
        both = [f"rush {BOTH}"] if len(boats) == 2 else []
        return [*(f"rush {boat + 1}" for boat in boats), *both, "stay"]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        dive = current_dive(state)
        boats = () if parts[0] == "stay" else BOATS if parts[1] == BOTH else (int(parts[1]) - 1,)
        for boat in boats:
            state = state.with_boat(seat, boat, Boat(dive.space))
            state = state.with_sentence("effect-rush", seat=seat, number=boat + 1, space=dive.space)
        return _next_rusher(state.evolve(dive=dive._replace(rushers=dive.rushers[1:])))

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        if parts[0] != "rush":
            return None
        # A player who decides here has a boat that may come; where both may, nothing is refused.
        return "cannot-rush", {"number": rushing_boats(state, seat)[0] + 1}


def _begin_dive(state: State) -> State:
    """All players with a boat there take part, and the first gem comes up: the leader must draw one (ruling 24)."""
    dive = current_dive(state)
    boats = {seat: state.fleets[seat].boats_at(dive.space) for seat in state.clockwise_from(dive.leader)}
    divers = tuple(seat for seat, present in boats.items() if present)
    doubled = tuple(seat for seat, present in boats.items() if len(present) == 2)
    state = state.evolve(dive=dive._replace(divers=divers, doubled=doubled))
    site = state.site(dive.space)
    if site and site.gem:  # Ruling 49: the gem that lay there is the first one drawn.
        return _answer(_bring_up(state.with_site(dive.space, site._replace(gem="")), (site.gem,)))
    return draw(state)


def draw(state: State) -> State:
    """The next gem, or the next two in troubled waters, and all that follows up to the next choice."""
    dive, bag = current_dive(state), state.bag
    gems: list[str] = []
    for _ in range(min(rules_of(state, dive.space).gems_at_once, sum(bag))):
        gem = state.chance.gem(bag, dive.space, len(dive.gems) + len(gems) + 1)
        bag = plus(bag, gem, -1)
        gems.append(gem)
    if not gems:  # Ruling 38, for a bag that is empty before the first gem.
        return finish(state)
    return _answer(_bring_up(state.evolve(bag=bag), tuple(gems)))


def _bring_up(state: State, gems: tuple[str, ...]) -> State:
    state = state.evolve(dive=current_dive(state).draws(gems))
    before = len(current_dive(state).gems) - len(gems)
    for number, gem in enumerate(gems, before + 1):
        state = state.with_sentence(_gem_code(current_dive(state).gems[:number]), gem=gem, number=number)
    return state


def _gem_code(gems: tuple[str, ...]) -> str:
    """The role of the last of these gems: treasure, warning or hazard."""
    if gems[-1] not in HAZARDS:
        return "effect-gem"
    return "effect-hazard" if gems[-1] in gems[:-1] else "effect-warning"


def _answer(state: State) -> State:
    """Ask about hazards up to the next seat that may be able to answer; a seat that cannot surfaces at once (ruling
    29).
    """
    dive = current_dive(state)
    while dive.hazards:
        if not dive.asked:
            dive = dive._replace(hazards=dive.hazards[1:], asked=dive.active)
            state = state.evolve(dive=dive)
        elif _may_protect(state, dive.asked[0], dive.hazards[0]):
            return state.evolve(phase="hazard")
        else:
            state = _surface(state, dive.asked[0])
            dive = current_dive(state)
    return _open_window(state)


def _may_protect(state: State, seat: int, hazard: str) -> bool:
    """Return whether all players must expect that the seat can protect itself."""
    cards = state.box.cards
    has_card = any(cards[card].protects == hazard for card in state.fleets[seat].may_hold)
    return has_card or bool(protecting_boats(state, seat, hazard))


def protecting_boats(state: State, seat: int, hazard: str) -> dict[str, int]:
    """The seat's boats on spots of the dive that protect against the hazard, by spot."""
    space, boats = current_dive(state).space, state.fleets[seat].boats
    return {
        boats[boat].spot: boat for boat in BOATS if boats[boat].space == space and boats[boat].spot in (hazard, JOKER)
    }


def _surface(state: State, seat: int) -> State:
    """The seat surfaces: its boats leave the tile and give up their spots; cards already played count (ruling 29)."""
    dive = current_dive(state)
    for boat in state.fleets[seat].boats_at(dive.space):
        state = state.with_boat(seat, boat, Boat(dive.space))
    surfaced = dive._replace(surfaced=dive.surfaced | {seat}, asked=tuple(s for s in dive.asked if s != seat))
    return state.evolve(dive=surfaced).with_sentence("effect-surface", seat=seat)


class Hazard(Phase):
    """A blue or black gem after the first of its colour: protect yourself or surface (rulings 25 to 28)."""

    verbs = ("protect", "surface", "hold")

    def waiting_on(self, state: State) -> Iterable[int]:
        return current_dive(state).asked[:1]

    def legal(self, state: State, seat: int) -> list[str]:
        dive = current_dive(state)
        hold = _hold_option(state, seat)
        if seat != dive.asked[0]:
            return hold
        hazard, cards = dive.hazards[0], state.box.cards
        played = [card for card in dict.fromkeys(state.fleets[seat].hand) if cards[card].protects == hazard]
        spots = protecting_boats(state, seat, hazard)
        return [*hold, *(f"protect {means}" for means in (*played, *spots)), "surface"]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        if parts[0] == "hold":
            return _hold(state, seat)
        if parts[0] == "surface":
            return _answer(_surface(state, seat))
        return _answer(_protect(state, seat, parts[1]))

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        return _why_no_protection(state, seat, parts[1]) if parts[0] == "protect" else None


def _protect(state: State, seat: int, means: str) -> State:
    """After a card of the hazard's colour, or a spot: then the boat moves to the centre, and is spent."""
    dive, hazard = current_dive(state), current_dive(state).hazards[0]
    boats = protecting_boats(state, seat, hazard)
    if means in boats:
        state = state.with_boat(seat, boats[means], Boat(dive.space))
        state = state.with_sentence("effect-protected-by-spot", seat=seat, gem=hazard, spot=means)
    else:
        state = state.with_fleet(seat, state.fleets[seat].plays([means]))
        state = state.with_sentence("effect-protected", seat=seat, gem=hazard, crew=means)
    return state.evolve(dive=dive._replace(asked=dive.asked[1:]))


def _why_no_protection(state: State, seat: int, means: str) -> Reason:
    hazard = current_dive(state).hazards[0]
    if means in (*HAZARDS, JOKER):
        here = means in {boat.spot for boat in state.fleets[seat].boats if boat.space == current_dive(state).space}
        return ("spot-protects-not" if here else "no-such-spot"), {"spot": means, "gem": hazard}
    if means not in state.fleets[seat].hand:
        return "crew-not-in-hand", {"crew": means}
    return "crew-protects-not", {"crew": means, "gem": hazard}


def _hold_option(state: State, seat: int) -> list[str]:
    """`hold`, for a player who is down, has cards and has not held yet."""
    dive = current_dive(state)
    able = seat in dive.active and seat not in dive.held and state.fleets[seat].hand
    return ["hold"] if able else []


def _hold(state: State, seat: int) -> State:
    dive = current_dive(state)
    return state.evolve(dive=dive._replace(held=dive.held | {seat})).with_sentence("effect-hold", seat=seat)


def _open_window(state: State) -> State:
    """Wait for the players who may have cards to play; if there are none, the leader decides (rulings 32 and 36)."""
    return state.evolve(phase="cards") if tuple(_in_window(state)) else _close_window(state)


def _in_window(state: State) -> Iterator[int]:
    """The players who by public facts may have a card to play for the gems so far, and have not declined."""
    dive = current_dive(state)
    cards, drawn = state.box.cards, len(dive.gems)
    for seat in dive.active:
        if seat in dive.held or seat in dive.passed:
            continue
        if any(cards[card].unlocked(dive.counts, drawn) for card in state.fleets[seat].may_hold):
            yield seat


def _close_window(state: State) -> State:
    """The leader stops or draws on; the dive ends where there is no choice (rulings 31 and 38)."""
    if not current_dive(state).leader_is_down or not sum(state.bag):
        return finish(state)
    return state.evolve(phase="onward")


class Cards(Phase):
    """Cards for the gems drawn so far, one at a time (rulings 34, 35 and 37)."""

    verbs = ("play", "pass", "hold")

    def waiting_on(self, state: State) -> Iterable[int]:
        return _in_window(state)

    def legal(self, state: State, seat: int) -> list[str]:
        if seat not in _in_window(state):
            return _hold_option(state, seat)
        dive, cards = current_dive(state), state.box.cards
        hand = dict.fromkeys(state.fleets[seat].hand)
        playable = (card for card in hand if cards[card].unlocked(dive.counts, len(dive.gems)))
        return [*(f"play {card}" for card in playable), "pass", "hold"]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        dive = current_dive(state)
        if parts[0] == "play":
            return _open_window(_play(state, seat, parts[1]))
        if parts[0] == "hold":
            return _open_window(_hold(state, seat))
        return _open_window(state.evolve(dive=dive._replace(passed=dive.passed | {seat})))

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        return _why_no_play(state, seat, parts[1]) if parts[0] == "play" else None


def _play(state: State, seat: int, card: str) -> State:
    dive = current_dive(state)
    worth = state.box.cards[card].points + rules_of(state, dive.space).more_per_card
    points = (*dive.points[:seat], dive.points[seat] + worth, *dive.points[seat + 1 :])
    state = state.with_fleet(seat, state.fleets[seat].plays([card])).evolve(dive=dive._replace(points=points))
    return state.with_sentence("effect-card", seat=seat, crew=card, points=worth)


def why_not_held(state: State, seat: int) -> Reason | None:
    """Return why a player who is down cannot declare that no more cards follow."""
    if seat in current_dive(state).held:
        return "held-already", {}
    return None if state.fleets[seat].hand else ("no-cards-left", {})


def _why_no_play(state: State, seat: int, card: str) -> Reason | None:
    dive = current_dive(state)
    if seat in dive.held:
        return "held-already", {}
    if card not in state.fleets[seat].hand:
        return "crew-not-in-hand", {"crew": card}
    if not state.box.cards[card].points:
        return "crew-scores-nothing", {"crew": card}
    return ("crew-locked", {"crew": card}) if seat not in dive.passed else ("passed-already", {})


class Onward(Phase):
    """The leader draws on or stops (rulebook, "Search for treasure")."""

    verbs = ("draw", "stop", "hold")

    def waiting_on(self, state: State) -> Iterable[int]:
        return (current_dive(state).leader,)

    def legal(self, state: State, seat: int) -> list[str]:
        hold = _hold_option(state, seat)
        return ["draw", *hold, "stop"] if seat == current_dive(state).leader else hold

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        if parts[0] == "hold":
            return _hold(state, seat)
        if parts[0] == "draw":
            return draw(state)
        return finish(state.with_sentence("effect-stop", seat=seat))
