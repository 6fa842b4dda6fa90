"""Games of Deep Blue for tests: dealt, played at random, and with chance that is written down beforehand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

import games
from games.deep_blue import DEEP_BLUE
from games.deep_blue.chance import Chance
from games.deep_blue.fleet import Boat, Fleet
from games.deep_blue.gems import NO_GEMS, Counts, counted
from games.deep_blue.state import Site, State

SCENARIOS = DEEP_BLUE.missions


def dealt(players: int = 4, scenario: str = "troubled-waters", seed: str = "test") -> State:
    return DEEP_BLUE.deal(games.Setup("deep-blue", scenario, players, seed))


@dataclass(frozen=True, slots=True)
class Written(Chance):
    """Chance whose gems come up as written, whatever the bag holds most of."""

    gems: list[str] = field(default_factory=list)

    def gem(self, bag: Counts, site: str, number: int) -> str:
        return self.gems.pop(0)


def with_gems(state: State, gems: Iterable[str]) -> State:
    """The state whose next gems are these."""
    return state.evolve(chance=Written("written", list(gems)))


def with_tile(state: State, space: str, tile: str, *, face_up: bool = True, gem: str = "") -> State:
    """The state with this tile on a site, and whatever lay there where that tile was."""
    place = state.box.site_places[space]
    old = next((site for site, lying in zip(state.box.board.sites, state.sites, strict=True) if lying.tile == tile), "")
    if old and old != space:
        state = state.with_site(old, state.site(old)._replace(tile=state.sites[place].tile))  # type: ignore[union-attr]
    return state.with_site(space, Site(tile, face_up, gem))


def with_hand(state: State, seat: int, *cards: str) -> State:
    """The state in which a seat holds these cards and nothing else, no tokens either, as everybody knows."""
    hand = tuple(sorted(cards))
    return state.with_fleet(seat, state.fleets[seat]._replace(hand=hand, sure=hand, maybe=(), rest=(), tokens=0))


def with_tokens(state: State, seat: int, tokens: int) -> State:
    return state.with_fleet(seat, state.fleets[seat]._replace(tokens=tokens))


def at_rest(state: State, seat: int, *cards: str) -> State:
    """The state with these cards on a seat's rest pile, as everybody knows."""
    return state.with_fleet(seat, state.fleets[seat]._replace(rest=tuple(sorted(cards))))


def with_boats(state: State, seat: int, one: str, other: str) -> State:
    """The state with a seat's boats there; `S1:gold` is a scouting spot."""
    boats = Boat(*one.split(":")), Boat(*other.split(":"))
    return state.with_fleet(seat, state.fleets[seat]._replace(boats=boats))


def with_bag(state: State, **gems: int) -> State:
    """The state whose bag holds these gems and no others."""
    return state.evolve(bag=counted(gems))


def wreck(
    tile: str,
    *places: str,
    hands: Iterable[str] = (),
    gems: str = "",
    scenario: str = "reefs-ahead",
    space: str = "A1",
) -> State:
    """Seat 0 is on turn, with boats at a wreck at A1, and the gems to come are written down.

    Each seat's `places` are where its boats lie: `centre` or a spot of the wreck, or `@B8` for elsewhere; one that is
    not named is in port. `hands` are cards by seat, and are public; a seat without an entry holds none.
    """
    state = with_tile(dealt(max(2, len(places)), scenario), space, tile)
    cards = [*hands, *[""] * state.seats]
    for seat in state.people:
        named = places[seat].split() if seat < len(places) else []
        boats = [_place(space, name) for name in (*named, "@P", "@P")[:2]]
        state = with_hand(with_boats(state, seat, *boats), seat, *cards[seat].split())
    all_gems = state.evolve(bag=tuple(map(sum, zip(state.bag, state.supply, strict=True))), supply=NO_GEMS)
    return on_turn(with_gems(all_gems, gems.split()), 0)


def _place(space: str, name: str) -> str:
    return name[1:] if name.startswith("@") else space if name == "centre" else f"{space}:{name}"


def paid(state: State) -> dict[int, tuple[int, int, int, int]]:
    """What the last dive paid, by seat: for cards, gems, leading, and as a scenario's bonus."""
    assert state.last_dive is not None
    return {pay.seat: (pay.cards, pay.gems, pay.leading, pay.bonus) for pay in state.last_dive.pay}


def codes(state: State) -> list[str]:
    """The codes of what the last action brought about."""
    return [sentence.code for sentence in state.sentences]


def on_turn(state: State, seat: int) -> State:
    return state.evolve(turn=seat)


def play(state: State, *lines: str) -> State:
    """The state after actions written as in a record: `0 sail ST_HELM`."""
    for line in lines:
        seat, _, text = line.partition(" ")
        state = state.apply(games.Action(int(seat), text))
    return state


def legal(state: State, seat: int, verb: str = "") -> list[str]:
    """What the seat may do, of one verb if one is named."""
    return [text for _, text in state.legal_actions(seat) if not verb or text.split()[0] == verb]


def random_action(state: State, chance: Random) -> games.Action:
    """By verb first, so that rare ones come up; mostly a seat that is waited for, sometimes any that may act."""
    able = [seat for seat in state.people if state.legal_actions(seat)]
    seat = chance.choice(sorted(state.waiting_on) if chance.random() < 0.9 else able)
    by_verb: dict[str, list[games.Action]] = {}
    for action in state.legal_actions(seat):
        by_verb.setdefault(action.text.split()[0], []).append(action)
    return chance.choice(by_verb[chance.choice(sorted(by_verb))])


def owned(fleet: Fleet) -> list[str]:
    return [*fleet.hand, *fleet.rest, *fleet.shown]
