"""The dive that the rulebook works out, from the rush to the pay: 29, 2 and 18 points ("Example of a dive")."""

from __future__ import annotations

from games.deep_blue.state import State
from tests.games.deep_blue.builders import codes, legal, paid, play, wreck

GREEN, ORANGE, YELLOW = 0, 1, 2
GEMS = "gold silver blue green gold red black blue"
HANDS = ("ST_GOLDHAND CR_RUBY_B", "ST_GOLDHAND CR_OCCULT CR_OXYGEN ST_VESSEL", "ST_GOLDHAND")


def before() -> State:
    """Green on the blue spot of W07 (3 points to the leader), orange on gold, yellow on red; a boat is near."""
    return wreck("W07", "blue @B8", "gold", "red", hands=HANDS, gems=GEMS)


def up_to_the_hazard() -> State:
    state = play(before(), "0 dive A1")
    assert legal(state, GREEN) == ["rush 2", "stay"]
    state = play(state, "0 stay", "0 play ST_GOLDHAND", "1 play ST_GOLDHAND", "2 play ST_GOLDHAND")
    state = play(state, "0 draw", "0 draw")
    assert codes(state) == ["told-warning"]  # the first blue gem
    state = play(state, "0 draw", "1 play CR_OCCULT", "0 draw", "0 draw", "0 play CR_RUBY_B", "0 draw")
    assert codes(state) == ["told-warning"]  # the first black gem
    return play(state, "0 draw")


def test_the_second_blue_gem_is_answered_by_the_leader_first() -> None:
    state = up_to_the_hazard()
    assert codes(state) == ["told-hazard"]
    assert state.waiting_on == {GREEN}
    assert legal(state, GREEN) == ["protect blue", "surface"]
    state = play(state, "0 protect blue")
    assert state.fleets[GREEN].boats[0] == ("A1", "")
    assert state.waiting_on == {ORANGE}


def test_yellow_has_nothing_and_surfaces_and_orange_plays_the_card_of_eight_gems() -> None:
    state = play(up_to_the_hazard(), "0 protect blue", "1 protect CR_OXYGEN")
    assert state.dive is not None
    assert state.dive.surfaced == {YELLOW}
    assert legal(state, ORANGE) == ["hold", "pass", "play ST_VESSEL"]


def test_the_dive_pays_29_and_2_and_18() -> None:
    state = play(up_to_the_hazard(), "0 protect blue", "1 protect CR_OXYGEN", "1 play ST_VESSEL", "0 stop")
    assert paid(state) == {GREEN: (6, 9, 3, 0), ORANGE: (14, 15, 0, 0), YELLOW: (2, 0, 0, 0)}
    assert [fleet.points for fleet in state.fleets] == [18, 29, 2]


def test_yellow_would_have_had_15_for_the_gems() -> None:
    state = up_to_the_hazard()
    seen = state.view(None).as_dict()["dive"]["pay"]
    assert {pay["seat"]: pay["gems"] for pay in seen} == {GREEN: 9, ORANGE: 15, YELLOW: 15}
