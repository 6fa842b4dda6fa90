"""Rulings 40 to 45: what a dive pays, what becomes of its pieces, the end, and what other players do not see."""

from __future__ import annotations

import json

import pytest

from games.deep_blue.fleet import Boat
from games.deep_blue.scoring import leading_seats
from games.deep_blue.state import State
from tests.games.deep_blue.builders import at_rest, legal, on_turn, paid, play, with_boats, with_hand, wreck

CITY = ("W12", "W13", "W14", "W15")


def with_points(state: State, *points: int) -> State:
    fleets = [fleet._replace(points=score) for fleet, score in zip(state.fleets, points, strict=True)]
    return state.evolve(fleets=tuple(fleets))


def last_city_dive(*places: str, gems: str = "silver", hands: tuple[str, ...] = ()) -> State:
    """A dive at the last part of the Sunken City is about to begin; three are in the mosaic."""
    return wreck("W12", *places, gems=gems, hands=hands).evolve(mosaic=CITY[1:])


def test_ruling_40_two_boats_get_points_for_gems_once() -> None:
    state = play(wreck("W12", "centre centre", "centre", gems="gold red"), "0 dive A1", "0 draw", "0 stop")
    assert paid(state) == {0: (0, 6, 5, 0), 1: (0, 6, 0, 0)}


def test_ruling_40_the_spots_of_both_boats_apply() -> None:
    state = play(wreck("W12", "gold red", "silver", gems="gold red silver"), "0 dive A1", "0 draw", "0 draw", "0 stop")
    assert paid(state) == {0: (0, 5 + 10 + 1, 5, 0), 1: (0, 2 + 4 + 3, 0, 0)}


def test_ruling_40_a_spot_counts_if_the_boat_is_on_it_at_the_end() -> None:
    state = play(wreck("W14", "gold blue", gems="gold blue blue"), "0 dive A1", "0 draw", "0 draw", "0 protect blue")
    assert paid(play(state, "0 stop"))[0] == (0, 5, 5, 0)


@pytest.mark.parametrize("gems", ["silver", "blue blue"])
def test_ruling_41_the_tile_goes_whatever_the_outcome_and_boats_stay(gems: str) -> None:
    state = play(wreck("W11", "gold", "centre", gems=gems), "0 dive A1")
    state = play(state, "0 stop" if gems == "silver" else "0 draw")
    assert state.site("A1") == ("", True, "")
    assert state.mosaic == ()
    assert [fleet.boats[0] for fleet in state.fleets] == [Boat("A1")] * 2
    assert not legal(on_turn(state, 0), 0, "dive")


def test_ruling_41_a_part_of_the_city_goes_to_the_mosaic() -> None:
    state = play(wreck("W12", "gold", gems="silver"), "0 dive A1", "0 stop")
    assert (state.mosaic, state.tile("A1")) == (("W12",), None)


def test_ruling_42_gems_are_back_in_the_bag_and_played_cards_at_rest() -> None:
    before = wreck("W11", "gold", "centre", hands=["ST_GOLDHAND", "CR_GOLD_A"], gems="gold silver")
    state = play(before, "0 dive A1", "0 play ST_GOLDHAND", "1 play CR_GOLD_A", "0 draw")
    assert sum(state.bag) == sum(before.bag) - 2
    assert [fleet.shown for fleet in state.fleets] == [("ST_GOLDHAND",), ("CR_GOLD_A",)]
    state = play(state, "0 stop")
    assert state.bag == before.bag
    assert [fleet.rest for fleet in state.fleets] == [("ST_GOLDHAND",), ("CR_GOLD_A",)]
    assert state.view(1).as_dict()["shown"] == [[], []]


def test_ruling_43_the_game_ends_after_the_fourth_city_dive_is_paid() -> None:
    state = play(last_city_dive("gold", "red", gems="gold red"), "0 dive A1", "0 draw")
    assert state.outcome is None
    state = play(state, "0 stop")
    assert state.outcome is not None
    assert state.outcome.scores == (5 + 4 + 5, 2 + 10)
    assert state.waiting_on == frozenset()
    assert not any(legal(state, seat) for seat in state.people)


def test_ruling_43_turns_are_not_evened_out() -> None:
    state = last_city_dive("gold", "red", "centre").evolve(first=0)
    state = play(state, "0 dive A1", "0 stop")
    assert (state.outcome is not None, state.waiting_on) == (True, frozenset())


def test_ruling_43_three_parts_do_not_end_it() -> None:
    state = play(last_city_dive("gold").evolve(mosaic=CITY[2:]), "0 dive A1", "0 stop")
    assert (state.outcome, state.turn) == (None, 1)


def ended(state: State, *points: int) -> State:
    return play(with_points(state, *points), "0 dive A1", "0 stop")


def test_ruling_44_most_points_win() -> None:
    state = ended(last_city_dive("gold"), 0, 7)
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.params["winners"]) == ((6, 7), (1,))
    assert state.outcome.reason == "Seat 1 wins with 7 points."
    assert state.outcome.success is None


def test_ruling_44_a_tie_goes_to_the_player_with_more_crew_cards() -> None:
    state = at_rest(last_city_dive("gold", hands=("ST_HELM", "ST_HELM")), 1, "ST_PURSER", "CR_OXYGEN")
    state = ended(state, 0, 6)
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.params["winners"]) == ((6, 6), (1,))


def test_ruling_44_cards_played_in_the_last_dive_are_owned_too() -> None:
    state = last_city_dive("gold", hands=("ST_GOLDHAND CR_SILV_A", "ST_HELM"), gems="silver")
    state = play(with_points(state, 0, 9), "0 dive A1", "0 play CR_SILV_A", "0 stop")
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.params["winners"]) == ((9, 9), (0,))


def test_ruling_44_a_tie_in_cards_is_a_shared_victory() -> None:
    state = ended(last_city_dive("gold", hands=("ST_HELM", "ST_PURSER")), 0, 6)
    assert state.outcome is not None
    assert (state.outcome.code, state.outcome.params["winners"]) == ("won-together", (0, 1))
    assert leading_seats(state) == (0, 1)
    assert state.outcome.reason == "Shared victory with 6 points each: Seat 0, Seat 1."


def test_ruling_45_totals_hands_and_rest_piles_are_private() -> None:
    state = with_points(at_rest(with_hand(wreck("W11", "gold"), 0, "CR_OXYGEN"), 0, "CR_GUARD"), 77, 3)
    view = state.view(1).as_dict()
    assert (view["score"], view["scores"]) == (3, None)
    assert (view["hand"], view["rest"]) == ([], [])
    assert "77" not in json.dumps(view)
    assert (view["hand_sizes"], view["rest_sizes"]) == ([1, 0], [1, 0])
    spectator = state.view(None).as_dict()
    assert {"hand", "rest", "score"}.isdisjoint(spectator)


def test_ruling_45_what_the_bag_holds_is_public() -> None:
    state = wreck("W11", "gold")
    assert sum(state.view(None).as_dict()["bag"].values()) == sum(state.bag)


def test_ruling_45_totals_are_told_at_the_end() -> None:
    state = ended(with_boats(last_city_dive("gold"), 1, "P", "P"), 0, 7)
    assert state.view(None).as_dict()["scores"] == [6, 7]
