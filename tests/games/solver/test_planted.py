"""Planted rounds: tasks that a line played at random happens to fulfil. Nothing on that line may be called lost."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.planet_nine.mission import mission_of
from games.crew.planet_nine.tokens import ARROWS, OMEGA
from games.crew.solver.answers import LOST, WON
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.goals.kinds import Order, Take
from games.crew.solver.puzzle import Puzzle
from games.crew.solver.search.engine import SEARCHER
from games.crew.state import State
from games.crew.tasks import Task
from tests.games.solver.rounds import by_deal_solver, played, sea_round, space_round, to_the_end

pytestmark = pytest.mark.slow

ROUNDS = int(os.environ.get("SOLVER_PLANTED", "60"))
"""Of each game; many more are asked for by hand."""


def line_of(state: State, chance: Random) -> tuple[list[int], State]:
    """Cards played at random to the end, whatever happens, and where that leads."""
    line = list(to_the_end(state, chance))
    for card in line:
        state = by_deal_solver(played(state, card))
    return line, state


def in_space(seed: int) -> tuple[State, list[int]]:
    """A round of Planet Nine with many tasks, most of them with tokens, and a line that fulfils them."""
    chance = Random(seed)
    state = space_round(f"planted/{seed}", chance.choice([2, 3, 3, 4, 5]), (), chance)
    line, end = line_of(state, chance)
    won = {
        str(card): (number, trick.winning_play[0])
        for number, trick in enumerate(end.tricks)
        for _, card in trick.plays
        if not card.is_trump
    }
    names = chance.sample(sorted(won), chance.choice([2, 4, 6, 8, 10]))
    names.sort(key=lambda name: (won[name][0], chance.random()))
    tasks = [Task(name, token, won[name][1]) for name, token in zip(names, tokens(len(names), chance), strict=True)]
    chance.shuffle(tasks)
    tokened = tuple(task.token for task in tasks if task.token)
    mission = replace(mission_of(state), tasks=len(tasks), tokens=tokened)
    planted = state.evolve(mission=mission, tasks=tuple(tasks))
    return planted.book.recall(planted), line


def tokens(number: int, chance: Random) -> list[str | None]:
    """Tokens for so many tasks in the order in which they are done."""
    found: list[str | None] = [None] * number
    if chance.random() < 0.6:
        found[-1] = OMEGA
    free = [place for place in range(number) if found[place] is None]
    for place in free[:5]:
        if chance.random() < 0.3:
            found[place] = str(place + 1)
    free = [place for place in free if found[place] is None]
    for place, arrow in zip(sorted(chance.sample(free, min(len(free), 4))), ARROWS, strict=False):
        found[place] = arrow
    return found


def in_the_sea(seed: int) -> tuple[State, list[int]]:
    """A round of Deep Sea with tasks that the line fulfils, those about submarines first."""
    chance = Random(seed)
    players = chance.randint(2, 5)
    blank = sea_round(f"planted/{seed}", players, [])
    line, _ = line_of(blank, chance)
    done: dict[str, int] = {}
    for owner in range(blank.seats):
        played_out = sea_round(f"planted/{seed}", players, [(name, owner) for name in TASK_CARDS])
        for card in line:
            played_out = by_deal_solver(played(played_out, card))
        done |= {task.name: owner for task in played_out.tasks if task.status == "done" and chance.random() < 0.7}
    few = chance.sample(sorted(done), min(len(done), chance.choice([2, 3, 5, 8])))
    names = {*few, *({"T53", "T54"} & set(done))}
    return sea_round(f"planted/{seed}", players, [(name, done[name]) for name in sorted(names)]), line


def never_lost(state: State, line: Sequence[int], chance: Random) -> bool:
    """Whether the rules agree that the line wins; then no moment of it may be called lost."""
    moments = [state]
    for card in line:
        if moments[-1].outcome is not None:
            break
        moments.append(played(moments[-1], card))
    end = moments[-1].outcome
    if end is None or not end.success:
        return False
    for moment in moments[:-1]:
        assert SEARCHER.search(puzzle_of(moment), chance.choice([1, 50, 1000])).status != LOST, state.setup.seed
    return True


@pytest.mark.parametrize("plant", [in_space, in_the_sea])
def test_nothing_on_a_winning_line_is_lost(plant: Callable[[int], tuple[State, list[int]]]) -> None:
    chance = Random(3)
    winning = sum(never_lost(*plant(seed), chance) for seed in range(ROUNDS))
    assert winning >= ROUNDS // 4


def test_a_later_task_may_lie_in_the_trick_of_the_earlier_one() -> None:
    both = 1 << 35 | 1 << 9
    goals = (Take(2, both), Order(both, 2, (), (), 35))
    puzzle = Puzzle(4, 10, 9, 2, (), (1 << 29, 1 << 9, 1 << 35, 1 << 31), (), (0, 3, 3, 3), goals)
    assert SEARCHER.search(puzzle, 1000).status == WON


def test_a_trump_may_have_ruffed() -> None:
    goals = (Take(0, 1 << 38), Take(1, 1 << 37))
    puzzle = Puzzle(2, 2, 0, 0, (), (1 << 3 | 1 << 38, 1 << 37 | 1 << 20), (), (0, 0), goals)
    assert SEARCHER.search(puzzle, 1000).status == WON
