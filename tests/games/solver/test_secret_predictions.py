"""In playouts only its owner knows a secret prediction; the others expect a fair share of the tricks."""

from __future__ import annotations

from statistics import mean

import pytest

from games.crew.deep_sea.predicting import expected_tricks
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.families import Ledger
from games.crew.solver.compiled import Numbers, zeros
from games.crew.solver.goals.deep_sea import goals_of_family
from games.crew.solver.goals.kinds import Tricks
from games.crew.solver.playout.network import network_of
from games.crew.solver.playout.simulation import FULL_SCORE, guesses_prediction, simulate
from games.crew.solver.search.program import EXPECTED, HIGH, LOW, SECRET
from games.crew.solver.search.workspace import SIZE
from games.crew.training.positions import program_at
from tests.games.builders import act, sea

pytestmark = pytest.mark.slow

OPEN, SECRETLY = "T90", "T91"
PLAYOUTS = 300
FAIR = 2
"""Of ten tricks for four seats."""


def predicted(task: str, number: int) -> Numbers:
    """The program of a round in which seat 0, the captain, has predicted so many tricks of ten."""
    hands = {0: "P8 P9 B8 B9 G2 G3 Y2 Y3 S1 S4"}
    program = program_at(act(sea(f"tasks={task}", hands), f"0 take {task}", f"0 predict {task} {number}"))
    assert program is not None
    return program


def scores(program: Numbers) -> list[int]:
    work, network, no_tape = zeros(SIZE), network_of("deep-sea"), zeros(0)
    return [simulate(program, work, network, 3, 7919 * number + 1, no_tape) for number in range(PLAYOUTS)]


def test_the_program_says_what_the_others_expect_of_a_secret_number() -> None:
    program = predicted(SECRETLY, 5)
    goal = program[SECRET]
    assert (program[goal + LOW], program[goal + HIGH], program[EXPECTED]) == (5, 5, FAIR)
    assert [guesses_prediction(program, seat) for seat in range(4)] == [False, True, True, True]
    assert not any(guesses_prediction(predicted(OPEN, 5), seat) for seat in range(4))


@pytest.mark.parametrize(
    ("won", "left", "expected"), [(1, 6, 2), (3, 5, 3), (0, 1, 1)], ids=["fair", "has won more", "cannot win so many"]
)
def test_the_others_expect_a_fair_share_that_can_still_be_won(won: int, left: int, expected: int) -> None:
    assert expected_tricks(10, 4, won, left) == expected


@pytest.mark.parametrize(
    ("robot", "owner", "known_to"), [(None, 0, 0b001), (2, 0, 0b101), (2, 2, 0b101), (2, 1, 0b010)]
)
def test_the_captain_knows_what_it_predicts_for_the_robot(robot: int | None, owner: int, known_to: int) -> None:
    ledger = Ledger.opening(seats=3, captain=0, tricks_total=13, unplayed=1, blind=robot)
    (goal,) = goals_of_family(TASK_CARDS[SECRETLY].family, ledger, owner, 9)
    assert isinstance(goal, Tricks)
    assert goal.known_to == known_to


def test_a_playout_leaves_the_prediction_as_it_was() -> None:
    program = predicted(SECRETLY, 5)
    before = list(program)
    scores(program)
    assert list(program) == before


def test_a_secret_that_all_expect_is_none() -> None:
    assert scores(predicted(SECRETLY, FAIR)) == scores(predicted(OPEN, FAIR))


def test_surprising_prediction_is_won_less_often_without_help() -> None:
    """This hand wins five tricks by itself, so four need partners who win one of them."""
    secret, known = scores(predicted(SECRETLY, 4)), scores(predicted(OPEN, 4))
    assert mean(score > FULL_SCORE // 2 for score in secret) < mean(score > FULL_SCORE // 2 for score in known)
