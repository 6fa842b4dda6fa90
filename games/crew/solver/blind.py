"""Playouts in which nobody sees the others' cards: each seat in its turn plays what looks best to it.

A quick model of how people and bots go on, for the question how easily a deal is won, not whether it can be.
"""

from __future__ import annotations

from .bits import higher, place, size
from .chance import stirred
from .compiled import Numbers, compiled
from .judging import FAILED, FULFILLED
from .kernel import open_position, play_trick
from .program import MUST_WIN, NEEDED, OK, PLAYED, PLAYS, SEATS, TRICKS, TURN
from .promise import weigh
from .tricks import begin_trick, is_too_early, lay_card, options_for, stands
from .work import AT, BEST, BY, CARDS, GAIN, HAND, LEAD, SPEND, TAKE_IT

_TRUMPS = 0xF << 36
_BREAKS = 160
"""What a trick costs that breaks a task."""
_HOPES = 25
"""What a task card is worth in a trick that its owner may still win."""


@compiled
def blind_playout(row: Numbers, work: Numbers, noise: int, chance: int) -> int:
    """Play to the end: a hundred if that wins, else less than fifty, by the share of needed cards that were won."""
    open_position(row, work)
    d = 0
    while True:
        weigh(row, work, d)
        trick, chance = _blind_trick(row, work, d, noise, chance)
        status = play_trick(row, work, d, trick) if trick >= 0 else FAILED
        if status == FULFILLED:
            return 100
        if status == FAILED:
            return _reached(row, work, d)
        d += 1


@compiled
def _reached(row: Numbers, work: Numbers, d: int) -> int:
    """What was done before it failed."""
    left = 0
    for seat in range(row[SEATS]):
        left += size(work[HAND + 5 * d + seat] & row[NEEDED])
    whole = size(row[NEEDED])
    return 50 * (whole - left) // whole if whole else 0


@compiled
def _blind_trick(row: Numbers, work: Numbers, d: int, noise: int, chance: int) -> tuple[int, int]:
    """The trick as it is played (packed; -1 if it breaks something), and the stirred chance."""
    seats, leader = row[SEATS], work[LEAD + d]
    last_trick = row[PLAYED] + d == row[TRICKS] - 1
    start = row[PLAYS] if d == 0 else 0
    left_in_play = begin_trick(row, work, d, start)
    for i in range(seats):
        seat = (leader + i) % seats
        if i < start:
            work[AT + i] = row[TURN + i]
            if is_too_early(row, row[TURN + i], last_trick):
                return -1, chance
        else:
            options = options_for(row, work, d, i, last_trick, left_in_play)
            if options == 0:
                return -1, chance
            best, card_of_best = -100_000, -1
            while options:
                card = options & -options
                options ^= card
                chance = stirred(chance)
                worth = _worth(row, work, d, i, seat, place(card), left_in_play) + (chance >> 20) % (noise + 1)
                if worth > best:
                    best, card_of_best = worth, place(card)
            work[AT + i] = card_of_best
        if not lay_card(row, work, i, seat):
            return -1, chance
    if not stands(row, work, seats, left_in_play):
        return -1, chance
    packed = work[BY + seats] << 30
    for i in range(seats):
        packed |= work[AT + i] << 6 * i
    return packed, chance


@compiled
def _worth(row: Numbers, work: Numbers, d: int, i: int, seat: int, card: int, left_in_play: int) -> int:
    """What playing this card promises to a seat that knows its own hand and what was played."""
    best, by = work[BEST + i], work[BY + i]
    if best < 0 or (card > best and (card >= 36 or card // 9 == best // 9)):
        best, by = card, seat
    to_come = row[SEATS] - 1 - i
    unseen = left_in_play & ~work[HAND + 5 * d + seat] & ~work[CARDS + i]
    stays = _chance_to_stay(best, unseen, to_come)
    won = work[TAKE_IT + by]
    lost = 0
    cards = work[CARDS + i] | 1 << card
    owners_to_come = 0
    for step in range(to_come):
        owners_to_come |= 1 << (seat + 1 + step) % row[SEATS]
    while cards:
        one = cards & -cards
        cards ^= one
        c = place(one)
        won += work[GAIN + 40 * by + c] if row[OK + c] >> by & 1 else -_BREAKS
        if size(row[OK + c]) == 1:
            lost += _HOPES if row[OK + c] & owners_to_come else -_BREAKS
    if row[MUST_WIN] >> card & 1 and best != card:
        won -= _BREAKS
    return (won * stays + lost * (100 - stays)) // 100 + work[SPEND + card]


@compiled
def _chance_to_stay(best: int, unseen: int, to_come: int) -> int:
    """How likely, in hundredths, nobody to come beats the best card so far."""
    if to_come == 0:
        return 100
    above = size(higher(best) & unseen)
    stays = 100 * 4 // (4 + above * to_come)
    if best < 36:
        stays -= stays * size(_TRUMPS & unseen) * to_come * 2 // 100
    return stays
