"""Playouts under hidden information: each seat in turn plays the card with the highest value to it.

A quick model of how people and bots play on: it estimates how easily a deal is won, not whether it can be won.
"""

from __future__ import annotations

from ..bits import higher, place, size
from ..compiled import Numbers, compiled
from ..search.goal_tracking import FAILED, FULFILLED
from ..search.kernel import open_position, play_trick
from ..search.move_ordering import TRUMPS, weigh_goals
from ..search.program import NEEDED, PLAYED, PLAYS, SEATS, TRICKS, TURN
from ..search.tricks import begin_trick, breaks_at_once, lay_card, options_for, stands
from ..search.workspace import AT, BEST, BY, CARDS, GAIN, HAND, LEAD, SPEND, TAKE_IT
from .policy import VOIDS, task_value
from .rng import next_random

FULL_SCORE = 1000
"""The score of a playout that wins at once."""
_A_TRICK = 2


@compiled
def simulate(program: Numbers, work: Numbers, noise: int, chance: int) -> int:
    """Play to the end. A win scores `FULL_SCORE` less a little for each trick; a loss scores less than half.

    A loss scores by the share of needed cards that were won.
    """
    open_position(program, work)
    d, voids = 0, program[VOIDS]
    while True:
        weigh_goals(program, work, d)
        trick, chance, voids = _simulate_trick(program, work, d, noise, chance, voids)
        status = play_trick(program, work, d, trick) if trick >= 0 else FAILED
        if status == FULFILLED:
            return FULL_SCORE - _A_TRICK * d
        if status == FAILED:
            return _partial_score(program, work, d)
        d += 1


@compiled
def _partial_score(program: Numbers, work: Numbers, d: int) -> int:
    """The score for needed cards won before the playout failed."""
    left = 0
    for seat in range(program[SEATS]):
        left += size(work[HAND + 5 * d + seat] & program[NEEDED])
    whole = size(program[NEEDED])
    return FULL_SCORE * (whole - left) // whole // 2 if whole else 0


@compiled
def _simulate_trick(
    program: Numbers, work: Numbers, d: int, noise: int, chance: int, voids: int
) -> tuple[int, int, int]:
    """One simulated trick (packed; -1 if it breaks a goal), the next random number, and the voids then known."""
    seats, leader = program[SEATS], work[LEAD + d]
    last_trick = program[PLAYED] + d == program[TRICKS] - 1
    start = program[PLAYS] if d == 0 else 0
    left_in_play = begin_trick(program, work, d, start)
    for i in range(seats):
        seat = (leader + i) % seats
        if i < start:
            work[AT + i] = program[TURN + i]
            if breaks_at_once(program, i, seat, program[TURN + i], last_trick):
                return -1, chance, voids
        else:
            options = options_for(program, work, d, i, last_trick, left_in_play)
            if options == 0:
                return -1, chance, voids
            best, card_of_best = -100_000, -1
            while options:
                card = options & -options
                options ^= card
                chance = next_random(chance)
                worth = _worth(program, work, d, i, seat, place(card), left_in_play, voids) + (chance >> 20) % (
                    noise + 1
                )
                if worth > best:
                    best, card_of_best = worth, place(card)
            work[AT + i] = card_of_best
        if work[AT + i] // 9 != work[AT] // 9:
            voids |= 1 << 5 * seat + work[AT] // 9
        if not lay_card(program, work, i, seat):
            return -1, chance, voids
    if not stands(program, work, seats, left_in_play):
        return -1, chance, voids
    packed = work[BY + seats] << 30
    for i in range(seats):
        packed |= work[AT + i] << 6 * i
    return packed, chance, voids


@compiled
def _worth(program: Numbers, work: Numbers, d: int, i: int, seat: int, card: int, left_in_play: int, voids: int) -> int:
    """The value of this card to a seat that knows its own hand and the cards played."""
    best, by = work[BEST + i], work[BY + i]
    if best < 0 or (card > best and (card >= 36 or card // 9 == best // 9)):
        best, by = card, seat
    stays = _chance_to_stay(best, left_in_play & ~work[HAND + 5 * d + seat] & ~work[CARDS + i], program[SEATS] - 1 - i)
    won = work[TAKE_IT + by]
    cards = work[CARDS + i] | 1 << card
    while cards:
        one = cards & -cards
        cards ^= one
        won += work[GAIN + 40 * by + place(one)]
    goals = won * stays // 100 + work[SPEND + card]
    return goals + task_value(program, work, d, i, seat, card, left_in_play, voids)


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
