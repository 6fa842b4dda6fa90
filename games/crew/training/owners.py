"""Trains the network of task owners: `python -m games.crew.training.owners [--deals 300000] [--seed a]`.

It deals missions of Planet Nine, has each seat take the task that suits it (in other deals a random one, now and then
or always), and plays each deal out under hidden information. From these the network learns the chance of a crew by
logistic regression; the first tenth tells how well, and is not learned from. The same seed gives the same weights. It
needs numba. The kept weights are from playouts of the network before the present one, which had 24 units.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

import games

from ...contract import Setup
from ..cards import CARDS
from ..families.masks import mask_of
from ..planet_nine.custom import TOKENS
from ..solver.compiled import Numbers, numbers, zeros
from ..solver.playout.network import network_of
from ..solver.playout.owner_chances import (
    BIAS,
    BY_SEATS,
    BY_TASKS,
    MOST_TASKS,
    ONE,
    OUT,
    UNITS,
    WEIGHTS,
    WHOLE,
    task_numbers,
)
from ..solver.playout.owner_features import FEATURES, see_task
from ..solver.playout.rng import start_of
from ..solver.playout.simulation import FULL_SCORE, simulate
from ..solver.playout.world_sampling import preference
from ..solver.search.workspace import SIZE
from ..state import State
from .adam import Adam
from .positions import program_at, ready

_PLAYOUTS: Final = 8
_TEMPERATURE: Final = 2
"""That of the strongest bot's playouts."""
_AT_RANDOM: Final = (0.0, 0.1, 0.3, 1.0)
"""Shares of tasks that are taken at random; each deal has one of them."""
_BATCH: Final = 512
_EPOCHS: Final = 40
_STEP: Final = 0.003
_HELD_OUT: Final = 10


class Example(NamedTuple):
    """A deal with owners, and the share of its playouts that were won."""

    features: Any
    """A row for each task: `MOST_TASKS` of them, those that are not there all 0."""
    seats: int
    tasks: int
    won: float


def example(seed: str) -> Example | None:
    """The deal of this seed; None where the kernel does not know it."""
    chance = Random(seed)
    state = games.deal(Setup("planet-nine", _mission(chance), chance.choice((3, 4, 5)), seed))
    assert isinstance(state, State)
    state = ready(_with_owners(state, chance))
    program = program_at(state)
    if program is None:
        return None
    return Example(_features(state), state.seats, len(state.tasks), share_won(program, chance.getrandbits(60)))


def _mission(chance: Random) -> str:
    """Two to seven tasks, of some with tokens."""
    tasks = chance.randint(2, 7)
    places, arrows = TOKENS[: min(5, tasks)], TOKENS[6 : 6 + min(4, tasks)]
    tokens = chance.choice(((), (), places[: chance.randint(1, len(places))], arrows, ("omega",), ("1", "omega")))
    return f"tasks={tasks}" + (f" tokens={','.join(tokens)}" if tokens else "")


def _with_owners(state: State, chance: Random) -> State:
    """The round after all tasks are taken."""
    at_random = chance.choice(_AT_RANDOM)
    while True:
        seat = min(state.waiting_on)
        takes = [action for action in state.legal_actions(seat) if action.text.startswith("take ")]
        if not takes:
            return state
        hand = mask_of(state.hands[seat])
        values = {action: preference(hand, CARDS[action.text.split()[1]].order) for action in takes}
        after = state.apply(
            chance.choice(takes) if chance.random() < at_random else max(values, key=values.__getitem__)
        )
        assert isinstance(after, State)
        state = after


def _features(state: State) -> Any:
    tasks = task_numbers((CARDS[task.name].order, task.owner, task.token) for task in state.tasks)
    hands = numbers(map(mask_of, state.hands))
    rows, seen = np.zeros((MOST_TASKS, FEATURES), dtype=np.int8), zeros(FEATURES)
    for t in range(len(state.tasks)):
        see_task(hands, state.seats, state.captain, tasks, t, seen)
        rows[t] = seen
    return rows


def share_won(program: Numbers, seed: int) -> float:
    """The share of the playouts of this position that are won."""
    work, no_tape, network = zeros(SIZE), zeros(0), network_of("planet-nine")
    scores = [
        simulate(program, work, network, _TEMPERATURE, start_of(seed, number), no_tape) for number in range(_PLAYOUTS)
    ]
    return sum(score > FULL_SCORE // 2 for score in scores) / _PLAYOUTS


class Owners:
    """The network as floats, and what it learns from."""

    def __init__(self, examples: Sequence[Example], seed: int) -> None:
        self.examples = examples
        self.chance = np.random.default_rng(seed)
        values = np.zeros(WHOLE)
        values[:BIAS] = self.chance.normal(0, 0.1, BIAS)
        values[OUT:BY_SEATS] = self.chance.normal(0, 0.2, UNITS)
        self.adam = Adam(values)

    def train(self, examples: Sequence[Example], step: float) -> None:
        """Change the weights so that these results become likelier."""
        self.adam.step(self.gradient(examples), step)

    def gradient(self, examples: Sequence[Example]) -> Any:
        """Return how the mean logarithm of the likelihood grows with each weight."""
        features, there, won = _arrays(examples)
        logits, hidden, active = self._forward(features, there, examples)
        error = (won - 1 / (1 + np.exp(-logits))) / len(examples)
        gradient = np.zeros(WHOLE)
        of_hidden = error[:, None, None] * self.adam.values[OUT:BY_SEATS] * active
        gradient[:BIAS] = np.tensordot(features, of_hidden, ([0, 1], [0, 1])).reshape(-1)
        gradient[BIAS:OUT], gradient[OUT:BY_SEATS] = of_hidden.sum((0, 1)), hidden.T @ error
        for one, of_round in zip(examples, error, strict=True):
            gradient[BY_SEATS + one.seats] += of_round
            gradient[BY_TASKS + one.tasks] += of_round
        return gradient

    def loss(self, examples: Sequence[Example]) -> float:
        """The mean log loss."""
        features, there, won = _arrays(examples)
        chances = 1 / (1 + np.exp(-self._forward(features, there, examples)[0]))
        return float(-np.mean(won * np.log(chances) + (1 - won) * np.log(1 - chances)))

    def _forward(self, features: Any, there: Any, examples: Sequence[Example]) -> tuple[Any, Any, Any]:
        """The logits, the sums of the units over tasks, and which units were active."""
        values = self.adam.values
        before = features @ values[:BIAS].reshape(FEATURES, UNITS) + values[BIAS:OUT]
        active = (before > 0) * there[..., None]
        hidden = (before * active).sum(1)
        constants = [values[BY_SEATS + one.seats] + values[BY_TASKS + one.tasks] for one in examples]
        return hidden @ values[OUT:BY_SEATS] + constants, hidden, active


def _arrays(examples: Sequence[Example]) -> tuple[Any, Any, Any]:
    """The features, which tasks are there, and the shares won."""
    features = np.stack([one.features for one in examples]).astype(float)
    there = np.arange(MOST_TASKS) < np.array([one.tasks for one in examples])[:, None]
    return features, there, np.array([one.won for one in examples])


def main() -> None:
    """Train, and keep the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300_000)
    parser.add_argument("--seed", default="a")
    chosen = parser.parse_args()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        made = pool.map(example, [f"{chosen.seed}/{number}" for number in range(chosen.deals)], chunksize=100)
        examples = [one for one in made if one is not None]
    print(f"{len(examples)} deals", flush=True)
    number = len(examples) // _HELD_OUT
    network = Owners(examples[number:], int.from_bytes(chosen.seed.encode()))
    learn(network)
    print(f"log loss of deals not learned from: {network.loss(examples[:number]):.4f}")
    WEIGHTS.write_text(json.dumps([int(weight) for weight in np.rint(network.adam.values * ONE)]) + "\n")


def learn(network: Owners) -> None:
    """See all examples `_EPOCHS` times, in steps that shrink to nothing."""
    for epoch in range(_EPOCHS):
        order = network.chance.permutation(len(network.examples))
        for start in range(0, len(order), _BATCH):
            batch = [network.examples[place] for place in order[start : start + _BATCH]]
            network.train(batch, _STEP * (1 - epoch / _EPOCHS))
        print(f"epoch {epoch + 1} of {_EPOCHS}", flush=True)


if __name__ == "__main__":
    main()
