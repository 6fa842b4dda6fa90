"""Playouts under hidden information: each seat in turn draws a card by its value to that seat.

The network values the cards that have to be won, `search/move_ordering.py` all other goals. Deep Sea's network looks at
these, too, and adds to that value.

A quick model of how people and bots play on: it estimates how easily a deal is won, not whether it can be won.
"""

from __future__ import annotations

from math import log
from typing import Final

from ..bits import higher, place, size
from ..compiled import Numbers, compiled, numbers
from ..search.goal_tracking import FAILED, FULFILLED
from ..search.kernel import open_position, play_trick
from ..search.move_ordering import TRUMPS, weigh_goals
from ..search.program import (
    ALLOWED,
    COUNT,
    COVERED,
    EXPECTED,
    GOALS,
    HIGH,
    KNOWN_TO,
    LOW,
    NEEDED,
    OK,
    OP,
    OWNER,
    PLAYED,
    PLAYS,
    SEATS,
    SECRET,
    TABLE,
    TRICKS,
    TURN,
    WIDTH,
    A,
)
from ..search.tricks import begin_trick, breaks_at_once, lay_card, options_for, stands
from ..search.workspace import AT, BEST, BY, CARDS, GAIN, HAND, LEAD, SPEND, STAND, TAKE_IT
from .chances import EXCLUDED, SHOWN, VOIDS
from .network import Network, network_value, note, see_turn
from .rng import next_random
from .signals import give_best_signal, later_seat

FULL_SCORE = 1000
"""The score of a playout that wins at once."""
TEMPERATURE: Final = 5
"""The temperature that the network was trained with."""
ROBOT: Final = 2
"""Its voids prove nothing while it has covered cards."""
_A_TRICK = 2
_THIS_TRICK = 80
"""The value of this trick to a seat that has to win it, and the cost to one that may not."""
_BARRED, _RID_OF_IT = 120, 6
"""The cost of a card that its winner may not win, and the value of such a card that another seat wins."""
_TOO_MANY = 80
"""The cost of winning more cards than a goal allows."""
_GUMBEL: Final = numbers(round(-100 * log(-log((k + 0.5) / 256))) for k in range(256))
"""A Gumbel distribution in hundredths: the option with the highest sum of value and this is a draw by the values."""


@compiled
def simulate(program: Numbers, work: Numbers, network: Network, temperature: int, chance: int, tape: Numbers) -> int:
    """Play to the end. A win scores `FULL_SCORE` less a little for each trick; a loss scores less than half.

    A loss scores by the share of needed cards that were won. Each card is drawn by its value: a difference of
    `temperature` makes it e times as likely. The tape records all choices if it is not empty (see `training/`).
    """
    seat = later_seat(program)
    if seat < 0:
        return _play_on(program, work, network, temperature, chance, tape)
    shown, excluded = program[SHOWN + seat], program[EXCLUDED + seat]
    score = _play_on(program, work, network, temperature, chance, tape)
    program[SHOWN + seat], program[EXCLUDED + seat] = shown, excluded
    return score


@compiled
def _play_on(program: Numbers, work: Numbers, network: Network, temperature: int, chance: int, tape: Numbers) -> int:
    """`simulate`, which takes back what a signal on the way told."""
    open_position(program, work)
    d, voids = 0, program[VOIDS]
    while True:
        weigh_goals(program, work, d)
        weigh_winners(program, work, d)
        trick, chance, voids = simulate_trick(program, work, network, d, temperature, chance, voids, tape)
        status = play_trick(program, work, d, trick) if trick >= 0 else FAILED
        if status == FULFILLED:
            return FULL_SCORE - _A_TRICK * d
        if status == FAILED:
            return _partial_score(program, work, d)
        d += 1
        if d == 1 and later_seat(program) >= 0:
            seat = later_seat(program)
            give_best_signal(program, seat, work[HAND + 5 * d + seat])


@compiled
def weigh_winners(program: Numbers, work: Numbers, d: int) -> None:
    """Seats that may not win this trick, or some of the cards left, would rather not win it."""
    everyone = (1 << program[SEATS]) - 1
    left = 0
    for seat in range(program[SEATS]):
        left |= work[HAND + 5 * d + seat]
    left &= ~program[NEEDED]
    while left:
        card = left & -left
        left ^= card
        barred = everyone & ~program[OK + place(card)]
        while barred:
            work[TAKE_IT + place(barred & -barred)] -= 1
            barred &= barred - 1
    allowed = program[ALLOWED + program[PLAYED] + d]
    if allowed != everyone:
        for seat in range(program[SEATS]):
            work[TAKE_IT + seat] += _THIS_TRICK if allowed >> seat & 1 else -_THIS_TRICK


@compiled
def _partial_score(program: Numbers, work: Numbers, d: int) -> int:
    """The score for needed cards won before the playout failed."""
    left = 0
    for seat in range(program[SEATS]):
        left += size(work[HAND + 5 * d + seat] & program[NEEDED])
    whole = size(program[NEEDED])
    return FULL_SCORE * (whole - left) // whole // 2 if whole else 0


@compiled
def simulate_trick(
    program: Numbers, work: Numbers, network: Network, d: int, temperature: int, chance: int, voids: int, tape: Numbers
) -> tuple[int, int, int]:  # fmt: skip
    """Simulate a trick; return it (packed; -1 if it breaks a goal), the next random number, and the known voids."""
    seats, leader = program[SEATS], work[LEAD + d]
    last_trick = program[PLAYED] + d == program[TRICKS] - 1
    start = program[PLAYS] if d == 0 else 0
    left = begin_trick(program, work, d, start)
    for i in range(seats):
        seat = (leader + i) % seats
        if i < start:
            work[AT + i] = program[TURN + i]
            if breaks_at_once(program, i, seat, program[TURN + i], last_trick):
                return -1, chance, voids
        else:
            options = options_for(program, work, d, i, last_trick, left)
            if options == 0:
                return -1, chance, voids
            if options & (options - 1):
                chance = _choose(program, work, network, d, i, seat, options, temperature, chance, left, voids, tape)
            else:
                work[AT + i] = place(options)
        if work[AT + i] // 9 != work[AT] // 9 and not (program[COVERED] and seat == ROBOT):
            voids |= 1 << 5 * seat + work[AT] // 9
        if not lay_card(program, work, i, seat):
            return -1, chance, voids
    if not stands(program, work, seats, left):
        return -1, chance, voids
    packed = work[BY + seats] << 30
    for i in range(seats):
        packed |= work[AT + i] << 6 * i
    return packed, chance, voids


@compiled
def _choose(
    program: Numbers, work: Numbers, network: Network, d: int, i: int, seat: int, options: int, temperature: int,
    chance: int, left: int, voids: int, tape: Numbers,
) -> int:  # fmt: skip
    """Choose the i-th card of the trick; the next random number."""
    guesses = guesses_prediction(program, seat)
    if guesses:
        exchange_prediction(program, work, d)
    at = tape[0] + 1 if len(tape) else 0
    if len(tape):
        note(tape, size(options))
        note(tape, 0)
    voids = see_turn(program, work, network, d, i, seat, left, voids, tape)
    highest, number = -1_000_000, 0
    while options:
        card = options & -options
        options ^= card
        chance = next_random(chance)
        worth = card_value(program, work, network, d, i, seat, place(card), left, voids, tape)
        worth = 100 * worth + temperature * _GUMBEL[chance >> 20 & 255]
        if worth > highest:
            highest = worth
            work[AT + i] = place(card)
            if at:
                tape[at] = number
        number += 1
    if guesses:
        exchange_prediction(program, work, d)
    return chance


@compiled
def guesses_prediction(program: Numbers, seat: int) -> bool:
    """Return whether there is a secret prediction that this seat does not know."""
    return program[SECRET] != 0 and program[KNOWN_TO] >> seat & 1 == 0


@compiled
def exchange_prediction(program: Numbers, work: Numbers, d: int) -> None:
    """Put the number that the other seats expect in the place of the secret prediction, or the prediction back."""
    goal, number = program[SECRET], program[EXPECTED]
    program[EXPECTED] = program[goal + LOW]
    program[goal + LOW], program[goal + HIGH] = number, number
    weigh_goals(program, work, d)
    weigh_winners(program, work, d)


@compiled
def card_value(
    program: Numbers, work: Numbers, network: Network, d: int, i: int, seat: int, card: int, left: int, voids: int,
    tape: Numbers,
) -> int:  # fmt: skip
    """The value of this card to a seat that knows its own hand and the cards played."""
    goals = _goals_value(program, work, d, i, seat, card, left)
    if len(tape):
        note(tape, goals)
    return goals + network_value(program, work, network, d, i, seat, card, left, voids, goals, tape)


@compiled
def _goals_value(program: Numbers, work: Numbers, d: int, i: int, seat: int, card: int, left: int) -> int:
    """The value of this card for all goals but the cards that have to be won."""
    best, by = work[BEST + i], work[BY + i]
    if best < 0 or (card > best and (card >= 36 or card // 9 == best // 9)):
        best, by = card, seat
    stays = _chance_to_stay(best, left & ~work[HAND + 5 * d + seat] & ~work[CARDS + i], program[SEATS] - 1 - i)
    cards = work[CARDS + i] | 1 << card
    won = work[TAKE_IT + by] + _gains(program, work, by, cards) - _excess(program, work, d, by, cards)
    if program[NEEDED] >> card & 1 == 0 and program[OK + card] != (1 << program[SEATS]) - 1:
        won += _RID_OF_IT if program[OK + card] >> by & 1 else 0
    return 2 * won * stays // 100 + work[SPEND + card] * 7 // 5


@compiled
def _gains(program: Numbers, work: Numbers, by: int, cards: int) -> int:
    """Return this seat's gain by winning these cards."""
    gains = 0
    while cards:
        one = cards & -cards
        cards ^= one
        gains += work[GAIN + 40 * by + place(one)]
        if program[OK + place(one)] >> by & 1 == 0 and one & program[NEEDED] == 0:
            gains -= _BARRED
    return gains


@compiled
def _excess(program: Numbers, work: Numbers, d: int, by: int, cards: int) -> int:
    """The cost of more cards than the seat may win for a goal that counts them."""
    cost = 0
    for k in range(program[GOALS]):
        goal = TABLE + WIDTH * k
        if program[goal + OP] == COUNT and program[goal + OWNER] == by and program[goal + HIGH] < 40:
            counted = work[STAND + 24 * d + k] + size(cards & program[goal + A])
            cost += _TOO_MANY if counted > program[goal + HIGH] else 0
    return cost


@compiled
def _chance_to_stay(best: int, unseen: int, to_come: int) -> int:
    """The probability in hundredths that no later player beats the best card so far."""
    if to_come == 0:
        return 100
    above = size(higher(best) & unseen)
    stays = 100 * 4 // (4 + above * to_come)
    if best < 36:
        stays -= stays * size(TRUMPS & unseen) * to_come * 2 // 100
    return stays
