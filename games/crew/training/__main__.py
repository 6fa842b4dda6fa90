"""Trains the network of playouts: `python -m games.crew.training GAME [--rounds N] [--batches 12000] [--seed a]`.

It begins with random weights (`--further`: with the kept ones), plays positions of random deals, and saves the final
weights. The steps shrink to nothing. With 30,000 positions the network learns these deals by heart, and wins less on
others; the default makes four times as many. The same seed gives the same weights. It needs numba.

The kept weights are those of one run each: of Planet Nine with `--seed anew1` (50 minutes on two cores), of Deep Sea
with `--seed ds1` (56 minutes for the positions, 38 for the training). A run today gives other weights of the same kind.
Planet Nine's deals were prepared by version 1 of the careful bot, and its network saw no goals but cards to be won.
Deep Sea's saw the later tricks that a seat has to win and those that it may not as one goal; now they are two.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from ..solver.playout.network import (
    BIAS,
    GOAL_OUT,
    ONE,
    OUT,
    ROWS,
    Network,
    filled_up,
    network_with,
    weights_file,
    weights_of,
)
from ..solver.search.workspace import SIZE
from .adam import Adam
from .gradient import learn_from
from .positions import positions

_ROUNDS: Final = {"planet-nine": 700, "deep-sea": 1400}
"""The deals of each mission and number of players, by game: about 135,000 in all."""
_UNITS: Final = 48
"""Units of the hidden layer of a network that begins with random weights."""
_POSITIONS: Final = 64
"""Positions of a batch."""
_PLAYOUTS: Final = 16
"""Playouts of each position."""
_ENTROPY: Final = 0.001
"""The value of an undecided choice: it keeps the playouts from always being the same."""
_STEP: Final = 0.003
_THREADS: Final = 2
_TAPE: Final = 300_000
_REPORT: Final = 200
_HELD_OUT: Final = 50
"""One position of so many is not learned from, and tells at the end how many playouts are won."""


class Trainer:
    """The weights as floats, and the memory for playouts."""

    def __init__(self, values: Any, seed: int) -> None:
        self._adam = Adam(values)
        self._chance = np.random.default_rng(seed)
        self._works = [np.zeros(SIZE, dtype=np.int64) for _ in range(_THREADS)]
        self._tapes = [np.zeros((_PLAYOUTS, _TAPE), dtype=np.int64) for _ in range(_THREADS)]

    @property
    def quantized(self) -> Any:
        """The weights as the network reads them."""
        return np.rint(self._adam.values * ONE).astype(np.int64)

    def _networks(self, number: int) -> list[Network]:
        """Networks with these weights, one for each thread."""
        weights = filled_up(self.quantized)
        return [network_with(weights) for _ in range(number)]

    def train(self, programs: Any, step: float) -> tuple[float, float]:
        """One batch of these positions; the share of playouts won, and the mean entropy of a choice."""
        batch = programs[self._chance.integers(len(programs), size=_POSITIONS)]
        gradients = [np.zeros(len(self._adam.values)) for _ in range(_THREADS)]
        seeds = [int(seed) for seed in self._chance.integers(1, 1 << 60, size=_THREADS)]
        networks = self._networks(_THREADS)

        def run(thread: int) -> tuple[float, float]:
            part = np.ascontiguousarray(batch[thread::_THREADS])  # Of the type that the kernel is compiled for.
            memory = self._works[thread], self._tapes[thread]
            learned = networks[thread], self._adam.values, gradients[thread]
            return learn_from(part, _PLAYOUTS, _ENTROPY, seeds[thread], *learned, *memory)

        with ThreadPoolExecutor(_THREADS) as pool:
            results = list(pool.map(run, range(_THREADS)))
        self._adam.step(sum(gradients) / (_POSITIONS * _PLAYOUTS), step)
        won, entropy = np.mean(results, axis=0)
        return float(won), float(entropy)

    def share_won(self, programs: Any) -> float:
        """The share of these positions' playouts that are won; nothing is learned from them."""
        memory = self._works[0], self._tapes[0]
        unused = np.zeros(len(self._adam.values))
        (network,) = self._networks(1)
        won, _ = learn_from(programs, _PLAYOUTS, 0.0, 1, network, self._adam.values, unused, *memory)
        return float(won)


def random_values(seed: int) -> Any:
    """Weights to begin with."""
    chance = np.random.default_rng(seed)
    values = np.zeros((ROWS, _UNITS))
    values[:] = chance.normal(0, 0.1, values.shape)
    values[BIAS] = 0
    values[[OUT, GOAL_OUT]] = chance.normal(0, 1, (2, _UNITS))
    return values.ravel()


def train_all(trainer: Trainer, programs: Any, batches: int) -> None:
    """Train with so many batches, in steps that shrink to nothing."""
    results = []
    for batch in range(batches):
        results.append(trainer.train(programs, _STEP * (1 - batch / batches)))
        if len(results) == _REPORT:
            won, entropy = np.mean(results, axis=0)
            print(f"batch {batch + 1}: won {won:.1%}, entropy {entropy:.2f}", flush=True)
            results.clear()


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on, not {text!r}")
    return int(text)


def main() -> None:
    """Train, and keep the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("planet-nine", "deep-sea"))
    parser.add_argument("--rounds", type=_at_least_one, help="deals of each mission and number of players")
    parser.add_argument("--batches", type=_at_least_one, default=12_000)
    parser.add_argument("--seed", default="a")
    parser.add_argument("--further", action="store_true", help="begin with the kept weights")
    chosen = parser.parse_args()
    seed = int.from_bytes(chosen.seed.encode())
    rounds = chosen.rounds or _ROUNDS[chosen.game]
    programs = np.stack([np.asarray(made) for made in positions(chosen.game, rounds, chosen.seed)])
    print(f"{len(programs)} positions", flush=True)
    held_out, programs = np.split(programs, [len(programs) // _HELD_OUT])
    kept = np.array(weights_of(chosen.game), dtype=float) / ONE
    trainer = Trainer(kept if chosen.further else random_values(seed), seed)
    train_all(trainer, programs, chosen.batches)
    print(f"won of deals not learned from: {trainer.share_won(held_out):.1%}")
    weights_file(chosen.game).write_text(json.dumps([int(weight) for weight in trainer.quantized]) + "\n")


if __name__ == "__main__":
    main()
