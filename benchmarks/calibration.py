"""Benchmark of the strongest bot's promises: `python -m benchmarks.calibration [--rounds 8] [--seed b]`.

Bots play rounds of both Crew games together. Before each card the bot promises a chance of success, and the round's
result tells whether it was right: a bin holds the promises of ten points, and its error is what they promised against
what was won. All cards of a round are won or lost together, so the uncertainty beside it counts rounds. It also prints
how often playouts won from the first card on, which the promise is made of.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final
from unittest import mock

import games
from benchmarks.bots import Tally, play
from games.crew.bots import BOTS, solver_decisions
from games.crew.bots.card_choice import first_sound, plays, rank_cards
from games.crew.bots.evaluation import ViewEvaluator, chance_of_success, mean_of

ROUNDS: Final[Sequence[tuple[str, str, int]]] = (
    *(("planet-nine", f"tasks={tasks}", players) for players in (3, 4, 5) for tasks in (2, 3, 4, 5, 6)),
    *(("deep-sea", str(mission), 4) for mission in range(1, 32)),
)
"""Game, mission and players."""
FEWEST: Final = 30
"""Bins of fewer rounds say too little."""


@dataclass
class Promise:
    """What the bot thought of the card that it played, and what came of the round."""

    setup: games.Setup
    promised: float
    playouts: float
    is_first: bool
    won: bool = False


def main() -> None:
    """Print the bins of each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8, help="rounds of each mission and number of players")
    parser.add_argument("--seed", default="b", help="which deals")
    chosen = parser.parse_args()
    for game in ("planet-nine", "deep-sea"):
        promises = [
            promise
            for name, mission, players in ROUNDS
            if name == game
            for number in range(chosen.rounds)
            for promise in _played(games.Setup(game, mission, players, f"{chosen.seed}/{mission}/{number}"))
        ]
        _print(game, promises)


def _played(setup: games.Setup) -> Iterator[Promise]:
    """Play a round; yield the promise of each card that was a choice."""
    promises: list[Promise] = []

    def choose(evaluator: ViewEvaluator) -> str:
        if len(cards := plays(evaluator.view)) == 1:
            return cards[0]
        ranking = rank_cards(evaluator)
        text = first_sound(evaluator, ranking)
        evaluation = mean_of(ranking[text])
        promised = chance_of_success(setup.game, evaluation)
        promises.append(Promise(setup, promised, evaluation.wins, not evaluator.view["played"]))
        return text

    tally = Tally()
    decisions: Any = {"gap": choose, "trick": choose}
    with mock.patch.dict(solver_decisions.DECISIONS, decisions):
        play(setup, [BOTS["solver"]] * setup.players, tally)
    for promise in promises:
        promise.won = bool(tally.won)
    yield from promises


def _print(game: str, promises: Sequence[Promise]) -> None:
    first = [one for one in promises if one.is_first]
    share = sum(one.won for one in first) / len(first)
    print(f"{game}: {share:.1%} of the rounds won; playouts from the first card on won {_mean(first, 'playouts'):.1%}")
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
    main()
