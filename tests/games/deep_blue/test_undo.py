"""What may be undone: whatever the hidden pieces are, the action would have shown the same to everybody."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from games.deep_blue import DEEP_BLUE
from games.deep_blue.chance import Chance
from games.deep_blue.state import State
from tests.games.deep_blue.builders import SCENARIOS, dealt, play, random_action, with_tile, wreck

GAMES = int(os.environ.get("GAMES", "1"))
"""Random races for each scenario; `GAMES=30 pytest` here plays so many."""


def with_other_hidden_pieces(state: State, chance: Random) -> State:
    """The same state to all players: another order of the deck, other tiles face down, other gems and rests to come."""
    hidden = [place for place, site in enumerate(state.sites) if site.tile and not site.face_up]
    tiles = [state.sites[place].tile for place in hidden]
    sites = list(state.sites)
    for place, tile in zip(hidden, chance.sample(tiles, len(tiles)), strict=True):
        sites[place] = sites[place]._replace(tile=tile)
    deck = tuple(chance.sample(state.deck, len(state.deck)))
    return state.evolve(sites=tuple(sites), deck=deck, chance=Chance(f"other {chance.random()}"))


def views(state: State) -> list[object]:
    return [state.view(seat).as_dict() for seat in (*range(state.seats), None)]


@pytest.mark.once
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_may_be_undone_does_not_hang_on_hidden_pieces(scenario: str) -> None:
    chance, undone = Random(f"undone in {scenario}"), Counter[str]()
    for number in range(GAMES):
        state = dealt(4 - number % 3, scenario, f"undone {number}")
        while state.outcome is None:
            action = random_action(state, chance)
            after = state.apply(action)
            if DEEP_BLUE.may_be_undone(state, after):
                other = with_other_hidden_pieces(state, chance)
                assert views(other.apply(action)) == views(after)
                undone[action.text.split()[0]] += 1
            state = after
    assert {"sail", "move", "spot", "stop"} <= undone.keys()
    assert undone.keys().isdisjoint({"refresh", "rest", "reveal", "draw"})


def test_the_last_action_of_a_race_stays() -> None:
    chance, state = Random("to the end"), dealt(3)
    while state.outcome is None:
        before, state = state, state.apply(random_action(state, chance))
    assert not DEEP_BLUE.may_be_undone(before, state)


def test_a_gem_that_lies_open_is_no_chance() -> None:
    """A dive whose first gem lay at its site has drawn nothing from the bag (ruling 49)."""
    drawn = wreck("W12", "centre", hands=["ST_GOLDHAND"], gems="gold", scenario="scattered-wealth")
    lies_open = with_tile(drawn, "A1", "W12", gem="gold")
    assert not DEEP_BLUE.may_be_undone(drawn, play(drawn, "0 dive A1"))
    assert DEEP_BLUE.may_be_undone(lies_open, play(lies_open, "0 dive A1"))
