"""Rulings 20 to 23: who leads a dive, and who comes along. (A1 is a step from A2, A6 and B8.)"""

from __future__ import annotations

import pytest

import games
from games.deep_blue.fleet import Boat
from tests.games.deep_blue.builders import legal, on_turn, play, with_boats, with_tile, wreck


@pytest.mark.parametrize("place", ["gold", "centre"])
def test_ruling_20_a_boat_on_a_spot_or_in_the_centre_may_lead(place: str) -> None:
    assert legal(wreck("W07", place), 0, "dive") == ["dive A1"]


def test_ruling_20_with_boats_on_two_tiles_one_is_named() -> None:
    state = with_tile(wreck("W07", "gold @A2:silver", gems="silver"), "A2", "W08")
    assert legal(state, 0, "dive") == ["dive A1", "dive A2"]
    state = play(state, "0 dive A2")
    assert state.dive is not None
    assert state.dive.space == "A2"


@pytest.mark.parametrize("place", ["@B8", "@P", "@A2"])
def test_ruling_20_without_a_boat_on_a_tile_nobody_leads(place: str) -> None:
    state = wreck("W07", f"{place} {place}", "gold")
    state = state.with_site("A2", state.sites[0]._replace(tile="", face_up=True))
    assert not legal(state, 0, "dive")
    with pytest.raises(games.IllegalAction, match="that takes a boat on a wreck there"):
        play(state, "0 dive A1")


def test_ruling_21_the_leaders_second_boat_rushes_first() -> None:
    state = wreck("W07", "@B8 @A2", "gold @A6", "@P", "@A2 @P", gems="silver")
    state = play(on_turn(state, 1), "1 dive A1")
    asked = []
    while state.phase == "rushing":
        (seat,) = state.waiting_on
        asked.append(seat)
        state = play(state, f"{seat} stay")
    assert asked == [1, 3, 0]


def test_ruling_21_each_boat_decides_in_sight_of_earlier_rushes() -> None:
    state = play(wreck("W07", "gold @B8", "@A2 @A6", gems="silver"), "0 dive A1")
    assert legal(state, 0) == ["rush 2", "stay"]
    assert not legal(state, 1)
    state = play(state, "0 rush 2")
    assert state.view(1).as_dict()["boats"][0][1]["space"] == "A1"
    assert legal(state, 1) == ["rush 1", "rush 2", "rush both", "stay"]
    state = play(state, "1 rush 2")
    assert state.fleets[1].boats == (Boat("A2"), Boat("A1"))
    assert state.dive is not None
    assert state.dive.divers == (0, 1)


@pytest.mark.parametrize(("near", "comes"), [("B8", True), ("A2", True), ("S4", False), ("P", False)])
def test_ruling_21_boats_come_from_exactly_one_step_away(near: str, comes: bool) -> None:
    state = play(wreck("W07", "gold", f"@{near}", gems="silver"), "0 dive A1")
    assert state.waiting_on == ({1} if comes else {0})
    assert (state.phase == "rushing") == comes


def test_ruling_22_a_rushing_boat_lies_in_the_centre() -> None:
    state = play(wreck("W07", "gold", "@B8 @A2", gems="red"), "0 dive A1", "1 rush both")
    assert state.fleets[1].boats == (Boat("A1"), Boat("A1"))
    assert state.free_spots("A1") == ("red", "blue")
    state = play(state, "0 stop")
    assert state.fleets[1].points == 4


def test_ruling_22_a_boat_that_leaves_another_tile_gives_up_its_spot() -> None:
    state = with_tile(wreck("W07", "gold", "@A2:joker", gems="silver"), "A2", "W13")
    assert state.free_spots("A2") == ("silver", "red")
    assert play(state, "0 dive A1", "1 rush 1").free_spots("A2") == ("silver", "red", "joker")


def test_ruling_23_a_boat_on_the_tile_takes_part() -> None:
    state = play(wreck("W07", "gold", "red @B8", "@P", gems="silver"), "0 dive A1")
    assert legal(state, 1) == ["rush 2", "stay"]
    state = play(state, "1 stay")
    assert state.dive is not None
    assert state.dive.divers == (0, 1)


def test_ruling_23_nobody_declines_a_dive_at_his_own_place() -> None:
    state = play(wreck("W07", "gold", "centre", gems="silver"), "0 dive A1", "0 stop")
    assert [fleet.points for fleet in state.fleets] == [1 + 3, 1]


def test_ruling_23_who_stays_away_has_no_part_in_it() -> None:
    state = play(wreck("W07", "gold", "@B8", gems="silver"), "0 dive A1", "1 stay", "0 stop")
    assert [fleet.points for fleet in state.fleets] == [1 + 3, 0]
    assert with_boats(state, 1, "A1", "P").tile("A1") is None
