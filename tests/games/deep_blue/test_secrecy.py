"""What a seat sees, hears, may do and is refused never depends on what it may not know."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

import games
from games.deep_blue.fleet import Boat, Fleet
from games.deep_blue.state import State
from tests.games.deep_blue.builders import SCENARIOS, at_rest, dealt, play, random_action, with_hand, wreck
from tests.games.deep_blue.secrecy_scenes import other_future, other_hands

TRIED = (
    *("rest", "dive S1", "recruit 1 with ST_PURSER", "recruit 4 with token", "refresh with CR_FINANCE ST_GOLDHAND"),
    *("sail ST_HELM", "sail token", "move 1 A9", "anchor", "reveal A1", "spot 1 gold", "take 2", "rush both", "stay"),
    *("protect CR_OXYGEN", "protect joker", "surface", "play ST_VESSEL", "pass", "hold", "draw", "stop"),
)


def seen(state: State, seat: int | None) -> str:
    return json.dumps(state.view(seat).as_dict())


def answer(state: State, seat: int, text: str) -> str:
    """What the seat is told when it says this: how it is refused, or that it is not."""
    try:
        state.apply(games.Action(seat, text))
    except games.GameError as error:
        return f"{error.code} {error.params} {error}"
    return "done"


def moments(players: int, scenario: str, every: int) -> Iterator[tuple[State, Random]]:
    chance = Random(f"{scenario}/{players}")
    state = dealt(players, scenario, "the seed of a secret game")
    while state.outcome is None:
        if len(state.log) % every == 0:
            yield state, chance
        state = state.apply(random_action(state, chance))


@pytest.mark.once
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_seat_sees_the_same_in_all_worlds_it_cannot_tell_apart(scenario: str) -> None:
    for state, chance in moments(4, scenario, 9):
        for seat in (None, *state.people):
            world = other_future(other_hands(state, seat, chance), chance)
            assert seen(world, seat) == seen(state, seat)
            assert world.waiting_on == state.waiting_on
            assert state.setup.seed not in seen(state, seat)
            if seat is not None:
                assert world.legal_actions(seat) == state.legal_actions(seat)
        seat = chance.randrange(4)
        world = other_future(other_hands(state, seat, chance), chance)
        for text in TRIED:
            assert answer(world, seat, text) == answer(state, seat, text)


@pytest.mark.once
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_an_action_brings_about_tells_nothing_of_others_hands(scenario: str) -> None:
    """With the same future, all that follows for a seat from its own action is the same, whatever others hold."""
    for state, chance in moments(3, scenario, 4):
        seat = chance.choice([seat for seat in state.people if state.legal_actions(seat)])
        action = chance.choice(state.legal_actions(seat))
        after, elsewhere = state.apply(action), other_hands(state, seat, chance).apply(action)
        if after.outcome is None:
            assert seen(elsewhere, seat) == seen(after, seat)
            assert elsewhere.waiting_on == after.waiting_on
            assert elsewhere.sentences == after.sentences


def test_nobody_sees_the_next_gem_or_who_would_draw_it() -> None:
    state = play(wreck("W11", "gold", "centre", gems="silver gold"), "0 dive A1")
    for gem in ("red", "black"):
        world = play(wreck("W11", "gold", "centre", gems=f"silver {gem}"), "0 dive A1")
        for seat in (None, 0, 1):
            assert seen(world, seat) == seen(state, seat)


def test_a_hidden_part_of_the_city_looks_like_any_other_wreck() -> None:
    view = dealt(2, "scattered-wealth").view(0).as_dict()["sites"]
    hidden = [site for site in view.values() if not site["face_up"]]
    assert len(hidden) == 9
    assert all(site == {**hidden[0]} for site in hidden)


def test_who_may_hold_a_protection_is_asked_and_who_cannot_is_not() -> None:
    """No player knows whether the card that protects came back from rest; so the seat is asked in any case."""
    asked = set()
    for holds in (True, False):
        state = wreck("W11", "centre", "black", hands=["", ""], gems="black silver black")
        pile = ("CR_GUARD", "CR_FINANCE", "ST_HELM", "ST_PURSER")
        hand = pile[:3] if holds else pile[1:]
        rest = pile[3:] if holds else pile[:1]
        fleet = state.fleets[0]._replace(hand=hand, rest=rest, sure=(), maybe=tuple(sorted(pile)))
        state = play(state.with_fleet(0, fleet), "0 dive A1", "0 draw", "0 draw")
        asked.add((state.phase, state.waiting_on, seen(state, 1)))
    assert len(asked) == 1


# What everybody knows of a hand


def hands_after(fleet: Fleet, possible: set[tuple[str, ...]], owned: Counter[str], rest: int) -> set[tuple[str, ...]]:
    """The hands that may be there after a rest of so many cards, of any that might have been there before."""
    after = set()
    for hand in possible:
        pile = sorted((owned - Counter(hand)).elements())
        for drawn in combinations(pile, min(3, rest)):
            after.add(tuple(sorted((*hand, *drawn))))
    return after


@pytest.mark.once
@pytest.mark.parametrize("number", range(30))
def test_what_is_sure_of_a_hand_follows_from_what_everybody_saw(number: int) -> None:
    """Against all hands that there can be: a card said to be sure is in each, and each holds only what may be there."""
    chance = Random(number)
    hand: tuple[str, ...] = ("ST_GOLDHAND", "ST_HELM", "ST_PURSER", "ST_VESSEL")
    fleet = Fleet((Boat("P"), Boat("P")), hand, 0, sure=hand)
    possible = {hand}
    for new in chance.choices(("CR_OXYGEN", "CR_GUARD", "CR_RUBY_A"), k=12):
        if fleet.hand and chance.random() < 0.6:
            card = chance.choice(fleet.hand)
            fleet = fleet.plays([card]).lays_to_rest()
            possible = {
                tuple(sorted((Counter(other) - Counter([card])).elements())) for other in possible if card in other
            }
        elif fleet.rest and chance.random() < 0.7:
            drawn = tuple(chance.sample(fleet.rest, min(3, len(fleet.rest))))
            possible = hands_after(fleet, possible, Counter(fleet.hand) + Counter(fleet.rest), len(fleet.rest))
            fleet = fleet.rested(drawn)
        else:
            fleet = fleet.recruits(new)
            possible = {tuple(sorted((*other, new))) for other in possible}
        assert fleet.hand in possible
        for other in possible:
            assert not Counter(fleet.sure) - Counter(other)
            assert not Counter(other) - Counter(fleet.may_hold)


def test_an_unlucky_hand_is_not_in_any_refusal_of_somebody_else() -> None:
    state = at_rest(with_hand(wreck("W11", "gold"), 0, "CR_OCCULT"), 0, "CR_ARCH_B")
    for text in TRIED:
        codes = answer(state, 1, text)
        assert "CR_OCCULT" not in codes
        assert "CR_ARCH_B" not in codes
