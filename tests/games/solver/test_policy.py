"""The policy of playouts by itself: its values choose the card that a playout plays, and know no hidden card."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.cards import CARDS
from games.crew.rating import played_out
from games.crew.solver.compiled import zeros
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.playout.evaluator import with_facts
from games.crew.solver.playout.network import weights_of
from games.crew.solver.playout.simulation import simulate
from games.crew.solver.search.program import program_of
from games.crew.solver.search.workspace import SIZE
from games.crew.state import State
from tests.games.builders import act, table

pytestmark = pytest.mark.slow


def turns_of(mission: str, players: int, seed: str) -> list[State]:
    """The positions of a round of careful bots in which a card is played."""
    state = games.deal(games.Setup("planet-nine", mission, players, seed))
    log, states = played_out(state, "careful", "policy").log, list[State]()
    for action in log:
        assert isinstance(state, State)
        if "play " in action.text:
            states.append(state)
        state = state.apply(action)
    return states


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
    simulate(program, zeros(SIZE), weights_of("planet-nine"), 0, 1, tape)
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


def test_values_do_not_depend_on_hidden_cards_where_cards_have_to_be_won() -> None:
    for state in turns_of("tasks=5", 4, "hidden"):
        one, other = evaluator_of(state, 1), evaluator_of(state, 2)
        shared = one.values().keys() & other.values().keys()
        assert {card: one.values()[card] for card in shared} == {card: other.values()[card] for card in shared}


def test_a_card_that_breaks_the_mission_at_once_has_no_value() -> None:
    state = act(table("1", {0: "R4 Y1", 1: "P1 Y9", 2: "P9 Y8", 3: "P2 Y2"}, tasks="P1"), "0 take P1", "0 play Y1")
    values = evaluator_of(state).values()
    assert CARDS["Y9"].order in values
    assert CARDS["P1"].order not in values
