"""The gradient of the network: which weights would have made the choices of won playouts likelier.

Policy gradient (Williams, "Simple statistical gradient-following algorithms", 1992): each position is played many
times, and the choices of a playout count by how much better it ended than the mean of its position.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from ..solver.playout.features import NO_TASK
from ..solver.playout.network import BIAS, GOAL_OUT, OUT, ROWS, Network
from ..solver.playout.rng import start_of
from ..solver.playout.simulation import FULL_SCORE, TEMPERATURE, simulate

_PARTLY = 2_000
"""A lost playout is worth its score divided by this: an eighth for half the tasks, against 1 for a win."""
_MOST_OPTIONS, _MOST_TASKS = 16, 84
"""Tasks and goals together."""

Floats = Any
"""An array of floats: numpy's types are not part of the project."""

compiled = numba.njit(nogil=True, cache=True)


@compiled
def learn_from(
    programs: Any, playouts: int, entropy: float, seed: int, network: Network, values: Floats, gradient: Floats,
    work: Any, tapes: Any,
) -> tuple[float, float]:  # fmt: skip
    """Play each position `playouts` times, and add to the gradient. The share won, and the mean entropy of a choice."""
    rewards, won, entropies, choices = np.empty(playouts), 0, 0.0, 0
    for place in range(len(programs)):
        program = programs[place]  # A row that a loop takes out has another type, and needs the kernel compiled anew.
        for number in range(playouts):
            tapes[number, 0] = 1
            start = start_of(seed, playouts * place + number)
            score = simulate(program, work, network, TEMPERATURE, start, tapes[number])
            won += score > FULL_SCORE // 2
            rewards[number] = 1.0 if score > FULL_SCORE // 2 else score / _PARTLY
        mean = rewards.mean()
        for number in range(playouts):
            one, many, _ = learn(tapes[number], rewards[number] - mean, entropy, values, gradient)
            entropies += one
            choices += many
    return won / (len(programs) * playouts), entropies / max(1, choices)


@compiled
def learn(
    tape: Any, advantage: float, entropy: float, values: Floats, gradient: Floats
) -> tuple[float, int, float]:  # fmt: skip
    """Add the gradient of all choices on the tape.

    The sum of their entropies, how many they are, and the logarithm of their likelihood.
    """
    units = len(values) // ROWS
    before = np.empty((_MOST_OPTIONS, _MOST_TASKS + 1, units))
    of_task, in_turn = np.empty((_MOST_TASKS, units)), np.empty(units)
    cards, tasks = np.empty(_MOST_OPTIONS, dtype=np.int64), np.empty(_MOST_TASKS, dtype=np.int64)
    worth = np.empty(_MOST_OPTIONS)
    at, entropies, choices, likelihood = 1, 0.0, 0, 0.0
    while at < tape[0]:
        options, chosen, turn = tape[at], tape[at + 1], at + 2
        at = _sum(tape, turn, values, values[units * BIAS : units * OUT], in_turn)
        tasks_left = tape[at]
        number = tasks_left + tape[at + 1]
        at += 2
        for n in range(number):
            tasks[n] = at
            at = _sum(tape, at, values, np.zeros(units), of_task[n])
        for k in range(options):
            cards[k] = at + 1
            worth[k], at = _value(tape, at, tasks_left, number, values, in_turn, of_task, before[k])
        chances = np.exp((worth[:options] - np.max(worth[:options])) / TEMPERATURE)
        chances /= chances.sum()
        logs = np.log(chances + 1e-12)
        of_choice = -(chances * logs).sum()
        for k in range(options):
            push = advantage * ((k == chosen) - chances[k]) - entropy * chances[k] * (logs[k] + of_choice)
            if abs(push) > 1e-5:
                towards = push / TEMPERATURE
                _spread(tape, turn, tasks, tasks_left, number, cards[k], towards, values, gradient, before[k])
        entropies += of_choice
        likelihood += logs[chosen]
        choices += 1
    return entropies, choices, likelihood


@compiled
def _sum(tape: Any, at: int, values: Floats, start: Floats, into: Floats) -> int:
    """The sum of the rows of the features recorded here, from `start` on; the place behind them."""
    units = len(into)
    for k in range(units):
        into[k] = start[k]
    for n in range(at + 1, at + 1 + tape[at]):
        for k in range(units):
            into[k] += values[units * tape[n] + k]
    return at + 1 + int(tape[at])


@compiled
def _value(
    tape: Any, at: int, tasks_left: int, number: int, values: Floats, in_turn: Floats, of_task: Floats, before: Floats
) -> tuple[float, int]:  # fmt: skip
    """The value of the card recorded here, and the place behind it; `before` takes the units' sums by task and goal."""
    units = len(in_turn)
    of_card = np.empty(units)
    value = float(tape[at])
    at = _sum(tape, at + 1, values, in_turn, of_card)
    for n in range(number + 1):
        out = OUT if n <= tasks_left else GOAL_OUT
        if n == 0:
            for k in range(units):
                before[0, k] = of_card[k] + values[units * NO_TASK + k]
        else:
            at = _sum(tape, at, values, of_card + of_task[n - 1], before[n])
        for k in range(units):
            value += max(0.0, before[n, k]) * values[units * out + k]
    return value, at


@compiled
def _spread(
    tape: Any, turn: int, tasks: Any, tasks_left: int, number: int, card: int, push: float, values: Floats,
    gradient: Floats, before: Floats,
) -> None:  # fmt: skip
    """Back-propagate a push of a card's value to the weights."""
    at = card + 1 + tape[card]
    units = len(values) // ROWS
    of_all = np.zeros(units)
    for n in range(number + 1):
        of_unit = np.zeros(units)
        out = OUT if n <= tasks_left else GOAL_OUT
        for k in range(units):
            if before[n, k] > 0:
                gradient[units * out + k] += push * before[n, k]
                of_unit[k] = push * values[units * out + k]
        if n == 0:
            for k in range(units):
                gradient[units * NO_TASK + k] += of_unit[k]
        else:
            _add(tape, at, gradient, of_unit)
            at += 1 + tape[at]
            _add(tape, tasks[n - 1], gradient, of_unit)
        of_all += of_unit
    _add(tape, card, gradient, of_all)
    _add(tape, turn, gradient, of_all)
    for k in range(units):
        gradient[units * BIAS + k] += of_all[k]


@compiled
def _add(tape: Any, at: int, gradient: Floats, of_unit: Floats) -> None:
    """Add to the rows of the features recorded here."""
    units = len(of_unit)
    for n in range(at + 1, at + 1 + tape[at]):
        for k in range(units):
            gradient[units * tape[n] + k] += of_unit[k]
