"""The likelihood, under the policy of playouts, of the cards played so far in each sampled world.

What was shown later in the round counts as shown from the first trick on: a view does not tell when.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import e
from typing import Final

from ..bits import place, size
from ..compiled import Numbers, compiled
from ..search.goal_tracking import FAILED
from ..search.kernel import open_position, play_trick
from ..search.move_ordering import weigh_goals
from ..search.program import HANDS, SEATS, TRICKS
from ..search.tricks import begin_trick, lay_card, options_for
from ..search.workspace import AT, BELOW, BY, LEAD
from .chances import VOIDS
from .network import Network, see_turn
from .simulation import card_value, exchange_prediction, guesses_prediction, weigh_winners
from .world_evaluation import WORLD

_TEMPERATURE: Final = 40
"""Bots think further than the policy: at this temperature it explains their cards best."""
_OTHERWISE: Final = 0.1
"""The share of plays for reasons that the policy does not know: then any card is as likely."""


@compiled
def weigh_worlds(
    start: Numbers, worlds: Numbers, plays: Numbers, ignored: int, network: Network, work: Numbers, tape: Numbers,
    out: MutableSequence[float],
) -> None:  # fmt: skip
    """The likelihood of all cards played so far in each of these worlds, which have the hands at the start of play.

    `start` is the program of the round before its first card; `ignored` are the seats whose cards say nothing. The tape
    is empty.
    """
    for w in range(len(worlds) // WORLD):
        for seat in range(5):
            start[HANDS + seat] = worlds[WORLD * w + seat]
        out[w] = _likelihood(start, plays, ignored, network, work, tape)


@compiled
def _likelihood(
    program: Numbers, plays: Numbers, ignored: int, network: Network, work: Numbers, tape: Numbers
) -> float:  # fmt: skip
    open_position(program, work)
    seats, voids, likelihood = program[SEATS], program[VOIDS], 1.0
    for d in range((len(plays) + seats - 1) // seats):
        weigh_goals(program, work, d)
        weigh_winners(program, work, d)
        left = begin_trick(program, work, d, 0)
        packed = 0
        for i in range(min(seats, len(plays) - seats * d)):
            seat, card = (work[LEAD + d] + i) % seats, plays[seats * d + i]
            options = options_for(program, work, d, i, d == program[TRICKS] - 1, left)
            if ignored >> seat & 1 == 0 and options & (options - 1):
                likelihood *= _likelihood_of(program, work, network, d, i, seat, card, options, left, voids, tape)
            work[AT + i] = card
            packed |= card << 6 * i
            if card // 9 != work[AT] // 9:
                voids |= 1 << 5 * seat + work[AT] // 9
            lay_card(program, work, i, seat)
        if len(plays) < seats * (d + 1) or play_trick(program, work, d, packed | work[BY + seats] << 30) == FAILED:
            break
    return likelihood


@compiled
def _likelihood_of(
    program: Numbers, work: Numbers, network: Network, d: int, i: int, seat: int, card: int, options: int, left: int,
    voids: int, tape: Numbers,
) -> float:  # fmt: skip
    """The likelihood of this card among the options, of which the lowest stands for interchangeable ones."""
    mine = card
    while mine >= 0 and options >> mine & 1 == 0:
        mine = work[BELOW + mine]
    if mine < 0:  # The policy cannot play this card in this world.
        return _OTHERWISE / size(options)
    guesses = guesses_prediction(program, seat)
    if guesses:
        exchange_prediction(program, work, d)
    likelihood = _likelihood_by_value(program, work, network, d, i, seat, mine, options, left, voids, tape)
    if guesses:
        exchange_prediction(program, work, d)
    return likelihood


@compiled
def _likelihood_by_value(
    program: Numbers, work: Numbers, network: Network, d: int, i: int, seat: int, mine: int, options: int, left: int,
    voids: int, tape: Numbers,
) -> float:  # fmt: skip
    """The likelihood of this option by the values of all of them."""
    number, total = 0, 0.0
    voids = see_turn(program, work, network, d, i, seat, left, voids, tape)
    base = card_value(program, work, network, d, i, seat, mine, left, voids, tape)
    while options:
        value = card_value(program, work, network, d, i, seat, place(options & -options), left, voids, tape)
        options &= options - 1
        number += 1
        total += e ** (min(2_000, value - base) / _TEMPERATURE)
    return (1 - _OTHERWISE) / total + _OTHERWISE / number
