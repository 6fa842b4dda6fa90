"""Rulings 1 to 10: setup, board, sailing. (A1 is a step from A2, A6 and B8; A2 from A1, A6, A7 and B3.)"""

from __future__ import annotations

import pytest

import games
from games.deep_blue.fleet import Boat
from tests.games.deep_blue.builders import codes, dealt, legal, on_turn, play, with_boats, with_hand, with_tile, wreck
from tests.games.deep_blue.rulings_sailing_scenes import boats, sailing


def test_ruling_01_the_site_of_the_blank_tile_is_an_empty_space() -> None:
    state = dealt(2)
    blank = [space for space in state.box.board.sites if state.tile(space) is None]
    assert len(blank) == 1
    assert blank[0].startswith("S")
    state = on_turn(with_hand(with_boats(state, 0, "P", "P"), 0, *["CR_RUBY_C"] * 2), 0)
    state = play(state, *["0 sail CR_RUBY_C"] * 2, f"0 move 1 {blank[0]}", "0 anchor")
    assert state.turn == 1
    assert boats(state) == [blank[0], "P"]
    assert f"dive {blank[0]}" not in legal(on_turn(state, 0), 0)


@pytest.mark.parametrize(("space", "near"), [("P", "S1"), ("B8", "S4"), ("S4", "B3"), ("A1", "A2")])
def test_ruling_02_one_route_step_is_adjacent_whatever_stands_there(space: str, near: str) -> None:
    state = sailing(space, space, steps=1)
    assert f"move 1 {near}" in legal(state, 0, "move")
    assert f"move 1 {space}" not in legal(state, 0, "move")
    assert len(legal(state, 0, "move")) == 2 * len(state.box.board.neighbours[space])


def test_ruling_03_a_still_boat_keeps_its_spot() -> None:
    state = with_tile(sailing("A1:gold", "P"), "A1", "W07")
    state = play(state, "0 move 2 S1", "0 anchor")
    while legal(state, 0, "spot"):
        state = play(state, f"0 {legal(state, 0, 'spot')[0]}")
    assert boats(state)[0] == "A1:gold"


def test_ruling_03_a_still_boat_in_the_centre_chooses_no_spot() -> None:
    state = play(with_tile(sailing("A1", "P"), "A1", "W07"), "0 move 2 B1", "0 anchor")
    assert (state.turn, boats(state)) == (1, ["A1", "B1"])


def test_ruling_04_a_sail_of_no_steps_is_not_allowed() -> None:
    state = sailing("B8", "P")
    assert not legal(state, 0, "anchor")
    with pytest.raises(games.IllegalAction, match="must move at least one boat"):
        play(state, "0 anchor")
    with pytest.raises(games.IllegalAction):
        play(on_turn(dealt(2), 0), "0 move 1 S1")


def test_ruling_04_steps_that_are_not_used_are_lost() -> None:
    state = play(sailing("B8", "P"), "0 move 1 S4", "0 anchor")
    assert state.sail is None or not state.sail.steps


def test_ruling_05_coming_back_to_a_tile_is_a_new_choice() -> None:
    state = with_tile(sailing("A1:gold", "P", steps=2), "A1", "W07")
    state = play(state, "0 move 1 A1")
    assert legal(state, 0) == ["spot 1 blue", "spot 1 gold", "spot 1 red"]
    assert boats(play(state, "0 spot 1 red")) == ["A1:red", "P"]


def test_ruling_05_coming_back_takes_two_steps() -> None:
    assert "move 1 A1" not in legal(sailing("A1", "P", steps=1), 0)


def test_ruling_06_a_boat_must_take_a_free_spot() -> None:
    state = with_boats(with_tile(sailing("B8", "P"), "A1", "W07"), 1, "A1:gold", "A1:blue")
    state = play(state, "0 move 1 A1", "0 anchor")
    assert legal(state, 0) == ["spot 1 red"]


def test_ruling_06_without_a_free_spot_it_lies_in_the_centre() -> None:
    state = with_boats(with_tile(sailing("B8", "A1:red"), "A1", "W07"), 1, "A1:gold", "A1:blue")
    state = play(state, "0 move 1 A1", "0 anchor")
    assert (state.turn, boats(state)) == (1, ["A1", "A1:red"])
    assert "effect-centre" in codes(state)


def test_ruling_07_a_centre_boat_cannot_slide_onto_a_freed_spot() -> None:
    state = with_boats(with_tile(sailing("P", "P"), "A1", "W07"), 0, "A1", "A1:gold")
    state = play(state, "0 move 2 B8", "0 anchor")  # gold is free again
    assert boats(state) == ["A1", "B8"]
    assert not legal(on_turn(state, 0), 0, "spot")


def test_ruling_08_crossing_a_hidden_tile_does_not_reveal_it() -> None:
    state = play(sailing("B8", "P", steps=3), "0 move 1 A7")  # by A1, then A2 or A6
    state = play(state, *(["0 anchor"] if legal(state, 0, "anchor") else []))
    assert [site for site in state.box.board.sites if site[0] == "A" and state.tile_up(site)] == ["A7"]


def test_ruling_09_two_boats_on_one_hidden_tile_are_one_flip() -> None:
    state = play(sailing("B8", "B8"), "0 move 1 A1", "0 move 2 A1")
    assert codes(state) == ["effect-move", "effect-reveal"]
    assert legal(state, 0) == [f"spot {boat} {spot}" for boat in (1, 2) for spot in ("blue", "gold", "red")]
    state = play(state, "0 spot 2 red")
    assert legal(state, 0) == ["spot 1 blue", "spot 1 gold"]


def test_ruling_09_the_player_orders_two_hidden_tiles() -> None:
    state = play(sailing("B8", "B3"), "0 move 1 A1", "0 move 2 A2")
    assert legal(state, 0) == ["reveal A1", "reveal A2"]
    state = play(state, "0 reveal A1")
    assert legal(state, 0) == ["spot 1 blue", "spot 1 gold", "spot 1 red"]
    assert not state.tile_up("A2")
    assert state.tile_up("A1")


def test_ruling_10_both_boats_may_take_two_spots_of_one_tile() -> None:
    state = play(sailing("B8", "B8"), "0 move 1 A1", "0 move 2 A1", "0 spot 1 gold", "0 spot 2 red")
    assert boats(state) == ["A1:gold", "A1:red"]
    assert state.fleets[0].boats == (Boat("A1", "gold"), Boat("A1", "red"))


def test_ruling_10_both_bonuses_work() -> None:
    state = play(wreck("W07", "gold red", gems="gold red"), "0 dive A1", "0 draw", "0 stop")
    assert state.fleets[0].points == 5 + 10 + 3
