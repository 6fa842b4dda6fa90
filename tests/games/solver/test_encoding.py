"""Both faces of every task and condition: what the rules say of a whole round, and what the clauses say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import get_args

import pytest

from games.crew.deep_sea.specials import SPECIALS as SEA_SPECIALS
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.planet_nine.specials import SPECIALS
from games.crew.solver.goals.deep_sea import goals_of_family
from games.crew.solver.goals.from_state import BeforeExchange, puzzle_of
from games.crew.solver.goals.kinds import Goal
from games.crew.solver.puzzle import bare_puzzle
from games.crew.solver.sat.deal_solver import DealSolver, Part
from games.crew.solver.sat.encoding import goals
from games.crew.solver.sat.engine import LOST, WON
from games.crew.state import State
from games.crew.tasks import DONE, FAILED, OPEN
from tests import wide
from tests.games.solver.rounds import (
    CONDITIONS,
    EXCHANGE,
    by_deal_solver,
    can_play,
    played,
    sea_condition,
    sea_round,
    shortened,
    space_round,
    to_the_end,
)

pytestmark = pytest.mark.slow

ENOUGH = 20_000
TASKS = tuple(TASK_CARDS)
SAID = 2
ROUNDS = wide.of(12, 24)
FIRST = wide.of(2, 4)
"""So many rounds of a condition, and of each task before those that came out one way only are tried again."""


def test_every_goal_has_its_clauses() -> None:
    known = {*goals.DEMANDS, *goals.DEMANDS_BY_TRICK}
    assert known == {*get_args(Goal)}


# Deep Sea: all tasks of one owner at once. Each keeps its own verdict when the round is played on.


def asked_at(state: State, owner: int, names: Sequence[str]) -> list[Part]:
    assert state.ledger is not None
    return [goals_of_family(TASK_CARDS[name].family, state.ledger, owner, SAID) for name in names]


def lines_to_try(start: State, solver: DealSolver, chance: Random, tasks: Sequence[str]) -> list[list[int]]:
    """Some played at random, and for each of these tasks one that nearly or quite fulfils it, if that is possible."""
    plans: list[Sequence[int]] = [(), ()]
    plans += [shortened(solver.line, chance) for name in tasks if solver.ask([TASKS.index(name)], (), ENOUGH) == WON]
    return [to_the_end(start, chance, plan) for plan in plans]


def compare_tasks(players: int, seed: int, chance: Random, tasks: Sequence[str]) -> Counter[tuple[str, bool]]:
    """Play some rounds with all tasks in one hand, and compare every verdict; how often each came out how."""
    owner = chance.randrange(max(players, 3))
    start = sea_round(f"two faces {seed}", players, [(name, owner) for name in TASKS], SAID)
    found: Counter[tuple[str, bool]] = Counter()
    with DealSolver(bare_puzzle(start), asked_at(start, owner, TASKS)) as solver:
        for line in lines_to_try(start, solver, chance, tasks):
            cut = chance.randrange(1, len(line))
            on_the_way, over, failed = watched(start, line, cut)
            for place, task in enumerate(over.tasks):
                assert task.status in (DONE, FAILED)
                found[task.name, task.status == DONE] += 1
                says = WON if task.status == DONE else LOST
                assert solver.ask([place], line, ENOUGH) == says, (task, line)
                if task.status == FAILED and chance.random() < 0.05:
                    assert solver.ask([place], line[: failed[task.name]], ENOUGH) == LOST, (task, line)
            compare_from_there(on_the_way, owner, line[cut:], over)
    return found


def watched(start: State, line: Sequence[int], cut: int) -> tuple[State, State, dict[str, int]]:
    """The round after some cards and at its end, and after how many cards each task was lost."""
    state, on_the_way = start, start
    failed: dict[str, int] = {}
    for number, card in enumerate(line, 1):
        state = by_deal_solver(played(state, card))
        failed |= {task.name: number for task in state.tasks if task.status == FAILED and task.name not in failed}
        on_the_way = state if number == cut else on_the_way
    return on_the_way, state, failed


def compare_from_there(state: State, owner: int, rest: Sequence[int], over: State) -> None:
    """The same from the middle of a round, where the history is folded into the goals."""
    names = [task.name for task in state.tasks if task.status == OPEN]
    status = {task.name: task.status for task in over.tasks}
    with DealSolver(bare_puzzle(state), asked_at(state, owner, names)) as solver:
        for place, name in enumerate(names):
            says = WON if status[name] == DONE else LOST
            assert solver.ask([place], rest, ENOUGH) == says, (name, state.log, rest)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_task_of_deep_sea(players: int) -> None:
    chance = Random(players)
    found: Counter[tuple[str, bool]] = Counter()
    quarter = Random(0).sample(TASKS, len(TASKS))[players - 2 :: 4]
    for seed in range(FIRST):
        found += compare_tasks(players, seed, chance, quarter[seed::FIRST])
    assert all(found[name, True] + found[name, False] >= 5 * FIRST for name in TASKS)
    for seed in range(FIRST, 20):
        never = [name for name in quarter if not (found[name, True] and found[name, False])]
        found += compare_tasks(players, seed, chance, never) if never else Counter()
    assert all(found[name, True] and found[name, False] for name in quarter)


@pytest.mark.parametrize("name", SEA_SPECIALS)
def test_every_condition_of_deep_sea(name: str) -> None:
    chance = Random(name)
    found: Counter[bool] = Counter()
    for seed in range(ROUNDS):
        found += compare_missions(sea_condition(f"{name}{seed}", (4, 3, 5, 2)[seed % 4], name, chance), chance)
    assert found.total() >= ROUNDS * 5 // 4
    assert min(found[True], found[False]) >= ROUNDS // 6 + 1


# Planet Nine: the verdict of the mission. Whatever comes after it is free.


def compare_missions(start: State, chance: Random) -> Counter[bool]:
    """Play at random, and twice nearly or quite by a line that wins, if there is one."""
    found: Counter[bool] = Counter()
    puzzle = puzzle_of(start)
    with DealSolver(puzzle) as solver:
        possible = solver.after((), ENOUGH)
        plans = [(), *[shortened(solver.line, chance)] * 2, solver.line] if possible == WON else [()]
        for plan in plans:
            success = compare_line(start, solver, plan, chance)
            assert not success or possible == WON
            assert success or not plan or plan is not solver.line
            found[success] += 1
    return found


def compare_line(start: State, solver: DealSolver, plan: Sequence[int], chance: Random) -> bool:
    """Play until the rules decide, and compare what the clauses say of that, from the start and from on the way."""
    cut = chance.randrange(1, start.tricks_total * start.seats)
    state, on_the_way = start, start
    cards: list[int] = []
    while not (outcome := state.outcome):
        on_the_way = state if len(cards) <= cut else on_the_way
        cards.append(plan[len(cards)] if len(cards) < len(plan) else chance.choice(can_play(state)).order)
        state = played(state, cards[-1])
    success = bool(outcome.success)
    if success and state.tricks_left:
        cards += to_the_end(by_deal_solver(state), chance)
    says = WON if success else LOST
    assert solver.ask(range(len(puzzle_of(start).goals)), cards, ENOUGH) == says, (start.tasks, cards)
    begun = cards_played(on_the_way) - cards_played(start)
    with DealSolver(puzzle_of(on_the_way)) as from_there:
        assert from_there.after(cards[begun:], ENOUGH) == says, (start.tasks, cards, begun)
    return success


def cards_played(state: State) -> int:
    return sum(len(trick.plays) for trick in (*state.tricks, *filter(None, [state.trick])))


@pytest.mark.parametrize("condition", [*CONDITIONS, ""])
def test_every_condition_and_token_of_planet_nine(condition: str) -> None:
    chance = Random(condition)
    found: Counter[bool] = Counter()
    for seed in range(ROUNDS):
        players = (4, 3, 5, 2)[seed % 4]
        special = [condition, chance.choice(CONDITIONS)][: 1 + (seed % 6 == 5)]
        if sum(SPECIALS[name].names for name in special if name) > 1:
            continue
        start = space_round(f"{condition}{seed}", players, special, chance, challenge=seed % 8 == 1)
        if puzzle_of(start).goals:
            found += compare_missions(start, chance)
    assert found.total() >= ROUNDS * 5 // 4
    assert min(found[True], found[False]) >= ROUNDS // 6 + 1


def test_the_exchange_of_planet_nine() -> None:
    """Before it nothing can be said; after it the cards that have changed hands are where the rules put them."""
    chance = Random(EXCHANGE)
    found: Counter[bool] = Counter()
    for seed in range(ROUNDS):
        special = [EXCHANGE, *chance.sample(CONDITIONS, seed % 3 == 2)]
        start = space_round(f"exchange{seed}", (4, 3, 5, 2)[seed % 4], special, chance)
        with pytest.raises(BeforeExchange):
            puzzle_of(start)
        after = after_the_first_trick(start, chance)
        if after.outcome is None and puzzle_of(after).goals:
            found += compare_missions(after, chance)
    assert found.total() >= ROUNDS * 5 // 4
    assert min(found[True], found[False]) >= ROUNDS // 6 + 1


def after_the_first_trick(state: State, chance: Random) -> State:
    hands = state.hands
    while not state.tricks:
        state = played(state, chance.choice(can_play(state)).order)
    if state.outcome is None:
        kept = [set(hand) <= set(before) for hand, before in zip(state.hands, hands, strict=True)]
        assert not all(kept), "cards have changed hands"
    return state
