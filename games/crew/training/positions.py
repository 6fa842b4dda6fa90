"""Positions at the first card, after careful bots have shared the tasks and signalled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Final

import games

from ...contract import Setup
from ..bots import BOTS
from ..bots.card_choice import plays
from ..bots.evaluation import ViewEvaluator
from ..bots.signals import best_signal
from ..solver.compiled import Numbers
from ..solver.goals.from_state import Unsolvable, puzzle_of
from ..solver.playout.evaluator import with_facts
from ..solver.search.program import TooMuch, program_of
from ..state import State

_NUMBERS_OF_TASKS: Final = (1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 8)
"""Planet Nine's numbers of tasks: a number that is listed twice has twice as many deals."""
MISSIONS: Final = {
    "planet-nine": (*(f"tasks={number}" for number in _NUMBERS_OF_TASKS), *map(str, range(5, 51))),
    "deep-sea": tuple(map(str, range(1, 33))),
}
"""The missions by game."""
PLAYERS: Final = (3, 4, 5)


def positions(game: str, rounds: int, seed: str) -> Iterator[Numbers]:
    """For each mission and number of players the programs of so many deals, where the kernel knows them."""
    setups = [
        Setup(game, mission, players, f"{seed}/{mission}/{place}/{number}")
        for number in range(rounds)
        for place, mission in enumerate(MISSIONS[game])
        for players in PLAYERS
    ]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        yield from (program for program in pool.map(position, setups, chunksize=32) if program is not None)


def position(setup: Setup) -> Numbers | None:
    """The program of this deal at the first card; None where the kernel does not know it."""
    state = games.deal(setup)
    assert isinstance(state, State)
    return program_at(ready(state))


def program_at(state: State) -> Numbers | None:
    """The program of a round before its first card; None where the kernel does not know it."""
    (seat,) = state.waiting_on
    try:
        program = program_of(puzzle_of(state))
    except (TooMuch, Unsolvable):
        return None
    return with_facts(program, ViewEvaluator(state.view(seat), Random(state.setup.seed)).facts)


def ready(state: State) -> State:
    """The round before its first card, all tasks taken and all signals given."""
    while True:
        seat, text = next(_actions(state, tuple(range(state.setup.players))), (None, None))
        if seat is None or text is None:
            return state
        state = state.apply(games.Action(seat, text))


def _actions(state: State, seats: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield the actions of the bots, cards aside."""
    for seat in seats:
        view = state.view(seat)
        text = best_signal(view)
        if text is None and seat in state.waiting_on and not plays(view):
            text = BOTS["careful"].choose(view, Random(f"{state.setup.seed} {len(state.log)}"))
        if text is not None:
            yield seat, text
