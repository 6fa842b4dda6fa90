"""A small network: the value of a card to a seat that sees only its own hand.

One hidden layer sees a card once by itself, once beside each open task, and once beside each other open goal; the
values are added up. The weights were trained by playouts of random deals (`games/crew/training/`). All numbers are
whole, so the network answers the same with and without the compiler.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

from ..bits import place, size
from ..compiled import Numbers, compiled, numbers
from ..search.program import NEEDED
from ..search.workspace import CARDS, GOALS_SEEN, HAND, HIDDEN, MOST_UNITS, OF_TASK, SEEN
from .chances import forget_chances, see_hands
from .features import FEATURES, NO_TASK, card_features, pair_features, task_features, turn_features
from .goal_features import GOAL_FEATURES, goal_features, goal_pair_features, list_goals

BIAS: Final = FEATURES
OUT: Final = BIAS + 1
GOAL_OUT: Final = GOAL_FEATURES
"""The output's weights beside a goal. A network in which they are all 0 does not look at goals."""
ROWS: Final = GOAL_OUT + 1
"""The rows of weights, each as long as the network has units: one for each feature, the bias, and two outputs."""
ONE: Final = 64
"""Weights are in 64ths."""
_SHIFT: Final = 12
_OF_CARD: Final = HIDDEN + MOST_UNITS
_OF_PAIR: Final = _OF_CARD + MOST_UNITS


def weights_file(game: str) -> Path:
    """Where the game's weights are kept."""
    return Path(__file__).with_name(f"weights-{game}.json")


@cache
def weights_of(game: str) -> Numbers:
    """The game's weights."""
    return numbers(json.loads(weights_file(game).read_text()))


@compiled
def units_of(weights: Numbers) -> int:
    """The number of units of the hidden layer."""
    return len(weights) // ROWS


@compiled
def _sees_goals(weights: Numbers) -> bool:
    units, bits = units_of(weights), 0
    for k in range(units * GOAL_OUT, units * ROWS):
        bits |= weights[k]
    return bits != 0


@compiled
def see_turn(
    program: Numbers, work: Numbers, weights: Numbers, d: int, i: int, seat: int, left: int, voids: int, tape: Numbers
) -> int:  # fmt: skip
    """See a seat's turn, as the i-th of the trick at depth `d`; `left` are all cards left, those of the trick included.

    The tape, where there is one, records the features that were seen. Returns the voids that the seat knows.
    """
    voids = see_hands(program, work, seat, left & ~work[HAND + 5 * d + seat] & ~work[CARDS + i], voids)
    work[GOALS_SEEN] = list_goals(program, work, d, seat, left) if _sees_goals(weights) else 0
    end = turn_features(program, work, d, i, seat, left, SEEN)
    _record(tape, work, end)
    if len(tape):
        note(tape, size(program[NEEDED] & left))
        note(tape, work[GOALS_SEEN])
    units = units_of(weights)
    for k in range(units):
        work[HIDDEN + k] = weights[units * BIAS + k]
    _add(work, weights, HIDDEN, end)
    rest = program[NEEDED] & left
    at = OF_TASK
    while rest:
        task = rest & -rest
        rest ^= task
        end = task_features(program, work, d, i, seat, left, voids, place(task), SEEN)
        at = _see(work, weights, at, end, tape)
    for n in range(work[GOALS_SEEN]):
        end = goal_features(program, work, d, i, seat, left, n, SEEN)
        at = _see(work, weights, at, end, tape)
    return voids


@compiled
def _see(work: Numbers, weights: Numbers, at: int, end: int, tape: Numbers) -> int:
    """Sum up what a task or a goal adds to the units; the place behind the sums."""
    _record(tape, work, end)
    for k in range(units_of(weights)):
        work[at + k] = 0
    _add(work, weights, at, end)
    return at + MOST_UNITS


@compiled
def network_value(
    program: Numbers, work: Numbers, weights: Numbers, d: int, i: int, seat: int, card: int, left: int, voids: int,
    goals: int, tape: Numbers,
) -> int:  # fmt: skip
    """The value of playing this card in the turn that was seen last; `goals` is its value for other goals."""
    forget_chances(work)
    end = card_features(program, work, d, i, seat, card, left, voids, goals, SEEN)
    _record(tape, work, end)
    units = units_of(weights)
    for k in range(units):
        work[_OF_CARD + k] = work[HIDDEN + k]
    _add(work, weights, _OF_CARD, end)
    for k in range(units):
        work[_OF_PAIR + k] = work[_OF_CARD + k] + weights[units * NO_TASK + k]
    total = _output(work, weights, OUT)
    rest = program[NEEDED] & left
    at = OF_TASK
    while rest:
        task = rest & -rest
        rest ^= task
        end = pair_features(program, work, d, i, seat, card, left, voids, place(task), SEEN)
        total += _value_beside(work, weights, at, end, OUT, tape)
        at += MOST_UNITS
    for n in range(work[GOALS_SEEN]):
        end = goal_pair_features(program, work, d, i, seat, card, left, voids, n, SEEN)
        total += _value_beside(work, weights, at, end, GOAL_OUT, tape)
        at += MOST_UNITS
    return total >> _SHIFT


@compiled
def _value_beside(work: Numbers, weights: Numbers, at: int, end: int, out: int, tape: Numbers) -> int:
    """The value of the card beside the task or goal whose sums begin at this place."""
    _record(tape, work, end)
    for k in range(units_of(weights)):
        work[_OF_PAIR + k] = work[_OF_CARD + k] + work[at + k]
    _add(work, weights, _OF_PAIR, end)
    return _output(work, weights, out)


@compiled
def _add(work: Numbers, weights: Numbers, into: int, end: int) -> None:
    """Add the weights of the features that were seen."""
    units = units_of(weights)
    for n in range(SEEN, end):
        row = units * work[n]
        for k in range(units):
            work[into + k] += weights[row + k]


@compiled
def _output(work: Numbers, weights: Numbers, out: int) -> int:
    units, total = units_of(weights), 0
    for k in range(units):
        total += max(0, work[_OF_PAIR + k]) * weights[units * out + k]
    return total


@compiled
def note(tape: Numbers, number: int) -> None:
    """Append a number to the tape, whose first number is the place behind all others."""
    tape[tape[0]] = number
    tape[0] += 1


@compiled
def _record(tape: Numbers, work: Numbers, end: int) -> None:
    """Append the features that were seen, after their number, where there is a tape."""
    if len(tape):
        note(tape, end - SEEN)
        for n in range(SEEN, end):
            note(tape, work[n])
