"""Thousands of states of random games: pieces conserved, actions complete, secrets kept, records replayed."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

import games
from games.deep_blue.gems import counted, with_all
from games.deep_blue.state import State
from tests.games.deep_blue.builders import SCENARIOS, dealt, random_action
from tests.games.deep_blue.playouts_scenes import check_pieces, other_world

pytestmark = pytest.mark.slow

MOST_ACTIONS = 6000


def check_knowledge(state: State) -> None:
    """What everybody knows of a hand is true: sure cards are in it, and others only such as may be."""
    for fleet in state.fleets:
        hand, sure, maybe = Counter(fleet.hand), Counter(fleet.sure), Counter(fleet.maybe)
        assert not sure - hand
        assert not hand - sure - maybe
        assert not maybe - (hand - sure) - Counter(fleet.rest)


def check_actions(state: State) -> None:
    assert bool(state.waiting_on) == (state.outcome is None)
    for seat in state.people:
        actions = [action.text for action in state.legal_actions(seat)]
        assert actions == sorted(set(actions))
        assert actions or seat not in state.waiting_on
        assert not actions or state.outcome is None
        assert state.view(seat).as_dict()["legal"] == actions


def check_boats(state: State) -> None:
    """A spot holds one boat, and only on a tile face up that has it."""
    held = Counter(boat for fleet in state.fleets for boat in fleet.boats if boat.spot)
    assert all(times == 1 for times in held.values())
    for boat in held:
        tile = state.tile_up(boat.space)
        assert tile is not None
        assert boat.spot in tile.spots


def check_secrets(state: State, chance: Random) -> None:
    if state.outcome is not None:
        return
    for seat in (None, *state.people):
        view = json.dumps(state.view(seat).as_dict())
        assert json.dumps(other_world(state, seat, chance).view(seat).as_dict()) == view
        assert state.setup.seed not in view


def check_refusals(state: State, chance: Random) -> None:
    """What is not legal is refused with a sentence that names the seat, and what is no action is unreadable."""
    before = str(state.view(0).as_dict())
    seat = chance.randrange(state.seats)
    tried = ("dive A9", "play ST_VESSEL", "rush both", "move 1 P", "take 4", "recruit 4 with token", "protect joker")
    for text in tried:
        if text not in [action.text for action in state.legal_actions(seat)]:
            with pytest.raises(games.IllegalAction, match=f"Seat {seat}"):
                state.apply(games.Action(seat, text))
    for text in ("", "dive", "play B7", "move 3 P", "draw draw"):
        with pytest.raises(games.UnreadableAction, match=f"Seat {seat}"):
            state.apply(games.Action(seat, text))
    assert str(state.view(0).as_dict()) == before


@pytest.mark.once
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_played_to_its_end_by_chance(scenario: str, players: int) -> None:
    chance = Random(f"{scenario} {players}")
    state = dealt(players, scenario, "playout-of-one-seed")
    while state.outcome is None:
        check_pieces(state)
        check_knowledge(state)
        check_actions(state)
        check_boats(state)
        if len(state.log) % 20 == 0:
            check_secrets(state, chance)
            check_refusals(state, chance)
        state = state.apply(random_action(state, chance))
        assert all(str(sentence) for sentence in state.sentences)
        assert len(state.log) < MOST_ACTIONS
    check_pieces(state)
    assert state.outcome.success is None
    assert state.outcome.scores == tuple(fleet.points for fleet in state.fleets)
    assert len(state.mosaic) == 4
    record = games.Record.of(state)
    again = games.Record.parse(str(record)).replay()
    assert again.outcome == state.outcome
    assert again.view(0).as_dict() == state.view(0).as_dict()


@pytest.mark.once
def test_old_states_stay_as_they_were() -> None:
    chance = Random(1)
    state = dealt(3)
    for _ in range(300):
        before = json.dumps(state.view(0).as_dict())
        after = state.apply(random_action(state, chance))
        assert json.dumps(state.view(0).as_dict()) == before
        state = after


def test_the_bag_begins_with_nineteen_gems_and_those_of_the_market() -> None:
    state = dealt()
    added = [state.box.cards[card].adds_gem for card in state.market if state.box.cards[card].adds_gem]
    assert state.bag == with_all(counted({"silver": 7, "gold": 3, "red": 1, "blue": 4, "black": 4}), added)
