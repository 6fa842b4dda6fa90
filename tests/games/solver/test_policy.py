"""The policy of playouts by itself: its values choose the card that a playout plays, and know no hidden card."""

from __future__ import annotations

import subprocess
import sys
from math import e
from random import Random
from typing import cast

import pytest

from games.contract import View
from games.crew.bots import quick_choice
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.cards import CARDS
from games.crew.solver.compiled import zeros
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.playout.evaluator import with_facts
from games.crew.solver.playout.network import network_of
from games.crew.solver.playout.simulation import TEMPERATURE, simulate
from games.crew.solver.search.program import program_of
from games.crew.solver.search.workspace import SIZE
from games.crew.state import State
from tests.games.builders import act, table
from tests.games.solver.engines_scenes import in_plain_python
from tests.games.solver.policy_scenes import turns_of

pytestmark = pytest.mark.slow


def evaluator_of(state: State, chance: int = 1) -> ViewEvaluator:
    (seat,) = state.waiting_on
    return ViewEvaluator(state.view(seat), Random(chance))


def chosen_in_playout(evaluator: ViewEvaluator) -> tuple[int, int] | None:
    """Of a playout without chance: how many cards its first choice was among, and the place of the one it took.

    None where the running trick is lost already, so nothing is chosen.
    """
    tape = zeros(1_000_000)
    tape[0] = 1
    program = with_facts(program_of(puzzle_of(evaluator.position)), evaluator.facts)
    simulate(program, zeros(SIZE), network_of("planet-nine"), 0, 1, tape)
    return (int(tape[1]), int(tape[2])) if tape[0] > 1 else None


@pytest.mark.parametrize(("mission", "players"), [("tasks=4", 4), ("tasks=6", 5), ("33", 3), ("50", 4), ("8", 2)])
def test_a_playout_without_chance_plays_the_most_valued_card(mission: str, players: int) -> None:
    compared = 0
    for state in turns_of(mission, players, f"policy/{mission}"):
        evaluator = evaluator_of(state)
        values = list(evaluator.values().values())
        if len(values) > 1 and (chosen := chosen_in_playout(evaluator)):
            compared += 1
            assert chosen == (len(values), values.index(max(values)))
    assert compared >= 5


def test_values_ignore_hidden_cards_where_cards_must_be_won() -> None:
    choices = 0
    for state in turns_of("tasks=5", 4, "hidden"):
        one, other = evaluator_of(state, 1), evaluator_of(state, 2)
        assert one.values() == other.values()
        choices += len(one.values()) > 1 and one.position.hands != other.position.hands
    assert choices >= 5


def test_a_card_that_breaks_the_mission_is_not_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seat 3 plays last, and pink 1 would go to seat 2."""
    hands = {0: "R4 Y1", 1: "Y2 Y4", 2: "Y9 Y8", 3: "P1 P2 P3 P4 P5 P6 P7 P8 G1 G2"}
    state = act(table("1", hands, tasks="P1"), "0 take P1", "0 play Y1", "1 play Y2", "2 play Y9")
    best = {CARDS["P1"].order: 1_000, CARDS["G1"].order: 0}
    monkeypatch.setattr(ViewEvaluator, "values", lambda evaluator: best)
    assert "play P1" in state.view(3)["legal"]
    assert quick_choice.card(state.view(3), Random(1)) == "play G1"


def test_a_card_is_drawn_by_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """A difference of the temperature makes it e times as likely."""
    state = act(table("1", {0: "R4 P9 P8", 2: "P1 P2"}, tasks="P1"), "0 take P1")
    values = {CARDS["P9"].order: TEMPERATURE, CARDS["P8"].order: 0}
    monkeypatch.setattr(ViewEvaluator, "values", lambda evaluator: values)
    nines = sum(quick_choice.card(state.view(0), Random(number)) == "play P9" for number in range(400))
    assert 400 * e / (1 + e) == pytest.approx(nines, abs=40)


def test_hands_and_the_robots_open_cards_take_the_task_they_prefer() -> None:
    state = table("2", {0: "R4 Y9", 1: "P9"}, tasks="P1 Y9")
    assert quick_choice.task(state.view(0)) == "take Y9"
    view = {"legal": ["robot take P1", "robot take Y9"], "robot": {"up": ["Y9", None, "G3"]}, "hand": ["P9"]}
    assert quick_choice.task(cast(View, view)) == "robot take Y9"


def test_the_bots_are_ready_without_the_solver() -> None:
    script = "import sys, games, games.crew.bots; print('games.crew.solver.compiled' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "False\n"
    )


CARDS_OF_A_ROUND = """
import json
from tests.games.solver.policy_scenes import turns_of
print(json.dumps([str(state.log[-1]) for state in turns_of("tasks=5", 4, "plain")]))
"""


def test_the_careful_bot_plays_the_same_without_compiled_code() -> None:
    here = [str(state.log[-1]) for state in turns_of("tasks=5", 4, "plain")]
    assert in_plain_python(CARDS_OF_A_ROUND) == here
