"""Chances as a seat sees them that knows its own hand, the cards played, and what is public about the other hands.

All partners help: a player who can duck under the task's owner does. So only players who cannot duck endanger the
trick, and the probability of that depends on how many higher and lower cards are unseen. Probabilities are in
thousandths.
"""

from __future__ import annotations

from ..bits import higher, size, suit_of
from ..compiled import Numbers, compiled
from ..search.program import SEATS, SIZE

VOIDS = SIZE
"""Places behind the program: the suits in which each seat is known to be void, five bits a seat."""
SHOWN = SIZE + 1
"""By seat, the cards that all players know it holds."""
ROOM = SIZE + 6

ALL = 1000
_TRUMPS = 0xF << 36
_RUFFS = 143
"""The chance that a player wants to, and can, beat a trump."""


@compiled
def chance_of(
    program: Numbers, owner: int, i: int, seat: int, best: int, by: int, led: int, unseen: int, voids: int
) -> int:
    """How likely the owner wins this trick, now that `i + 1` cards lie and `best` is ahead."""
    seats = program[SEATS]
    to_come = seats - 1 - i
    if owner != by and not 0 < (owner - seat) % seats <= to_come:
        return 0
    chance = ALL
    for step in range(1, to_come + 1):
        other = (seat + step) % seats
        if other != owner:
            chance = chance * (ALL - _must_beat(program, other, best, led, unseen, voids)) // ALL
        elif owner != by:
            chance = chance * _can_beat(program, other, best, led, unseen, voids) // ALL
    return chance


@compiled
def comes(program: Numbers, i: int, seat: int, card: int, voids: int) -> int:
    """How likely one of those to come holds this card."""
    seats = program[SEATS]
    may, to_come = 0, 0
    for step in range(1, seats):
        other = (seat + step) % seats
        if program[SHOWN + other] >> card & 1:
            return ALL if step <= seats - 1 - i else 0
        if voids >> 5 * other + card // 9 & 1 == 0:
            may += 1
            to_come += step <= seats - 1 - i
    return ALL * to_come // may if may else 0


@compiled
def _must_beat(program: Numbers, seat: int, best: int, led: int, unseen: int, voids: int) -> int:
    """How likely this seat to come has to beat this card: it holds higher ones of the suit led, and none below."""
    if best >= 36 > led or voids >> 5 * seat + best // 9 & 1:
        return 0
    suit, above = suit_of(best) & unseen, higher(best) & unseen
    if above == 0 or program[SHOWN + seat] & suit & ~above:
        return 0
    hidden = _hidden(program, suit)
    forced = _none_of(program, size(hidden & ~above))
    if program[SHOWN + seat] & above == 0:
        forced = forced * (ALL - _none_of(program, size(hidden & above))) // ALL
    return forced


@compiled
def _can_beat(program: Numbers, seat: int, best: int, led: int, unseen: int, voids: int) -> int:
    """How likely this seat to come can beat this card, if it wants to."""
    if program[SHOWN + seat] & higher(best) & unseen and (best < 36 or led >= 36):
        return ALL
    if best >= 36:
        return ALL - _none_of(program, size(_hidden(program, higher(best) & unseen))) if led >= 36 else _RUFFS
    hidden = _hidden(program, suit_of(best) & unseen)
    follows, ruffs = 0, ALL
    if voids >> 5 * seat + best // 9 & 1 == 0:
        follows = ALL - _none_of(program, size(hidden & higher(best)))
        ruffs = 0 if program[SHOWN + seat] & suit_of(best) & unseen else _none_of(program, size(hidden))
    if program[SHOWN + seat] & _TRUMPS & unseen:
        return min(ALL, follows + ruffs)
    return follows + ruffs * (ALL - _none_of(program, size(_hidden(program, _TRUMPS & unseen)))) // ALL


@compiled
def _none_of(program: Numbers, number: int) -> int:
    """The probability that another seat holds none of `number` unseen cards."""
    others = program[SEATS] - 1
    chance = ALL
    for _ in range(number):
        chance = chance * (others - 1) // others
    return chance


@compiled
def _hidden(program: Numbers, unseen: int) -> int:
    """The cards whose holder is unknown."""
    for seat in range(program[SEATS]):
        unseen &= ~program[SHOWN + seat]
    return unseen
