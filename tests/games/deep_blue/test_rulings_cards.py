"""Rulings 34 to 39: cards in a dive, and when it stops."""

from __future__ import annotations

import pytest

import games
from games.deep_blue.state import State
from tests.games.deep_blue.builders import codes, legal, paid, play, with_bag, with_gems, wreck


def test_ruling_34_all_gems_of_the_dive_unlock_cards() -> None:
    state = play(wreck("W11", "blue", hands=["ST_GOLDHAND"], gems="gold silver"), "0 dive A1", "0 pass", "0 draw")
    assert legal(state, 0, "play") == ["play ST_GOLDHAND"]


def test_ruling_34_one_gem_unlocks_several_cards_of_several_players() -> None:
    hands = ["CR_RUBY_A CR_RUBY_B", "CR_RUBY_C"]
    state = play(wreck("W11", "centre", "centre", hands=hands, gems="red"), "0 dive A1")
    state = play(state, "0 play CR_RUBY_A", "1 play CR_RUBY_C", "0 play CR_RUBY_B", "0 stop")
    assert paid(state) == {0: (8, 4, 4, 0), 1: (4, 4, 0, 0)}


def test_ruling_34_two_cards_alike_are_two_plays() -> None:
    state = play(wreck("W11", "centre", hands=["CR_ARCH_A CR_ARCH_A"], gems="purple"), "0 dive A1")
    assert legal(state, 0, "play") == ["play CR_ARCH_A"]
    state = play(state, "0 play CR_ARCH_A", "0 play CR_ARCH_A", "0 stop")
    assert paid(state)[0] == (14, 0, 4, 0)


def test_ruling_34_a_card_that_needs_two_gems_waits_for_the_second() -> None:
    state = play(wreck("W11", "centre", hands=["CR_GOLD_C"], gems="gold silver gold"), "0 dive A1")
    assert state.phase == "onward"
    state = play(state, "0 draw", "0 draw")
    assert legal(state, 0, "play") == ["play CR_GOLD_C"]


def test_ruling_35_gems_of_every_colour_count_hazards_too() -> None:
    state = play(wreck("W11", "centre", hands=["CR_NAVIGATE"], gems="blue black green purple"), "0 dive A1")
    assert not legal(state, 0, "play")
    state = play(state, *["0 draw"] * 3)
    assert legal(state, 0, "play") == ["play CR_NAVIGATE"]


def test_ruling_36_all_divers_play_cards_before_the_leader_decides() -> None:
    hands = ["ST_GOLDHAND", "ST_GOLDHAND", "ST_GOLDHAND"]
    state = play(wreck("W11", "centre", "centre", "centre", hands=hands, gems="gold"), "0 dive A1")
    assert state.waiting_on == {0, 1, 2}
    state = play(state, "2 play ST_GOLDHAND", "0 pass")
    assert state.waiting_on == {1}
    with pytest.raises(games.IllegalAction):
        play(state, "0 stop")
    assert play(state, "1 pass").waiting_on == {0}


@pytest.mark.parametrize("seat", range(4))
def test_ruling_36_whoever_is_alone_with_cards_to_play_is_waited_for(seat: int) -> None:
    """Seat 0 was once passed over: a lone seat counts, whatever its number."""
    hands = ["ST_GOLDHAND" if other == seat else "" for other in range(4)]
    state = play(wreck("W11", *["centre"] * 4, hands=hands, gems="gold"), "0 dive A1")
    assert state.phase == "cards"
    assert state.waiting_on == {seat}


def test_ruling_36_who_plays_no_more_cards_is_asked_no_more() -> None:
    state = play(wreck("W11", "centre", hands=["ST_GOLDHAND CR_NAVIGATE"], gems="gold red red silver"), "0 dive A1")
    state = play(state, "0 hold", *["0 draw"] * 3)
    assert (state.phase, legal(state, 0)) == ("onward", ["draw", "stop"])


def test_ruling_36_who_plays_no_more_cards_may_still_protect_himself() -> None:
    state = play(wreck("W11", "centre", hands=["CR_OXYGEN"], gems="blue blue"), "0 dive A1", "0 hold", "0 draw")
    assert legal(state, 0) == ["protect CR_OXYGEN", "surface"]


def test_ruling_37_a_card_played_for_money_is_not_there_in_the_dive() -> None:
    state = wreck("W11", "centre", "@P", hands=["CR_GOLD_A", ""], gems="gold")
    state = play(state.evolve(market=("CR_OXYGEN",) * 4), "0 recruit 1 with CR_GOLD_A")
    assert (state.fleets[0].rest, state.fleets[0].points) == (("CR_GOLD_A",), 0)


def test_ruling_37_a_card_played_in_the_dive_pays_points_alone() -> None:
    state = play(wreck("W11", "centre", hands=["CR_GOLD_A"], gems="gold"), "0 dive A1", "0 play CR_GOLD_A")
    assert not legal(state, 0, "recruit")
    assert state.fleets[0].shown == ("CR_GOLD_A",)


@pytest.mark.parametrize("card", ["ST_PURSER", "CR_OXYGEN"])
def test_ruling_37_a_card_without_points_is_not_played_for_points(card: str) -> None:
    state = play(wreck("W11", "centre", hands=[f"{card} CR_GOLD_A"], gems="gold"), "0 dive A1")
    with pytest.raises(games.IllegalAction, match="the card scores no points"):
        play(state, f"0 play {card}")


def last_gem(gems: str, **bag: int) -> State:
    """The leader's dive with no more than these gems in the bag."""
    return play(with_gems(with_bag(wreck("W11", "gold"), **bag), gems.split()), "0 dive A1")


def test_ruling_38_an_empty_bag_ends_the_dive_like_a_stop() -> None:
    state = last_gem("gold red", gold=1, red=1)
    state = play(state, "0 draw")
    assert (state.dive, state.turn) == (None, 1)
    assert paid(state)[0] == (0, 5 + 4, 4, 0)
    assert "effect-stop" not in codes(state)


def test_ruling_38_cards_are_still_played_for_the_last_gem() -> None:
    state = with_gems(with_bag(wreck("W11", "gold", hands=["ST_GOLDHAND"]), gold=1), ["gold"])
    state = play(state, "0 dive A1")
    assert state.waiting_on == {0}
    assert paid(play(state, "0 play ST_GOLDHAND"))[0] == (2, 5, 4, 0)


def test_ruling_39_the_leader_goes_on_alone() -> None:
    state = wreck("W11", "blue", "gold", "black", gems="gold blue blue silver")
    state = play(state, "0 dive A1", "0 draw", "0 draw", "0 protect blue")
    assert (state.phase, legal(state, 0)) == ("onward", ["draw", "stop"])
    state = play(state, "0 draw", "0 stop")
    assert paid(state) == {0: (0, 2 + 1, 4, 0), 1: (0, 0, 0, 0), 2: (0, 0, 0, 0)}
