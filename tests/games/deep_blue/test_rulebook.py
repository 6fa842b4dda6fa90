"""Sentences of the rulebook that no ruling is about: setup, a turn, resting, scouting spots, scores."""

from __future__ import annotations

from collections import Counter

import pytest

from games.deep_blue.fleet import Boat
from games.deep_blue.gems import by_colour
from tests.games.deep_blue.builders import (
    SCENARIOS,
    at_rest,
    dealt,
    legal,
    on_turn,
    paid,
    play,
    with_boats,
    with_hand,
    with_tile,
    wreck,
)
from tests.games.deep_blue.rulings_recruiting_scenes import market
from tests.games.deep_blue.rulings_sailing_scenes import boats, sailing


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tokens_go_by_the_order_of_play_0_1_1_2_2(players: int) -> None:
    state = dealt(players)
    assert [state.fleets[seat].tokens for seat in state.clockwise_from(state.first)] == [0, 1, 1, 2, 2][:players]


def test_starting_tiles_lie_face_up_and_advanced_ones_face_down() -> None:
    state = dealt()
    for space, site in zip(state.box.board.sites, state.sites, strict=True):
        tier = state.box.board.spaces[space].tier
        assert site.face_up == (tier == "starting")
        assert not site.tile or state.box.tiles[site.tile].tier == tier


def test_tiles_first_players_and_markets_are_shuffled_by_the_seed() -> None:
    states = [dealt(4, seed=str(number)) for number in range(20)]
    assert {state.first for state in states} == {0, 1, 2, 3}
    for field in ("sites", "market", "deck"):
        assert len({getattr(state, field) for state in states}) == 20
    again = dealt(4, seed="3")
    assert (again.sites, again.deck, again.first) == (states[3].sites, states[3].deck, states[3].first)


def test_every_player_begins_with_four_cards_and_two_boats_in_port() -> None:
    state = dealt(5)
    assert {fleet.hand for fleet in state.fleets} == {("ST_GOLDHAND", "ST_HELM", "ST_PURSER", "ST_VESSEL")}
    assert {fleet.boats for fleet in state.fleets} == {(Boat("P"), Boat("P"))}


def test_the_market_begins_with_four_cards_and_their_gems_in_the_bag() -> None:
    for number in range(20):
        state = dealt(seed=str(number))
        assert (len(state.deck), all(state.market)) == (26, True)
        job = Counter(state.box.cards[card].adds_gem for card in state.market if state.box.cards[card].adds_gem)
        start = by_colour(state.box.bag)
        assert {gem: count - start[gem] for gem, count in by_colour(state.bag).items() if count > start[gem]} == job


def test_players_take_turns_clockwise_and_do_one_thing_each() -> None:
    state = dealt(3)
    order = []
    for _ in range(7):
        order.append(state.turn)
        todo = legal(state, state.turn, "recruit") or legal(state, state.turn, "rest")
        state = play(state, f"{state.turn} {todo[0]}")
    assert order == [(state.first + number) % 3 for number in range(7)]


def test_cards_are_shown_while_they_are_played_and_hidden_at_rest() -> None:
    state = play(market("CR_RUBY_C"), "0 sail CR_RUBY_C")
    assert state.view(1).as_dict()["shown"][0] == ["CR_RUBY_C"]
    state = play(state, "0 move 1 B1", "0 anchor")
    assert state.view(1).as_dict()["shown"][0] == []
    assert state.view(0).as_dict()["rest"] == ["CR_RUBY_C"]
    assert state.view(1).as_dict()["rest"] == []


def test_a_card_pays_for_either_of_its_uses_and_not_for_both() -> None:
    state = market("CR_GOLD_B")  # points, or one propeller
    assert legal(state, 0) == ["sail CR_GOLD_B"]
    assert play(state, "0 sail CR_GOLD_B").fleets[0].points == 0


def test_there_is_no_limit_to_a_hand() -> None:
    state = market("ST_PURSER", *["CR_OXYGEN"] * 40)
    assert len(play(state, "0 recruit 1 with ST_PURSER").fleets[0].hand) == 41


def test_steps_are_split_between_the_boats_as_one_likes() -> None:
    state = sailing("P", "P", steps=4)
    assert {"move 1 S5", "move 1 B2", "move 2 S1"} <= set(legal(state, 0, "move"))
    state = play(state, "0 move 1 S2")
    assert state.sail is not None
    assert state.sail.steps == 3
    assert "move 2 S5" in legal(state, 0, "move")
    assert "move 2 A4" not in legal(state, 0, "move")


def test_boats_are_never_in_the_way() -> None:
    state = with_boats(sailing("B8", "P", steps=2), 1, "A1", "S4")
    assert {"move 1 A1", "move 1 A2", "move 1 S4", "move 1 B3"} <= set(legal(state, 0, "move"))


def test_a_boat_on_a_buoy_or_an_empty_site_finds_nothing() -> None:
    state = play(sailing("P", "P", steps=2), "0 move 1 B1")
    assert (state.turn, boats(state)) == (1, ["B1", "P"])


def test_who_stops_on_a_wreck_may_hold_a_spot_that_nobody_holds() -> None:
    state = with_boats(with_tile(sailing("B8"), "A1", "W07"), 1, "A1:red", "P")
    assert legal(play(state, "0 move 1 A1", "0 anchor"), 0) == ["spot 1 blue", "spot 1 gold"]


def test_a_rest_shuffles_the_pile_by_the_seed() -> None:
    pile = ["CR_OXYGEN", "CR_GUARD", "CR_FINANCE", "CR_RUBY_A", "CR_RUBY_B"]
    hands = set()
    for number in range(20):
        state = at_rest(with_hand(on_turn(dealt(2, seed=str(number)), 0), 0), 0, *pile)
        hands.add(play(state, "0 rest").fleets[0].hand)
    assert len(hands) > 5


@pytest.mark.parametrize(("spot", "gem", "worth"), [("silver", "silver", 3), ("gold", "gold", 5), ("red", "red", 10)])
def test_a_scouting_spot_pays_more_for_its_colour(spot: str, gem: str, worth: int) -> None:
    state = play(wreck("W12", spot, "centre", gems=f"{gem} {gem}"), "0 dive A1", "0 draw", "0 stop")
    plain = {"silver": 1, "gold": 2, "red": 4}[gem]
    assert (paid(state)[0][1], paid(state)[1][1]) == (2 * worth, 2 * plain)


def test_a_scouting_spot_pays_nothing_to_who_had_to_surface() -> None:
    state = play(wreck("W14", "blue", "gold", gems="gold blue blue"), "0 dive A1", "0 draw", "0 draw", "0 protect blue")
    assert paid(play(state, "0 stop"))[1] == (0, 0, 0, 0)


def test_green_and_purple_gems_are_worth_points_by_cards_alone() -> None:
    hands = ["", "CR_OCCULT CR_ARCH_A"]
    state = play(wreck("W11", "gold", "centre", hands=hands, gems="green purple"), "0 dive A1")
    state = play(state, "1 play CR_OCCULT", "0 draw", "1 play CR_ARCH_A", "0 stop")
    assert paid(state) == {0: (0, 0, 4, 0), 1: (8 + 7, 0, 0, 0)}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_wreck_pays_its_leader_and_points_add_up(scenario: str) -> None:
    state = play(wreck("W11", "gold", scenario=scenario, gems="gold"), "0 dive A1")
    assert play(state, "0 stop").fleets[0].points == 5 + 4


def test_the_game_goes_on_after_an_ordinary_wreck() -> None:
    state = play(wreck("W11", "gold", "centre", gems="gold"), "0 dive A1", "0 stop")
    assert (state.turn, state.outcome) == (1, None)
