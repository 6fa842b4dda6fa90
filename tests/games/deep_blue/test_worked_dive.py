"""The dive that the rulebook works out, from the rush to the pay: 29, 2 and 18 points ("Example of a dive")."""

from __future__ import annotations

from tests.games.deep_blue.builders import codes, legal, paid, play
from tests.games.deep_blue.worked_dive_scenes import GREEN, ORANGE, YELLOW, up_to_the_hazard


def test_the_second_blue_gem_is_answered_by_the_leader_first() -> None:
    state = up_to_the_hazard()
    assert codes(state) == ["effect-hazard"]
    assert state.waiting_on == {GREEN}
    assert legal(state, GREEN) == ["protect blue", "surface"]
    state = play(state, "0 protect blue")
    assert state.fleets[GREEN].boats[0] == ("A1", "")
    assert state.waiting_on == {ORANGE}


def test_yellow_surfaces_and_orange_plays_the_card_of_eight_gems() -> None:
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
