"""Where was it lost: the annotation of a round says what the questions asked one by one say."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from random import Random
from typing import cast

import pytest

import games
from games.contract import Action
from games.crew.solver import Annotation, Budget, Lost, Won, annotate, solve
from games.crew.solver.gc_pause import paused_gc
from games.crew.solver.goals.allowed_assignments import AllowedAssignments
from games.crew.solver.goals.from_state import puzzle_to_assign
from games.crew.solver.sat.assignment_solver import AssignmentSolver
from games.crew.solver.sat.choices import assign_by_sat
from games.crew.solver.sat.engine import LOST, WON
from games.crew.state import State
from tests import wide

pytestmark = pytest.mark.slow

ENOUGH = 100_000


def random_round(game: str, seed: str, players: int, mission: str = "") -> list[games.State]:
    """The states of a round played at random, with signals, without proposals."""
    chance = Random(seed)
    mission = mission or chance.choice([one for one in games.GAMES[game].missions if (game, one) != EXCHANGE])
    states: list[games.State] = [games.deal(games.Setup(game, mission, players, seed))]
    while states[-1].outcome is None:
        actions = states[-1].legal_actions(min(states[-1].waiting_on))
        quiet = [action for action in actions if not action.text.startswith(("propose", "ask"))]
        states.append(states[-1].apply(chance.choice(quiet or actions)))
    return states


EXCHANGE = ("planet-nine", "12")
"""Takes seconds, and most of it stays unknown."""


def one_by_one(states: Sequence[games.State]) -> tuple[bool | None, ...]:
    """Every moment asked about by itself."""
    verdicts = [solve(state) for state in states]
    won = max((place for place, verdict in enumerate(verdicts) if isinstance(verdict, Won)), default=-1)
    lost = min((place for place, verdict in enumerate(verdicts) if isinstance(verdict, Lost)), default=len(states))
    assert won < lost
    return tuple(True if place <= won else False if place >= lost else None for place in range(len(states)))


def replayed(states: Sequence[games.State], annotation: Annotation) -> games.State:
    """How the round would have ended with what saves it."""
    assert annotation.fatal is not None
    state = states[annotation.fatal]
    for action in annotation.saving:
        state = state.apply(action)
    return state


@pytest.mark.parametrize("game", ["planet-nine", "deep-sea"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_round_is_annotated_as_its_moments_are_one_by_one(game: str, players: int) -> None:
    for number in range(wide.of(2, 3)):
        states = random_round(game, f"annotated/{number}", players)
        annotation = annotate(states)
        assert annotation.winnable == one_by_one(states)
        if annotation.fatal is not None:
            assert annotation.winnable[annotation.fatal : annotation.fatal + 2] == (True, False)
            end = replayed(states, annotation)
            assert end.outcome is not None
            assert end.outcome.success


@pytest.mark.parametrize(("mission", "seed"), [("32", 11), ("36", 0), ("36", 6)])
def test_a_task_that_may_be_handed_over_is_not_lost_with_its_owner(mission: str, seed: int) -> None:
    # While five take their tasks, a task that a player has may still go to another.
    states = random_round("planet-nine", f"handed/{seed}", 5, mission)
    assert annotate(states).winnable == one_by_one(states)


def test_nothing_is_called_lost_before_a_signal_that_was_sent() -> None:
    states = _with_a_pass()
    sent = next(place for place, state in enumerate(states) if cast(State, state).distress.direction)
    assert False not in annotate(states).winnable[:sent]


def _with_a_pass() -> list[games.State]:
    """A round of many tasks in which a distress signal was sent and everybody passed on the first card."""
    states: list[games.State] = [games.deal(games.Setup("planet-nine", "tasks=9", 4, "signal"))]
    while states[-1].outcome is None:
        state = states[-1]
        seat = min(state.waiting_on)
        texts = [action.text for action in state.legal_actions(seat)]
        wanted = [text for text in texts if text in ("propose distress left", "agree") or text.startswith("give")]
        plain = [text for text in texts if text.startswith(("take", "play"))]
        states.append(state.apply(Action(seat, (wanted or plain)[0])))
    return states


def test_only_the_end_is_known_with_no_budget() -> None:
    states = random_round("planet-nine", "annotated/0", 4, "20")
    annotation = annotate(states, Budget(0, 0))
    assert annotation.winnable == (None,) * (len(states) - 1) + (False,)
    assert annotation.fatal is None


def test_a_round_that_was_won_could_be_won_all_along() -> None:
    state = games.deal(games.Setup("planet-nine", "3", 4, "won"))
    states, verdict = [state], solve(state)
    assert isinstance(verdict, Won)
    for action in verdict.line:
        states.append(states[-1].apply(action))
    assert annotate(states) == Annotation((True,) * len(states), None)


@pytest.mark.parametrize(("game", "players"), [("planet-nine", 4), ("deep-sea", 3)])
def test_verdicts_that_are_known_change_no_annotation(game: str, players: int) -> None:
    for number in range(wide.of(2, 4)):
        states = random_round(game, f"annotated/{number}", players)
        alone = annotate(states)
        known = {place: verdict for place, verdict in enumerate(alone.winnable) if verdict is not None}
        again = annotate(states, known=known)
        assert (again.winnable, again.fatal) == (alone.winnable, alone.fatal)
        if again.fatal is not None:
            end = replayed(states, again)
            assert end.outcome is not None
            assert end.outcome.success


def test_known_verdicts_are_not_asked_about_again() -> None:
    """Without any budget they are all that is known; the line that wins is then missing, and no card is blamed."""
    states = random_round("planet-nine", "annotated/0", 4, "20")
    known = {0: True, 4: True, 9: False}
    unknown = (None,) * 4
    expected = (True,) * 5 + unknown + (False,) * (len(states) - 9)
    assert annotate(states, Budget(0, 0), known) == Annotation(expected, None)
    assert annotate(states, Budget(0, 0), known | {8: True}) == Annotation((True,) * 9 + expected[9:], None)


def test_nothing_is_called_lost_before_a_signal_by_another_round() -> None:
    states = _with_a_pass()
    sent = next(place for place, state in enumerate(states) if cast(State, state).distress.direction)
    annotation = annotate(states, Budget(0, 0), dict.fromkeys(range(sent), False))
    assert False not in annotation.winnable[:sent]


def test_one_solver_shares_as_a_new_one_would() -> None:
    for seed in range(6):
        state = cast(State, games.deal(games.Setup("planet-nine", "tasks=4", 4, f"shares {seed}")))
        puzzle, tasks = puzzle_to_assign(state)
        asked = tuple(tuple(task(seat) for seat in range(4)) for task in tasks)
        chance = Random(seed)
        found = set()
        with AssignmentSolver(puzzle, asked) as solver:
            for _ in range(8):
                seats = tuple(chance.choice([1, 2, 4, 8, 15]) for _ in tasks)
                shares = AllowedAssignments(
                    seats, chance.choice([(), (((1, 1),) * 4,), (((0, 1),) * 4, ((0, 2),) * 4)])
                )
                choice = solver.assign(shares, ENOUGH)
                found.add(choice.status)
                assert choice.status == assign_by_sat(puzzle, tasks, shares, ENOUGH).status
                assert choice.status != WON or all(
                    mask >> seat & 1 for mask, seat in zip(seats, choice.chosen, strict=True)
                )
        assert found <= {WON, LOST}


def test_tidying_up_is_put_off_and_never_left_off() -> None:
    def fail() -> None:
        with paused_gc(), paused_gc():
            assert not gc.isenabled()
            raise ZeroDivisionError

    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError):
        fail()
    assert gc.isenabled()
