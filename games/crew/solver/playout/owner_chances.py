"""A small network: the chance that a crew wins its tasks of Planet Nine, by who owns which of them, in a deal.

The deal is open to the network, but not to the players: it learned from playouts under hidden information
(`games/crew/training/owners.py`), of three to five players and two to seven tasks. Of the robot and of special
conditions it knows nothing. One hidden layer sees each task once; the values are added up. All numbers are whole,
so the network answers the same with and without the compiler.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from math import exp
from pathlib import Path
from typing import Final

from ...planet_nine.custom import TOKENS
from ..compiled import Numbers, compiled, numbers
from .owner_features import CARD, FEATURES, OWNER, TASK, see_task
from .world_evaluation import WORLD
from .world_sampling import preference

UNITS: Final = 48
BIAS: Final = FEATURES * UNITS
OUT: Final = BIAS + UNITS
BY_SEATS: Final = OUT + UNITS
BY_TASKS: Final = BY_SEATS + 6
MOST_TASKS: Final = 7
"""The most tasks of a deal that it learned from; more have the constant of these."""
WHOLE: Final = BY_TASKS + MOST_TASKS + 1
"""The number of weights: a row for each feature, the bias, the weights of the output, and constants of the round."""
ONE: Final = 1024
"""Weights are in 1024ths."""
WEIGHTS: Final = Path(__file__).with_name("weights-owners.json")
CERTAIN: Final = 1000
_STEP: Final = ONE * ONE // 16
_LOGISTIC: Final = numbers(round(CERTAIN / (1 + exp(-(k - 127.5) / 16))) for k in range(256))
"""The chance in thousandths, by the logit in sixteenths; the first is for -8 and less."""


def task_numbers(tasks: Iterable[tuple[int, int | None, str | None]]) -> Numbers:
    """Tasks (card, owner, token), as the kernel reads them."""
    return numbers(
        number
        for card, owner, token in tasks
        for number in (card, -1 if owner is None else owner, TOKENS.index(token) + 1 if token else 0)
    )


@cache
def owner_weights() -> Numbers:
    """The kept weights."""
    return numbers(json.loads(WEIGHTS.read_text()))


@compiled
def chances_by_task(
    worlds: Numbers, about: Numbers, tasks: Numbers, weights: Numbers, hands: Numbers, seen: Numbers, owned: Numbers,
    out: Numbers,
) -> None:  # fmt: skip
    """For each task without an owner the crew's chance, if one seat takes it and the others then choose in turn.

    `about` is the number of seats, the captain, and the seat that chooses. `out` gets the sums over all worlds, in
    thousandths. `hands`, `seen` and `owned` are memory: five hands, features and units, and as many numbers as `tasks`.
    """
    for w in range(len(worlds) // WORLD):
        for seat in range(5):
            hands[seat] = worlds[WORLD * w + seat]
        for t in range(len(tasks) // TASK):
            if tasks[TASK * t + OWNER] >= 0:
                continue
            for k in range(len(tasks)):
                owned[k] = tasks[k]
            owned[TASK * t + OWNER] = about[2]
            take_in_turn(hands, about[0], (about[2] + 1) % about[0], owned)
            logit = crew_logit(hands, about[0], about[1], owned, weights, seen)
            out[t] += _LOGISTIC[max(0, min(255, logit // _STEP + 128))]


@compiled
def take_in_turn(hands: Numbers, seats: int, seat: int, tasks: Numbers) -> None:
    """From this seat on, each seat takes the task that suits its hand best, until all have owners."""
    while True:
        best, highest = -1, 0
        for t in range(len(tasks) // TASK):
            if tasks[TASK * t + OWNER] < 0:
                value = preference(hands[seat], tasks[TASK * t + CARD])
                if best < 0 or value > highest:
                    best, highest = t, value
        if best < 0:
            return
        tasks[TASK * best + OWNER] = seat
        seat = (seat + 1) % seats


@compiled
def crew_logit(hands: Numbers, seats: int, captain: int, tasks: Numbers, weights: Numbers, seen: Numbers) -> int:
    """The logit of the crew's chance, in parts of `ONE` times `ONE`. All tasks have owners."""
    number = len(tasks) // TASK
    logit = ONE * (weights[BY_SEATS + seats] + weights[BY_TASKS + min(number, MOST_TASKS)])
    for t in range(number):
        see_task(hands, seats, captain, tasks, t, seen)
        for k in range(UNITS):
            seen[FEATURES + k] = weights[BIAS + k]
        for n in range(FEATURES):
            if seen[n]:
                for k in range(UNITS):
                    seen[FEATURES + k] += seen[n] * weights[UNITS * n + k]
        for k in range(UNITS):
            logit += max(0, seen[FEATURES + k]) * weights[OUT + k]
    return logit
