"""Rulings 24 to 33: gems, hazards, and what becomes of those who surface. W11 has gold, blue and black, W08 a joker."""

from __future__ import annotations

import pytest

import games
from games.deep_blue.fleet import Boat
from games.deep_blue.state import State
from tests.games.deep_blue.builders import codes, legal, paid, play, with_tile, wreck

OXYGEN, GUARD = "CR_OXYGEN", "CR_GUARD"


def surfaced(state: State) -> frozenset[int]:
    assert state.dive is not None
    return state.dive.surfaced


def test_ruling_24_the_leader_draws_a_gem_before_he_may_stop() -> None:
    state = wreck("W11", "gold @B8", gems="silver")
    state = play(state, "0 dive A1")
    with pytest.raises(games.IllegalAction):
        play(state, "0 stop")
    state = play(state, "0 stay")
    assert state.dive is not None
    assert state.dive.gems == ("silver",)
    assert legal(state, 0) == ["draw", "stop"]


@pytest.mark.parametrize("gems", ["blue black", "black blue"])
def test_ruling_25_the_first_of_each_colour_only_warns(gems: str) -> None:
    state = play(wreck("W11", "gold", gems=gems), "0 dive A1")
    assert codes(state)[-1] == "effect-warning"
    state = play(state, "0 draw")
    assert (codes(state), surfaced(state)) == (["effect-warning"], frozenset())


@pytest.mark.parametrize("colour", ["blue", "black"])
def test_ruling_25_each_further_gem_is_a_hazard(colour: str) -> None:
    card = OXYGEN if colour == "blue" else GUARD
    state = wreck("W11", "gold", hands=[f"{card} {card}"], gems=f"{colour} {colour} {colour} {colour}")
    state = play(state, "0 dive A1")
    for _ in range(2):
        state = play(state, "0 draw")
        assert codes(state) == ["effect-hazard"]
        assert legal(state, 0, "protect") == [f"protect {card}"]
        state = play(state, f"0 protect {card}")
    state = play(state, "0 draw")
    assert "effect-surface" in codes(state)
    assert state.dive is None


def test_ruling_26_the_leader_answers_first_then_clockwise() -> None:
    hands = [OXYGEN] * 4
    state = play(wreck("W11", "centre", "centre", "centre", "centre", hands=hands, gems="blue blue"), "0 dive A1")
    state = play(state, "0 draw")
    asked = []
    while state.phase == "hazard":
        (seat,) = state.waiting_on
        asked.append(seat)
        state = play(state, f"{seat} protect {OXYGEN}")
    assert asked == [0, 1, 2, 3]


def test_ruling_27_anybody_may_decline_and_keep_the_card() -> None:
    state = wreck("W11", "gold", "centre", hands=[OXYGEN, OXYGEN], gems="blue blue")
    state = play(state, "0 dive A1", "0 draw", f"0 protect {OXYGEN}", "1 surface")
    assert surfaced(state) == {1}
    assert state.fleets[1].hand == (OXYGEN,)


def test_ruling_27_the_leader_too_and_then_the_dive_ends() -> None:
    state = play(wreck("W11", "gold", hands=[OXYGEN], gems="blue blue"), "0 dive A1", "0 draw", "0 surface")
    assert (state.dive, state.turn) == (None, 1)
    assert state.fleets[0].hand == (OXYGEN,)


def test_ruling_28_the_player_chooses_cards_and_spots_of_the_colour() -> None:
    state = wreck("W11", "blue black", hands=[f"{OXYGEN} {GUARD}"], gems="blue blue black black")
    state = play(state, "0 dive A1", "0 draw")
    assert legal(state, 0, "protect") == [f"protect {OXYGEN}", "protect blue"]
    state = play(state, "0 protect blue", "0 draw", "0 draw")
    assert legal(state, 0, "protect") == [f"protect {GUARD}", "protect black"]


def test_ruling_28_a_used_spot_helps_once_and_moves_its_boat() -> None:
    state = play(wreck("W11", "blue", gems="blue blue blue"), "0 dive A1", "0 draw", "0 protect blue")
    assert state.fleets[0].boats[0] == Boat("A1")
    state = play(state, "0 draw")
    assert state.dive is None
    assert paid(state)[0] == (0, 0, 4, 0)


@pytest.mark.parametrize("colour", ["blue", "black"])
def test_ruling_28_a_joker_helps_against_either(colour: str) -> None:
    state = play(wreck("W08", "joker", gems=f"{colour} {colour}"), "0 dive A1", "0 draw")
    assert legal(state, 0) == ["protect joker", "surface"]
    assert play(state, "0 protect joker").fleets[0].boats[0] == Boat("A1")


def test_ruling_28_a_spot_of_another_wreck_does_not_help() -> None:
    state = with_tile(wreck("W07", "gold @A2:blue", gems="blue blue"), "A2", "W10")
    state = play(state, "0 dive A1", "0 stay", "0 draw")
    assert (state.dive, state.fleets[0].boats[1]) == (None, Boat("A2", "blue"))


def test_ruling_29_a_surfaced_player_leaves_with_all_boats_unpaid() -> None:
    hands = [f"{OXYGEN}", "ST_GOLDHAND CR_SILV_A"]
    state = wreck("W11", "centre", "gold black", hands=hands, gems="gold blue blue silver")
    state = play(state, "0 dive A1", "1 play ST_GOLDHAND", "0 draw", "0 draw", f"0 protect {OXYGEN}")
    assert state.fleets[1].boats == (Boat("A1"), Boat("A1"))
    assert state.free_spots("A1") == ("gold", "blue", "black")
    assert surfaced(state) == {1}
    state = play(state, "0 draw")
    assert not legal(state, 1)
    with pytest.raises(games.IllegalAction, match="surfaced"):
        play(state, "1 play CR_SILV_A")
    assert paid(play(state, "0 stop"))[1] == (2, 0, 0, 0)


def test_ruling_30_the_hazard_is_answered_before_any_card_is_played() -> None:
    hands = [f"{OXYGEN} CR_NAVIGATE", f"{OXYGEN} CR_NAVIGATE"]
    state = play(wreck("W11", "gold", "centre", hands=hands, gems="blue gold silver blue"), "0 dive A1")
    state = play(state, *["0 draw"] * 3)
    for seat in (0, 1):
        assert not legal(state, seat, "play")
        with pytest.raises(games.IllegalAction):
            play(state, f"{seat} play CR_NAVIGATE")
    state = play(state, f"0 protect {OXYGEN}")
    assert not legal(state, 0, "play")  # Seat 1 has still to answer.


def test_ruling_30_an_answered_hazard_counts_as_a_gem() -> None:
    state = wreck("W11", "gold", hands=[f"{OXYGEN} CR_NAVIGATE"], gems="blue gold silver blue")
    state = play(state, "0 dive A1", *["0 draw"] * 3, f"0 protect {OXYGEN}")
    assert legal(state, 0, "play") == ["play CR_NAVIGATE"]  # It needs four gems.


def test_ruling_31_the_others_still_answer_when_the_leader_fails() -> None:
    hands = ["", OXYGEN, ""]
    state = play(wreck("W11", "gold", "centre", "centre", hands=hands, gems="red blue blue"), "0 dive A1")
    state = play(state, *["0 draw"] * 2)
    assert state.waiting_on == {1}
    state = play(state, f"1 protect {OXYGEN}")
    assert state.dive is None
    assert paid(state) == {0: (0, 0, 4, 0), 1: (0, 4, 0, 0), 2: (0, 0, 0, 0)}


def test_ruling_31_who_declines_then_gets_no_gems_either() -> None:
    state = play(wreck("W11", "gold", "centre", hands=["", OXYGEN], gems="red blue blue"), "0 dive A1")
    assert paid(play(state, "0 draw", "0 draw", "1 surface")) == {0: (0, 0, 4, 0), 1: (0, 0, 0, 0)}


def test_ruling_31_a_dive_without_divers_ends_and_pays_the_leader() -> None:
    state = play(wreck("W11", "gold", "gold centre", gems="gold black black"), "0 dive A1", "0 draw", "0 draw")
    assert (state.dive, state.turn) == (None, 1)
    assert paid(state) == {0: (0, 0, 4, 0), 1: (0, 0, 0, 0)}


def test_ruling_32_survivors_play_cards_for_the_last_gem() -> None:
    hands = ["CR_NAVIGATE", f"{OXYGEN} CR_NAVIGATE"]
    state = play(wreck("W11", "gold", "centre", hands=hands, gems="red silver blue blue"), "0 dive A1")
    state = play(state, *["0 draw"] * 3, f"1 protect {OXYGEN}")
    assert state.phase == "cards"
    assert state.waiting_on == {1}
    assert not legal(state, 0)
    state = play(state, "1 play CR_NAVIGATE")
    assert (state.dive, state.turn) == (None, 1)
    assert paid(state) == {0: (0, 0, 4, 0), 1: (3, 5, 0, 0)}


def test_ruling_33_a_failed_leader_keeps_points_and_cards_but_no_gems() -> None:
    state = play(wreck("W11", "gold", hands=["ST_GOLDHAND"], gems="gold blue blue"), "0 dive A1")
    state = play(state, "0 play ST_GOLDHAND", "0 draw", "0 draw")
    assert paid(state)[0] == (2, 0, 4, 0)
    assert state.fleets[0].points == 6
