"""What the solver answers about rounds: sharing the tasks, passing cards, clashes, replays, and bad input."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import games
from games.contract import Action
from games.crew.planet_nine.mission import mission_of
from games.crew.solver import Budget, Lost, Unknown, Won, annotate, best_pass, certify, clash, solve, solve_each
from games.crew.solver.assignment_refuter import refute_assignments
from games.crew.solver.budget import BudgetTracker
from games.crew.solver.goals.assignments import assignments_of
from games.crew.solver.goals.from_state import puzzle_to_assign
from games.crew.solver.goals.setup_choices import all_setups
from games.crew.solver.questions import Question, combine
from games.crew.solver.sat.choices import assign_by_sat
from games.crew.state import State
from games.sentences import say
from tests.games.builders import dealt
from tests.games.solver.rounds import sea_round, space_round

pytestmark = pytest.mark.slow

SMALL = Budget(20_000, 20_000)
NOTHING = Budget(0, 0)


def fresh(mission: str, players: int, seed: str, game: str = "planet-nine") -> State:
    return dealt(games.Setup(game, mission, players, seed))


def ended(state: State, line: tuple[Action, ...]) -> State:
    for action in line:
        state = state.apply(action)
    return state


def wins(state: State, line: tuple[Action, ...]) -> bool:
    outcome = ended(state, line).outcome
    return bool(outcome and outcome.success)


# Sharing


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "mission",
    [
        "tasks=2 tokens=1,2 balanced-tricks chosen-player-wins-no-trick",
        "tasks=3 first-four-last-and-middle-roles",
        "tasks=4 commander-decision five-player-rule tokens=1,2",
        "tasks=4 tokens=1,2,3,4 nines-win-no-trick balanced-tricks commander-distribution",
    ],
)
def test_all_ways_of_sharing_at_once_are_all_ways_one_by_one(mission: str, players: int) -> None:
    for seed in range(3):
        state = fresh(mission, players, f"sharing/{seed}")
        together = Question(state, BudgetTracker(Budget()), both=False)._try_assignments()
        every = all_setups(state, 1_000)
        assert every is not None
        assert not isinstance(together, Unknown)
        question = Question(state, BudgetTracker(Budget()), both=False)
        if isinstance(together, Won):
            assert wins(state, together.line)
        else:
            assert not any(isinstance(question.play(begun, Budget(3_000, 3_000)), Won) for begun in every)


@pytest.mark.parametrize("mission", range(1, 33))
def test_every_mission_of_deep_sea_can_be_certified(mission: int) -> None:
    players = 2 + mission % 4
    state = fresh(str(mission), players, f"certified/{mission}", "deep-sea")
    verdict, certificate = certify(state)
    assert isinstance(verdict, Won) == (certificate is not None)
    assert certificate is None or wins(state, certificate.line)
    assert not isinstance(verdict, Unknown)


def test_what_is_certainly_lost_both_engines_say() -> None:
    """Three seats have a task each, so each must win a trick."""
    for seed in range(3):
        verdict, certificate = certify(fresh("tasks=3 chosen-player-wins-no-trick", 3, f"lost/{seed}"))
        assert isinstance(verdict, Lost)
        assert verdict.engines == ("sat", "search")
        assert certificate is None


@pytest.mark.parametrize(
    ("game", "mission", "players", "seed"),
    [
        ("deep-sea", "14", 2, "bench/3"),
        ("deep-sea", "19", 3, "bench/3"),
        ("deep-sea", "25", 5, "bench/1"),
        ("deep-sea", "26", 3, "bench/3"),
        ("planet-nine", "29", 4, "bench/2"),
        ("planet-nine", "44", 2, "bench/3"),
    ],
)
def test_hard_deals_are_lost_however_the_tasks_are_shared(game: str, mission: str, players: int, seed: str) -> None:
    """The search goes by the few tasks that are too much for their owners; there are too many shares to try each."""
    verdict, _ = certify(fresh(mission, players, seed, game))
    assert isinstance(verdict, Lost)
    assert verdict.engines == ("sat", "search")
    assert verdict.effort.nodes < 100_000


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_share_that_wins_is_refuted(players: int) -> None:
    """Where the one engine finds a share, the other must not say that there is none."""
    for seed in range(4):
        for mission in ("tasks=5 tokens=1,2", "tasks=6 tokens=>,>>,omega"):
            puzzle, tasks = puzzle_to_assign(fresh(mission, players, f"refuted/{seed}"))
            for shares in assignments_of(fresh(mission, players, f"refuted/{seed}")):
                found = assign_by_sat(puzzle, tasks, shares, 4_000)
                refuted = refute_assignments(puzzle, tasks, shares, 200_000)
                assert (found.status, refuted.status) != ("won", "lost")


def test_what_one_engine_alone_refutes_is_not_called_lost_by_both() -> None:
    one, both = Lost(None, ("sat",)), Lost(None, ("sat", "search"))
    assert combine(one, both) == combine(both, one) == one
    assert combine(Lost(None, ()), both) == both


def test_a_hand_over_may_save_a_deal_in_the_gap() -> None:
    saved = 0
    for seed in range(40):
        state = space_round(f"hand/{seed}", 5, (), Random(seed))
        mission = replace(mission_of(state), five_player_rule=True)
        before, after = solve(state, SMALL), solve(state.evolve(mission=mission), SMALL)
        assert isinstance(before, Lost) or isinstance(after, Won)
        if isinstance(before, Lost) and isinstance(after, Won):
            assert any(action.text.startswith("propose hand") for action in after.line)
            assert wins(state.evolve(mission=mission), after.line)
            saved += 1
    assert saved


# Passing


def lost_rounds(players: int, number: int) -> list[State]:
    """Rounds with given owners that cannot be won."""
    found: list[State] = []
    for seed in range(2_000):
        state = space_round(f"pass/{seed}", players, (), Random(seed))
        if isinstance(solve(state, Budget(2_000, 4_000)), Lost):
            found.append(state)
        if len(found) == number:
            return found
    raise AssertionError(len(found))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_pass_is_found_and_carried_out_by_the_rules(players: int) -> None:
    for state in lost_rounds(players, 3):
        verdict = best_pass(state, Budget(0, 30_000))
        assert not isinstance(verdict, Unknown)
        if isinstance(verdict, Won):
            assert verdict.line[0].text.startswith("propose distress")
            assert wins(state, verdict.line)
            sent = ended(state, verdict.line[:players])
            assert sent.phase == "giving"
            assert isinstance(best_pass(sent, Budget(0, 30_000)), Won)


def test_a_signal_that_saved_the_round_makes_nothing_before_it_lost() -> None:
    state = next(state for state in lost_rounds(4, 6) if isinstance(best_pass(state, Budget(0, 30_000)), Won))
    verdict = best_pass(state, Budget(0, 30_000))
    assert isinstance(verdict, Won)
    states = [state]
    for action in verdict.line:
        states.append(states[-1].apply(action))
    annotation = annotate(states, SMALL)
    assert annotation.fatal is None
    assert all(annotation.winnable)
    given = next(place for place, action in enumerate(verdict.line) if action.text.startswith("play"))
    halfway = annotate(states[: given + 1], SMALL)
    assert False not in halfway.winnable


# Clashes


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_clash_names_tasks_that_are_there(players: int) -> None:
    for state in lost_rounds(players, 3):
        sentence = clash(state, Budget(0, 200_000))
        assert sentence is not None
        named = str(sentence.params.get("tasks", "")).split(", ")
        assert {*named} <= {task.name for task in state.tasks} | {""}
        assert named[0] in say(sentence.code, sentence.params)


def test_tasks_of_deep_sea_clash() -> None:
    """Two want to win the last trick."""
    state = sea_round("clash", 4, [("T76", 0), ("T90", 3), ("T81", 1)])
    assert isinstance(solve(state, SMALL), Lost)
    sentence = clash(state, SMALL)
    assert sentence is not None
    assert sentence.params == {"tasks": "T76, T81"}


def test_what_can_be_won_does_not_clash() -> None:
    state = space_round("clash", 4, (), Random(3))
    assert isinstance(solve(state, SMALL), Won)
    assert clash(state, SMALL) is None


# Bad input


@pytest.mark.parametrize(("game", "mission"), [("planet-nine", "1"), ("planet-nine", "12"), ("deep-sea", "5")])
def test_nothing_is_known_without_a_budget(game: str, mission: str) -> None:
    state = fresh(mission, 4, "zero", game)
    for verdict in (solve(state, NOTHING), certify(state, NOTHING)[0], best_pass(state, NOTHING)):
        assert isinstance(verdict, Unknown)
    assert clash(state, NOTHING) is None
    assert set(annotate([state], NOTHING).winnable) == {None}
    assert not solve_each(state, NOTHING)


def test_a_position_that_cannot_be_is_unknown() -> None:
    state = space_round("odd", 4, (), Random(3))
    hands = state.hands
    for odd in (
        state.evolve(hands=(hands[0][1:], *hands[1:])),
        state.evolve(hands=(hands[1], *hands[1:])),
        state.evolve(hands=((),) * 4),
    ):
        assert isinstance(solve(odd, SMALL), Unknown)


def test_many_threads_ask_one_searcher() -> None:
    from concurrent.futures import ThreadPoolExecutor

    states = [space_round(f"threads/{seed}", 4, (), Random(seed)) for seed in range(24)]
    alone = [type(solve(state, SMALL)) for state in states]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda state: type(solve(state, SMALL)), states))
    assert together == alone
