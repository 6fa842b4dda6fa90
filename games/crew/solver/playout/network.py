"""A small network: the value of a card to a seat that sees only its own hand.

One hidden layer sees a card once by itself, once beside each open task, and once beside each other open goal; the
values are added up. The weights were trained by playouts of random deals (`games/crew/training/`). All numbers are
whole, so the network answers the same with and without the compiler.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ..bits import place, size
from ..compiled import Numbers, Rows, compiled, numbers, rows
from ..search.program import NEEDED
from ..search.workspace import CARDS, GOALS_SEEN, HAND, MOST_GOALS_SEEN, SEEN
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

ROW_LENGTH: Final = 64
"""The most units of the hidden layer. Zeros fill up a network with fewer, so that vectors divide each row."""
_OF_TURN, _OF_CARD, _OF_PAIR, _OF_TASK = 0, 1, 2, 3
"""The rows of sums: of the turn, of the card, of the card beside a task or goal; from the last one on, what each open
task and then each goal adds.
"""
_MOST_TASKS: Final = 40
"""Each card is a task at most once."""


class Network(NamedTuple):
    """A network and its memory. Rows have a fixed length, so the compiler can make vectors of loops over them."""

    weights: Rows
    """`ROWS` rows, each with a weight for each unit."""
    sums: Rows
    """The units' sums for the turn seen last, a row for each of `_OF_TURN` and the following."""
    sees_goals: bool
    """Whether it looks at goals that are not cards to be won."""


def weights_file(game: str) -> Path:
    """Return the file of the game's weights."""
    return Path(__file__).with_name(f"weights-{game}.json")


@cache
def weights_of(game: str) -> Numbers:
    """The game's weights, one row after the other."""
    return numbers(json.loads(weights_file(game).read_text()))


@cache
def _rows_of(game: str) -> Rows:
    return filled_up(weights_of(game))


def network_of(game: str) -> Network:
    """The game's network. Its sums are its own, so each thread needs another one."""
    return network_with(_rows_of(game))


def network_with(weights: Rows) -> Network:
    """A network with these weights, in rows of `ROW_LENGTH`, and a memory of its own."""
    sums = rows([[0] * ROW_LENGTH for _ in range(_OF_TASK + _MOST_TASKS + MOST_GOALS_SEEN)], bits=32)
    return Network(weights, sums, any(map(any, weights[GOAL_OUT:])))


def filled_up(weights: Numbers) -> Rows:
    """Rows of `ROW_LENGTH` weights, from a list of shorter rows one after the other.

    Raises ValueError where these are not `ROWS` rows of the same length, or longer ones.
    """
    units, rest = divmod(len(weights), ROWS)
    if rest or units > ROW_LENGTH:
        raise ValueError(f"{len(weights)} weights are not {ROWS} rows of at most {ROW_LENGTH}")
    filled = ([*weights[units * row : units * (row + 1)], *(0,) * (ROW_LENGTH - units)] for row in range(ROWS))
    return rows(filled, bits=16)


@compiled
def see_turn(
    program: Numbers, work: Numbers, network: Network, d: int, i: int, seat: int, left: int, voids: int, tape: Numbers
) -> int:  # fmt: skip
    """See a seat's turn, as the i-th of the trick at depth `d`; `left` are all cards left, those of the trick included.

    The tape, where there is one, records the features that were seen. Returns the voids that the seat knows.
    """
    voids = see_hands(program, work, seat, left & ~work[HAND + 5 * d + seat] & ~work[CARDS + i], voids)
    work[GOALS_SEEN] = list_goals(program, work, d, seat, left) if network.sees_goals else 0
    end = turn_features(program, work, d, i, seat, left, SEEN)
    _record(tape, work, end)
    if len(tape):
        note(tape, size(program[NEEDED] & left))
        note(tape, work[GOALS_SEEN])
    _copy(network.weights[BIAS], network.sums[_OF_TURN])
    _add(network, work, end, network.sums[_OF_TURN])
    rest = program[NEEDED] & left
    at = _OF_TASK
    while rest:
        task = rest & -rest
        rest ^= task
        end = task_features(program, work, d, i, seat, left, voids, place(task), SEEN)
        _see(network, work, at, end, tape)
        at += 1
    for n in range(work[GOALS_SEEN]):
        end = goal_features(program, work, d, i, seat, left, n, SEEN)
        _see(network, work, at, end, tape)
        at += 1
    return voids


@compiled
def _see(network: Network, work: Numbers, at: int, end: int, tape: Numbers) -> None:
    """Sum up what a task or a goal adds to the units."""
    _record(tape, work, end)
    sums = network.sums[at]
    for k in range(ROW_LENGTH):
        sums[k] = 0
    _add(network, work, end, sums)


@compiled
def network_value(
    program: Numbers, work: Numbers, network: Network, d: int, i: int, seat: int, card: int, left: int, voids: int,
    goals: int, tape: Numbers,
) -> int:  # fmt: skip
    """The value of playing this card in the turn that was seen last; `goals` is its value for other goals."""
    forget_chances(work)
    end = card_features(program, work, d, i, seat, card, left, voids, goals, SEEN)
    _record(tape, work, end)
    of_card, of_pair = network.sums[_OF_CARD], network.sums[_OF_PAIR]
    _copy(network.sums[_OF_TURN], of_card)
    _add(network, work, end, of_card)
    _sum(of_card, network.weights[NO_TASK], of_pair)
    total = _output(of_pair, network.weights[OUT])
    rest = program[NEEDED] & left
    at = _OF_TASK
    while rest:
        task = rest & -rest
        rest ^= task
        end = pair_features(program, work, d, i, seat, card, left, voids, place(task), SEEN)
        total += _value_beside(network, work, at, end, OUT, tape)
        at += 1
    for n in range(work[GOALS_SEEN]):
        end = goal_pair_features(program, work, d, i, seat, card, left, voids, n, SEEN)
        total += _value_beside(network, work, at, end, GOAL_OUT, tape)
        at += 1
    return total >> _SHIFT


@compiled
def _value_beside(network: Network, work: Numbers, at: int, end: int, out: int, tape: Numbers) -> int:
    """The value of the card beside the task or goal whose sums stand in this row."""
    _record(tape, work, end)
    of_pair = network.sums[_OF_PAIR]
    _sum(network.sums[_OF_CARD], network.sums[at], of_pair)
    _add(network, work, end, of_pair)
    return _output(of_pair, network.weights[out])


@compiled
def _copy(row: Numbers, into: Numbers) -> None:
    for k in range(ROW_LENGTH):
        into[k] = row[k]


@compiled
def _sum(one: Numbers, other: Numbers, into: Numbers) -> None:
    for k in range(ROW_LENGTH):
        into[k] = one[k] + other[k]


@compiled
def _add(network: Network, work: Numbers, end: int, into: Numbers) -> None:
    """Add the weights of the features that were seen."""
    for n in range(SEEN, end):
        row = network.weights[work[n]]
        for k in range(ROW_LENGTH):
            into[k] += row[k]


@compiled
def _output(sums: Numbers, weights: Numbers) -> int:
    total = 0
    for k in range(ROW_LENGTH):
        total += max(0, sums[k]) * weights[k]
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
