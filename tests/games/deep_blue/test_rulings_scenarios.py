"""Rulings 46 to 55: the scenarios, on parts of the Sunken City and (but for 49) nowhere else."""

from __future__ import annotations

import pytest

import games
from games.deep_blue import DEEP_BLUE
from games.deep_blue.gems import counted
from games.deep_blue.state import State
from tests.games.deep_blue.builders import (
    codes,
    dealt,
    legal,
    on_turn,
    paid,
    play,
    with_bag,
    with_boats,
    with_gems,
    with_hand,
    with_tile,
    wreck,
)

TROUBLED, BEST, SCATTERED, EFFICIENCY = "troubled-waters", "best-of-the-best", "scattered-wealth", "efficiency-bonus"
STORM, REEFS, RUINS = "storm-ahead", "reefs-ahead", "bountiful-ruins"
OXYGEN = "CR_OXYGEN"


def gems(state: State) -> tuple[str, ...]:
    assert state.dive is not None
    return state.dive.gems


def revealing(scenario: str, *at: str, players: int = 2, bag: str = "silver silver silver") -> State:
    """Seat 0 has sailed its boats onto hidden parts of the city, each named with its space, and may reveal them."""
    state = dealt(players, scenario)
    for named in at:
        state = with_tile(state, *named.split(":"), face_up=False)
    state = with_hand(with_boats(state, 0, "B8", "B8"), 0, *["CR_RUBY_C"] * 3)
    for seat in range(1, players):
        state = with_hand(state, seat)
    return with_gems(on_turn(state, 0), bag.split())


def arrive(state: State, *spaces: str) -> State:
    """Seat 0 sails there, the first boat first."""
    moves = [f"0 move {boat} {space}" for boat, space in enumerate(spaces, 1)]
    state = play(state, *["0 sail CR_RUBY_C"] * 3, *moves)
    return play(state, "0 anchor") if state.phase == "sailing" else state


def test_ruling_46_gems_come_in_pairs() -> None:
    state = play(wreck("W12", "gold", scenario=TROUBLED, gems="gold silver red gold"), "0 dive A1")
    assert gems(state) == ("gold", "silver")
    assert gems(play(state, "0 draw")) == ("gold", "silver", "red", "gold")


def test_ruling_46_hazards_are_answered_in_the_order_drawn() -> None:
    hands = [f"{OXYGEN} CR_GUARD"] * 2
    state = wreck("W12", "gold", "centre", hands=hands, scenario=TROUBLED, gems="blue black black blue")
    state = play(state, "0 dive A1", "0 draw")
    order = []
    while state.phase == "hazard":
        (seat,) = state.waiting_on
        order.append(f"{seat} {legal(state, seat, 'protect')[0]}")
        state = play(state, order[-1])
    assert order == ["0 protect CR_GUARD", "1 protect CR_GUARD", f"0 protect {OXYGEN}", f"1 protect {OXYGEN}"]
    assert legal(state, 0) == ["draw", "stop"]


def test_ruling_46_one_card_window_follows_both_gems() -> None:
    hands = [f"{OXYGEN} CR_RUBY_A"]
    state = wreck("W12", "gold", hands=hands, scenario=TROUBLED, gems="blue silver blue red")
    state = play(state, "0 dive A1", "0 draw")
    assert not legal(state, 0, "play")
    assert legal(play(state, f"0 protect {OXYGEN}"), 0, "play") == ["play CR_RUBY_A"]


def test_ruling_46_the_last_odd_gem_is_drawn_alone() -> None:
    state = wreck("W12", "gold", scenario=TROUBLED, gems="gold silver red")
    state = play(with_bag(state, gold=1, silver=1, red=1), "0 dive A1", "0 draw")
    assert state.dive is None
    assert paid(state)[0] == (0, 5 + 1 + 4, 5, 0)


def test_ruling_46_the_first_of_a_colour_only_warns_in_a_pair_too() -> None:
    state = play(wreck("W14", "blue", scenario=TROUBLED, gems="blue blue"), "0 dive A1")
    assert codes(state) == ["effect-dive", "effect-warning", "effect-hazard"]
    assert legal(state, 0) == ["protect blue", "surface"]


def test_ruling_46_two_hazards_need_two_protections() -> None:
    state = wreck("W14", "blue", hands=[OXYGEN], scenario=TROUBLED, gems="blue silver blue blue")
    state = play(state, "0 dive A1", "0 draw", "0 protect blue")
    assert legal(state, 0) == ["hold", f"protect {OXYGEN}", "surface"]
    assert play(state, f"0 protect {OXYGEN}").phase == "onward"


def test_ruling_46_a_player_who_fails_the_first_is_not_asked_again() -> None:
    hands = ["CR_GUARD", f"{OXYGEN} CR_GUARD"]
    state = wreck("W12", "gold", "centre", hands=hands, scenario=TROUBLED, gems="blue black blue black")
    state = play(state, "0 dive A1", "0 draw")  # The leader has nothing against blue, and surfaces.
    assert state.waiting_on == {1}
    state = play(state, f"1 protect {OXYGEN}", "1 protect CR_GUARD")
    assert paid(state) == {0: (0, 0, 5, 0), 1: (0, 0, 0, 0)}
    assert state.fleets[0].hand == ("CR_GUARD",)


def test_ruling_46_on_other_wrecks_gems_come_one_by_one() -> None:
    assert gems(play(wreck("W11", "gold", scenario=TROUBLED, gems="gold silver"), "0 dive A1")) == ("gold",)


@pytest.mark.parametrize(("tile", "worth"), [("W12", 2 + 4 + 4 + 4), ("W11", 2 + 4)])
def test_ruling_47_every_card_that_scores_is_worth_4_more_in_the_city(tile: str, worth: int) -> None:
    state = wreck(tile, "centre", hands=["ST_GOLDHAND CR_GOLD_A"], scenario=BEST, gems="gold")
    state = play(state, "0 dive A1", "0 play ST_GOLDHAND", "0 play CR_GOLD_A", "0 stop")
    assert paid(state)[0][0] == worth


def test_ruling_47_a_card_that_protects_scores_nothing() -> None:
    state = play(wreck("W12", "centre", hands=[OXYGEN], scenario=BEST, gems="blue blue"), "0 dive A1", "0 draw")
    assert paid(play(state, f"0 protect {OXYGEN}", "0 stop"))[0] == (0, 0, 5, 0)


def lying(state: State) -> dict[str, str]:
    sites = zip(state.box.board.sites, state.sites, strict=True)
    return {space: site.gem for space, site in sites if site.gem}


def test_ruling_48_a_gem_is_laid_on_the_city_and_wrecks_a_step_away() -> None:
    state = with_tile(revealing(SCATTERED, "A1:W12", bag="gold silver blue"), "A2", "W11")
    state = arrive(state, "A1")
    assert lying(state) == {"A1": "gold", "A2": "silver", "A6": "blue"}  # B8 is no site.
    assert sum(state.bag) == sum(revealing(SCATTERED, "A1:W12").bag) - 3
    assert state.view(None).as_dict()["sites"]["A6"]["gem"] == "blue"


def test_ruling_48_a_tile_holds_one_gem_the_city_tile_too() -> None:
    state = revealing(SCATTERED, "A1:W12", bag="gold")
    for space in ("A1", "A6"):
        site = state.site(space)
        assert site is not None
        state = state.with_site(space, site._replace(gem="red"))
    assert lying(arrive(state, "A1")) == {"A1": "red", "A2": "gold", "A6": "red"}


def test_ruling_48_empty_sites_get_none_and_an_empty_bag_gives_none() -> None:
    state = revealing(SCATTERED, "A1:W12", bag="gold")
    site = state.site("A2")
    assert site is not None
    state = with_bag(state.with_site("A2", site._replace(tile="", face_up=True)), gold=1)
    assert lying(arrive(state, "A1")) == {"A1": "gold"}


@pytest.mark.parametrize("scenario", [SCATTERED, STORM])
def test_ruling_48_other_tiles_scatter_nothing(scenario: str) -> None:
    assert not lying(arrive(revealing(scenario, "A1:W11"), "A1"))


def with_gem(tile: str, gem: str, *, drawn: str = "", hand: str = "", **bag: int) -> State:
    state = wreck(tile, "gold", scenario=SCATTERED, gems=drawn, hands=[hand])
    site = state.site("A1")
    assert site is not None
    state = state.with_site("A1", site._replace(gem=gem))
    return play(with_bag(state, **bag) if bag else state, "0 dive A1")


@pytest.mark.parametrize("tile", ["W12", "W11"])
def test_ruling_49_the_gem_that_lies_there_is_the_first_one_drawn(tile: str) -> None:
    state = with_gem(tile, "gold", drawn="red", hand="ST_GOLDHAND")
    assert gems(state) == ("gold",)
    assert lying(state) == {}
    assert legal(state, 0) == ["hold", "pass", "play ST_GOLDHAND"]
    state = play(state, "0 play ST_GOLDHAND")
    assert legal(state, 0) == ["draw", "stop"]
    assert paid(play(state, "0 stop"))[0][:2] == (2, 5)


def test_ruling_49_a_hazard_that_lies_there_only_warns() -> None:
    state = with_gem("W11", "blue", drawn="black blue")
    assert codes(state)[-1] == "effect-warning"
    assert play(state, "0 draw", "0 draw").dive is None  # The next blue gem is a hazard.


def test_ruling_49_it_goes_to_the_bag_after_the_dive() -> None:
    assert play(with_gem("W12", "gold", silver=1), "0 stop").bag == counted({"silver": 1, "gold": 1})


@pytest.mark.parametrize(("count", "bonus"), [(1, 0), (2, 0), (3, 2), (5, 2), (6, 4)])
def test_ruling_50_a_leader_gets_2_points_for_every_three_gems(count: int, bonus: int) -> None:
    drawn = "blue black green purple silver gold"
    state = play(wreck("W12", "centre", "centre", scenario=EFFICIENCY, gems=drawn), "0 dive A1")
    state = play(state, *["0 draw"] * (count - 1), "0 stop")
    assert (paid(state)[0][3], paid(state)[1][3]) == (bonus, 0)


def test_ruling_50_a_leader_who_surfaced_gets_none() -> None:
    state = play(wreck("W12", "centre", scenario=EFFICIENCY, gems="silver blue blue"), "0 dive A1", *["0 draw"] * 2)
    assert paid(state)[0] == (0, 0, 5, 0)


def test_ruling_50_other_wrecks_have_no_such_bonus() -> None:
    state = play(wreck("W11", "centre", scenario=EFFICIENCY, gems="silver " * 3), "0 dive A1", *["0 draw"] * 2)
    assert paid(play(state, "0 stop"))[0][3] == 0


def test_ruling_51_a_revealed_city_tile_is_dived_and_ends_the_turn() -> None:
    state = play(arrive(revealing(STORM, "A1:W12"), "A1"), "0 spot 1 gold")
    assert (state.phase, legal(state, 0)) == ("rushing", ["rush 2", "stay"])
    state = play(state, "0 stay")
    assert gems(state) == ("silver",)
    state = play(state, "0 stop")
    assert (state.turn, state.phase, state.mosaic) == (1, "turn", ("W12",))
    assert paid(state)[0] == (0, 1, 5, 0)


@pytest.mark.parametrize(("near", "comes"), [("A2", True), ("A7", True), ("S4", True), ("S1", False), ("P", False)])
def test_ruling_51_boats_rush_from_one_step_or_two(near: str, comes: bool) -> None:
    state = with_boats(revealing(STORM, "A1:W12"), 1, near, "P")
    state = play(arrive(with_boats(state, 0, "A1", "P"), "A1"), "0 spot 1 gold")
    assert (legal(state, 1) == ["rush 1", "stay"]) == comes


def test_ruling_51_a_tile_that_is_no_part_of_the_city_is_not_dived_at() -> None:
    state = play(arrive(revealing(STORM, "A1:W11"), "A1"), "0 spot 1 gold")
    assert (state.turn, state.dive) == (1, None)


def test_ruling_52_the_player_orders_two_city_tiles_and_dives() -> None:
    state = arrive(revealing(STORM, "A1:W12", "A2:W13"), "A1", "A2")
    assert legal(state, 0) == ["reveal A1", "reveal A2"]
    state = play(state, "0 reveal A2", "0 spot 2 red")
    assert state.dive is not None
    assert state.dive.space == "A2"
    state = play(state, "0 stop")
    assert legal(state, 0) == ["spot 1 gold", "spot 1 red", "spot 1 silver"]
    state = play(state, "0 spot 1 gold")
    assert state.dive is not None
    state = play(state, *(["0 stay"] if state.phase == "rushing" else []), "0 stop")
    assert (state.mosaic, state.turn) == (("W13", "W12"), 1)


def test_ruling_52_the_boat_on_the_second_tile_does_not_rush_away() -> None:
    state = play(arrive(revealing(STORM, "A1:W12", "A2:W13"), "A1", "A2"), "0 reveal A1", "0 spot 1 gold")
    assert state.phase == "onward"  # A2 is a step away, and yet no seat was asked.


def test_ruling_52_the_second_dive_is_dropped_when_the_game_ended() -> None:
    state = revealing(STORM, "A1:W12", "A2:W13").evolve(mosaic=("W13", "W14", "W15"))
    state = play(arrive(state, "A1", "A2"), "0 reveal A1", "0 spot 1 gold", "0 stop")
    assert state.outcome is not None
    assert state.waiting_on == frozenset()


def test_ruling_53_nobody_rushes_to_the_city_through_reefs() -> None:
    state = play(wreck("W12", "gold @B8", "@A2 @A6", scenario=REEFS, gems="silver"), "0 dive A1")
    assert (state.phase, gems(state)) == ("onward", ("silver",))


def test_ruling_53_to_other_wrecks_boats_rush_as_ever() -> None:
    assert play(wreck("W11", "gold @B8", scenario=REEFS), "0 dive A1").phase == "rushing"


def test_ruling_54_all_divers_get_the_leaders_points() -> None:
    state = wreck("W14", "blue", "gold", "@P", scenario=RUINS, gems="blue blue")
    state = play(state, "0 dive A1", "0 draw", "0 protect blue", "0 stop")
    assert paid(state) == {0: (0, 0, 5, 0), 1: (0, 0, 5, 0)}


def test_ruling_54_two_boats_there_double_the_points() -> None:
    state = wreck("W12", "gold @B8", "@A2 @A6", "centre @B8", scenario=RUINS, gems="purple")
    state = play(state, "0 dive A1", "0 rush 2", "1 rush both", "2 stay", "0 stop")
    assert paid(state) == {0: (0, 0, 10, 0), 1: (0, 0, 10, 0), 2: (0, 0, 5, 0)}


def test_ruling_54_who_surfaced_with_both_boats_has_them_doubled_too() -> None:
    state = wreck("W14", "blue", "gold centre", scenario=RUINS, gems="blue blue")
    state = play(state, "0 dive A1", "0 draw", "0 protect blue", "0 stop")
    assert paid(state)[1] == (0, 0, 10, 0)


def test_ruling_54_on_other_wrecks_the_leader_alone_is_paid() -> None:
    state = play(wreck("W11", "gold centre", "centre", scenario=RUINS, gems="purple"), "0 dive A1", "0 stop")
    assert paid(state) == {0: (0, 0, 4, 0), 1: (0, 0, 0, 0)}


@pytest.mark.parametrize("scenario", [BEST, EFFICIENCY, RUINS])
def test_ruling_55_scenarios_are_never_combined(scenario: str) -> None:
    with pytest.raises(games.UnknownSetup):
        DEEP_BLUE.deal(games.Setup("deep-blue", f"{scenario} {SCATTERED}", 3))
    assert not dealt(3, scenario).scenario.scatters
    assert not lying(arrive(revealing(scenario, "A1:W12"), "A1"))
