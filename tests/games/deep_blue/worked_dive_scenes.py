"""Scenes that the tests of worked dive share with others."""

from __future__ import annotations

from games.deep_blue.state import State
from tests.games.deep_blue.builders import codes, legal, play, wreck

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
    assert codes(state) == ["effect-warning"]  # the first blue gem
    state = play(state, "0 draw", "1 play CR_OCCULT", "0 draw", "0 draw", "0 play CR_RUBY_B", "0 draw")
    assert codes(state) == ["effect-warning"]  # the first black gem
    return play(state, "0 draw")
