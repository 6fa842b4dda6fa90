"""Playouts without open hands: sensible, and the same for the same chance."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

import games
from games.crew.bots import BOTS
from games.crew.bots.card_choice import plays
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.bots.inference import unlikely_cards
from games.crew.bots.preferences import Preference
from games.crew.bots.signals import best_signal
from games.crew.cards import CARDS, Trick
from games.crew.families.masks import mask_of
from games.crew.robot import ROBOT_SEAT
from games.crew.solver.compiled import Numbers, zeros
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.line_replay import settle
from games.crew.solver.playout.chances import ROOM, VOIDS
from games.crew.solver.playout.evaluator import with_facts
from games.crew.solver.playout.network import network_of
from games.crew.solver.playout.simulation import FULL_SCORE, simulate, simulate_trick
from games.crew.solver.search.kernel import open_position
from games.crew.solver.search.program import program_of
from games.crew.solver.search.workspace import LEAD, SIZE
from games.crew.state import State
from tests.games.builders import act, table

pytestmark = pytest.mark.slow

PLAYOUTS = 40
PINK_ONE = CARDS["P1"]


def row_of(state: State) -> Numbers:
    program = zeros(ROOM)
    for place, number in enumerate(program_of(puzzle_of(settle(state)))):
        program[place] = number
    return program


def score(program: Numbers, chance: int) -> int:
    return simulate(program, zeros(SIZE), network_of("planet-nine"), 3, chance, zeros(0))


def won(program: Numbers) -> float:
    """The share of playouts that win."""
    return mean(score(program, 7919 * number + 1) > FULL_SCORE // 2 for number in range(PLAYOUTS))


def test_the_same_chance_is_the_same_playout() -> None:
    program = row_of(act(table("1", {0: "R4 P9"}, tasks="P9"), "0 take P9"))
    assert score(program, 12345) == score(program, 12345)


def test_who_holds_the_nine_of_his_task_takes_it() -> None:
    assert won(row_of(act(table("1", {0: "R4 P9"}, tasks="P9"), "0 take P9"))) == 1


def test_partners_throw_a_task_under_its_owner() -> None:
    assert won(row_of(act(table("1", {0: "R4 P9 P8", 2: "P1 P2"}, tasks="P1"), "0 take P1"))) >= 0.9


def with_tasks_taken(seed: str) -> State:
    """Five players' round of three tasks before the first card; none has signalled."""
    state = games.deal(games.Setup("planet-nine", "tasks=3", 5, seed))
    while not any(plays(state.view(seat)) for seat in state.waiting_on):
        (seat,) = state.waiting_on
        text = BOTS["careful"].choose(state.view(seat), Random(1))
        assert text is not None
        state = state.apply(games.Action(seat, text))
    assert isinstance(state, State)
    return state


def with_signals(state: State) -> Numbers:
    """The program of this round after the bots' signals, with what these tell."""
    for seat in range(5):
        if text := best_signal(state.view(seat)):
            state = state.apply(games.Action(seat, text))
    return with_facts(program_of(puzzle_of(settle(state))), ViewEvaluator(state.view(0), Random(1)).facts)


def test_signals_help() -> None:
    rounds = [with_tasks_taken(f"signals/{number}") for number in range(80)]
    in_silence, signalled = (mean(map(won, map(program, rounds))) for program in (row_of, with_signals))
    assert signalled > in_silence + 0.02


def test_a_later_win_scores_a_little_less() -> None:
    state = act(table("1", {0: "R4 P9"}, tasks="P9"), "0 take P9")
    scores = [score(row_of(state), 7919 * number + 1) for number in range(PLAYOUTS)]
    assert score(row_of(act(state, "0 play P9")), 1) == FULL_SCORE
    assert FULL_SCORE // 2 < min(scores) < FULL_SCORE


def test_voids_are_taken_into_account() -> None:
    """Seat 3 has no pink: who knows it plays otherwise."""
    hands = {0: "R4 P8 G5", 1: "P9 G9", 3: "B1 B2 B3 G1 G2 G3 Y1 Y2 Y3 Y4"}
    program = row_of(act(table("2", hands, tasks="P8 G5"), "0 take P8", "1 take G5"))
    before = [score(program, 7919 * number + 1) for number in range(PLAYOUTS)]
    program[VOIDS] = 1 << 15
    assert [score(program, 7919 * number + 1) for number in range(PLAYOUTS)] != before


def test_a_robot_that_does_not_follow_may_hide_cards_of_the_suit() -> None:
    robots_plays = set()
    for number in range(20):
        state = games.deal(games.Setup("planet-nine", "tasks=1", 2, f"robot/{number}"))
        while not any(plays(state.view(seat)) for seat in state.waiting_on):
            (seat,) = state.waiting_on
            state = state.apply(games.Action(seat, state.view(seat)["legal"][0]))
        assert isinstance(state, State)
        program, work = row_of(state), zeros(SIZE)
        open_position(program, work)
        network = network_of("planet-nine")
        trick, _, voids = simulate_trick(program, work, network, 0, 3, 7919 * number + 1, 0, zeros(0))
        if trick >= 0:
            cards = [trick >> 6 * place & 63 for place in range(3)]
            seats = [(work[LEAD] + place) % 3 for place in range(3)]
            robots_plays.add(cards[seats.index(ROBOT_SEAT)] // 9 == cards[0] // 9)
        assert voids >> 5 * ROBOT_SEAT == 0
    assert robots_plays == {True, False}


@pytest.mark.parametrize(
    ("plays", "surely", "likely"),
    [
        ("P9 P4 P5 P6", {3}, {1, 2}),  # All followed, and no seat gave the pink 1 to its owner's nine.
        ("P9 P4 B5 P6", {3}, {1, 2}),  # Who did not follow cannot hold it at all, so saying so does no harm.
        ("B9 B4 B5 B6", set(), set()),  # Pink could not be played.
        ("P3 P4 P5 P6", set(), {1}),  # The owner was beaten at once, by the second card.
    ],
)
def test_what_partners_would_hardly_have_kept(plays: str, surely: set[int], likely: set[int]) -> None:
    trick = Trick(1, 0, tuple(enumerate(CARDS[text] for text in plays.split())))
    kept = unlikely_cards([trick], 4, [Preference(0, frozenset([PINK_ONE]))])
    pink = mask_of([PINK_ONE])
    assert {seat for seat in range(4) if kept.very_unlikely[seat] == pink} == surely
    assert {seat for seat in range(4) if kept.unlikely[seat] == pink} == likely
