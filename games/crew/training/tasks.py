"""Learns which cards a Deep Sea task wants: `python -m games.crew.training.tasks [--deals 3000] [--seed a]`.

For each task, number of players and owner it plays random deals out, with no other task and all seats in the dark. A
linear regression then tells how much each card in the owner's hand adds to the chance of winning the task. The same
seed gives the same numbers. It needs numba.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any, Final

import numpy as np

import games

from ...contract import Setup
from ..bots.evaluation import NO_CARD, ViewEvaluator
from ..deep_sea.task_cards import TASK_CARDS
from ..solver.goals.from_state import puzzle_of
from ..solver.playout.evaluator import Effort, WorldEvaluator, Worlds
from ..solver.playout.task_wishes import CARDS, FILE, ONE
from ..solver.playout.world_evaluation import WORLD
from .positions import PLAYERS

_MISSION: Final = "tasks=T1 free-selection"
"""A mission without choices in turn: these would be weighed by what is learned here."""
_RIDGE: Final = 20.0
"""The strength of the pull to 0, in deals that would hold a card."""


def wishes(name: str, deals: int, seed: str) -> list[int]:
    """Return how much each card adds to the chance that its holder wins this task, less the mean of all cards."""
    held, won = zip(*_results(name, deals, seed), strict=True)
    hands, results = np.concatenate(held), np.concatenate(won)
    hands -= hands.mean(0)
    squares = hands.T @ hands + _RIDGE * np.eye(CARDS)
    weights = np.linalg.solve(squares, hands.T @ (results - results.mean()))
    return [int(weight) for weight in np.rint(ONE * (weights - weights.mean()))]


def _results(name: str, deals: int, seed: str) -> Iterator[tuple[Any, Any]]:
    """For each number of players and owner, a row of the owner's cards for each deal, and whether it won the task."""
    for players in PLAYERS:
        state = games.deal(Setup("deep-sea", _MISSION, players, f"{seed}/{name}/{players}"))
        evaluator = ViewEvaluator(state.view(None), Random(f"{seed}/{name}/{players}"))
        for owner in range(players):
            if owner == evaluator.view["captain"] and TASK_CARDS[name].captain_may_not_take:
                continue
            worlds = evaluator.worlds(deals)
            yield _cards_of(worlds, owner), _won(evaluator, name, owner, worlds)


def _won(evaluator: ViewEvaluator, name: str, owner: int, worlds: Worlds) -> Any:
    """Return 1 for each world in which a playout wins the task, else 0."""
    effort, puzzle = Effort(len(worlds), nodes=0, playouts=1), puzzle_of(evaluator.with_tasks([(name, owner)]))
    results, _nodes = WorldEvaluator("deep-sea").evaluate(
        puzzle, worlds, evaluator.facts, (NO_CARD,), effort, evaluator.chance
    )
    return np.array([float(result.wins) for result in results])


def _cards_of(worlds: Worlds, seat: int) -> Any:
    hands = np.array(worlds.numbers[seat::WORLD], dtype=np.int64)
    return (hands[:, None] >> np.arange(CARDS) & 1).astype(float)


def learn(names: Sequence[str], deals: int, seed: str) -> dict[str, list[int]]:
    """Return the numbers of all cards, by task."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        rows = pool.map(wishes, names, [deals] * len(names), [seed] * len(names))
        return dict(zip(names, rows, strict=True))


def main() -> None:
    """Learn, and keep the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--seed", default="a")
    chosen = parser.parse_args()
    rows = learn(list(TASK_CARDS), chosen.deals, chosen.seed)
    FILE.write_text("{\n" + ",\n".join(f'"{name}": {json.dumps(row)}' for name, row in rows.items()) + "\n}\n")


if __name__ == "__main__":
    main()
