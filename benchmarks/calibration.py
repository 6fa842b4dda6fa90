"""Benchmark of the strongest bot's promises: `python -m benchmarks.calibration [--rounds 8 | --all] [--fit]`.

Bots play rounds of both Crew games together, those of `benchmarks.bots` with these seeds. Before each card the bot
promises a chance of success, and the round's result tells whether it was right: a bin holds the promises of ten points,
and its error is what they promised against what was won. All cards of a round are won or lost together, so the
uncertainty beside it counts rounds.

`--fit` also prints the fit to these rounds that the promise can be made of (`games/crew/bots/evaluation.py`), and the
same bins for promises of such fits, each fifth of the deals by a fit to the others. It needs numpy. With `--all` it
plays as many rounds as the fit in use was made from: two hours of one core.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from unittest import mock

import games
from benchmarks.bots import Tally, play
from benchmarks.results import keep, run_benchmark
from games.crew.bots import BOTS, solver_decisions
from games.crew.bots.card_choice import first_sound, plays, rank_cards
from games.crew.bots.evaluation import ViewEvaluator, chance_of_success, mean_of, signs_of_success

ROUNDS: Final[Sequence[tuple[str, str, int, str, int]]] = (
    *(("planet-nine", f"tasks={tasks}", 4, "q1", 300) for tasks in (1, 2, 3, 4, 6)),
    *(("planet-nine", f"tasks={tasks}", 5, "w", 300) for tasks in (4, 6)),
    *(("planet-nine", str(mission), 4, "late", 15) for mission in range(31, 51)),
    *(("deep-sea", str(mission), 4, "q1", 30) for mission in range(1, 31)),
    *(("deep-sea", str(mission), 4, "q1", 150) for mission in (31, 32)),
)
"""Game, mission, players, seed and the number of deals with `--all`."""
FEWEST: Final = 30
"""Bins of fewer rounds say too little."""
PARTS: Final = 5
"""A fit to all parts of the deals but one makes the promises of that one."""
STEPS: Final = 30
"""Steps of Newton's method: far more than it needs."""
RIDGE: Final = 0.01
"""Keeps weights finite where a few rounds say the same."""


@dataclass(frozen=True)
class Promise:
    """A promise of the bot about the card that it played, and the round's result."""

    setup: games.Setup
    number: int
    """The deal's number."""
    promised: float
    wins_logit: float
    """The logit of the playouts won."""
    few: bool
    """Whether none was won and few worlds were winnable."""
    won: bool = False


def main() -> None:
    """Print the bins of each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8, help="rounds of each mission and number of players")
    parser.add_argument("--all", action="store_true", help="as many rounds as the fit in use was made from")
    parser.add_argument("--seed", help="other deals, such as b")
    parser.add_argument("--fit", action="store_true", help="also print a fit to these rounds")
    chosen = parser.parse_args()
    if chosen.fit and not chosen.all and chosen.rounds < PARTS:
        parser.error(f"--fit needs {PARTS} rounds or more (--rounds {chosen.rounds})")
    for game in ("planet-nine", "deep-sea"):
        promises = [
            promise
            for name, mission, players, seed, deals in ROUNDS
            if name == game
            for number in range(deals if chosen.all else chosen.rounds)
            for promise in _played(games.Setup(game, mission, players, f"{chosen.seed or seed}/{mission}/{number}"))
        ]
        print(f"{game}: {len({promise.setup for promise in promises})} rounds")
        keep(f"{game}: largest error of a bin", _print_bins(promises), "points")
        if chosen.fit:
            print("  fit: constant {:.2f}, wins {:.2f}, lost {:.2f}; by fits to the others:".format(*fit(promises)))
            largest = _print_bins(list(promised_by_others(promises)))
            keep(f"{game}: largest error of a bin, by fits to the others", largest, "points")


def _played(setup: games.Setup) -> Iterator[Promise]:
    """Play a round; yield the promise of each card that was a choice."""
    promises: list[Promise] = []
    number = int(setup.seed.rpartition("/")[-1])

    def choose(evaluator: ViewEvaluator) -> str:
        if len(cards := plays(evaluator.view)) == 1:
            return cards[0]
        ranking = rank_cards(evaluator)
        text = first_sound(evaluator, ranking)
        evaluation = mean_of(ranking[text])
        signs = signs_of_success(setup.game, evaluation)
        promises.append(Promise(setup, number, chance_of_success(setup.game, evaluation), *signs))
        return text

    tally = Tally()
    decisions: Any = {"gap": choose, "trick": choose}
    with mock.patch.dict(solver_decisions.DECISIONS, decisions):
        play(setup, [BOTS["solver"]] * setup.players, tally)
    for promise in promises:
        yield replace(promise, won=bool(tally.won))


def fit(promises: Sequence[Promise]) -> list[float]:
    """The weights of a constant, of `wins_logit` and of `few`, by logistic regression (Newton's method)."""
    import numpy as np

    signs = np.array([(1.0, one.wins_logit, one.few) for one in promises])
    won, weights = np.array([float(one.won) for one in promises]), np.zeros(3)
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-signs @ weights))
        curvature = signs.T @ (signs * (chances * (1 - chances))[:, None]) + RIDGE * np.eye(3)
        weights = weights + np.linalg.solve(curvature, signs.T @ (won - chances) - RIDGE * weights)
    return [float(weight) for weight in weights]


def promised_by_others(promises: Sequence[Promise]) -> Iterator[Promise]:
    """The promises that fits to the other parts of the deals would have made."""
    for part in range(PARTS):
        constant, wins, lost = fit([one for one in promises if one.number % PARTS != part])
        for one in promises:
            if one.number % PARTS == part:
                logit = constant + wins * one.wins_logit + lost * one.few
                yield replace(one, promised=1 / (1 + math.exp(-logit)))


def _print_bins(promises: Sequence[Promise]) -> float:
    """Print each bin, and the largest error of them; return that, in points."""
    largest = 0.0
    for low in range(0, 100, 10):
        bin_ = [one for one in promises if low <= 100 * one.promised < low + 10 + (low == 90)]
        if bin_:
            promised, won = _mean(bin_, "promised"), _mean(bin_, "won")
            rounds, unsure = _uncertainty(bin_)
            print(
                f"  promised {promised:6.1%}, won {won:6.1%}, ± {100 * unsure:4.1f} points,"
                f" {len(bin_)} cards of {rounds} rounds"
            )
            largest = max(largest, abs(promised - won)) if rounds >= FEWEST else largest
    print(f"  largest error of a bin of {FEWEST} rounds or more: {100 * largest:.1f} points (asked: 5)", flush=True)
    return 100 * largest


def _uncertainty(promises: Sequence[Promise]) -> tuple[int, float]:
    """The rounds, and twice the standard error of what was promised against what was won, by rounds."""
    error = _mean(promises, "promised") - _mean(promises, "won")
    rounds: defaultdict[games.Setup, float] = defaultdict(float)
    for one in promises:
        rounds[one.setup] += one.promised - one.won - error
    number = len(rounds)
    unsure = 2 * math.hypot(*rounds.values()) / len(promises) * math.sqrt(number / (number - 1)) if number > 1 else 1.0
    return number, unsure


def _mean(promises: Sequence[Promise], name: str) -> float:
    return sum(float(getattr(one, name)) for one in promises) / len(promises)


if __name__ == "__main__":
    run_benchmark("calibration", main)
