"""The value of a card to a seat that sees only its own hand, for tasks that ask for single cards.

All partners help: a player who can duck under the task's owner does. So only players who cannot duck endanger the
trick, and the probability of that depends on how many higher and lower cards are unseen. Probabilities are in
thousandths. The other numbers are those with which most playouts were won, as in `search/move_ordering.py`.
"""

from __future__ import annotations

from ..bits import higher, place, size, suit_of
from ..compiled import Numbers, compiled
from ..search.kernel import in_order
from ..search.program import BEFORE, MUST_WIN, NEEDED, OK, ORDERED, PLAYED, SEATS, SIZE, TRICKS
from ..search.workspace import AT, BEST, BY, CARDS, HAND, HOLDER

VOIDS = SIZE
"""Places behind the program: the suits in which each seat is known to be void, five bits a seat."""
SHOWN = SIZE + 1
"""By seat, the cards that all players know it holds."""
ROOM = SIZE + 6

_ALL = 1000
_TRUMPS = 0xF << 36
_GAIN, _AT_THE_END = 48, 403
"""The value of a task that is done now; the second value is divided by the tricks left, as chances run out."""
_BREAKS = 136
_COMPANY, _SECOND = 13, 19
"""To keep the last (the second last) card beside one that should not be forced out, or above one to be caught."""
_TO_DUCK = 9
"""To keep the last card below one that another seat wants, where a higher one is in the hand."""
_DANGER = 7
"""The value of losing a card that may have to win what others should win."""


@compiled
def task_value(
    program: Numbers, work: Numbers, d: int, i: int, seat: int, card: int, left: int, voids: int
) -> int:  # fmt: skip
    """The value of playing this card as the i-th of the trick at depth `d`; `left` are the unplayed cards."""
    best, by = work[BEST + i], work[BY + i]
    if best < 0 or (card > best and (card >= 36 or card // 9 == best // 9)):
        best, by = card, seat
    cards = work[CARDS + i] | 1 << card
    hand = work[HAND + 5 * d + seat] & ~(1 << card)
    unseen = left & ~hand & ~cards
    led = card if i == 0 else work[AT]
    gain = _GAIN + _AT_THE_END // (program[TRICKS] - program[PLAYED] - d)
    tasks_in_trick = cards & program[NEEDED]
    if tasks_in_trick:
        value = _value_of_trick(
            program, work, i, seat, best, by, led, tasks_in_trick, left & ~cards, unseen, voids, gain
        )
    else:
        value = _value_of_later_cards(program, work, i, seat, best, by, led, hand, unseen, voids, gain)
    return value + _value_of_leaving(program, work, seat, card, hand, left & ~cards) * 3 // 2


@compiled
def _owner_of(program: Numbers, work: Numbers, card: int) -> int:
    """The seat that must win the card; -1 if several may."""
    if program[MUST_WIN] >> card & 1:
        return work[HOLDER + card]
    ok = program[OK + card]
    return -1 if ok & (ok - 1) else place(ok)


@compiled
def _none_of(program: Numbers, number: int) -> int:
    """The probability that another seat holds none of `count` unseen cards."""
    others = program[SEATS] - 1
    chance = _ALL
    for _ in range(number):
        chance = chance * (others - 1) // others
    return chance


@compiled
def _hidden(program: Numbers, unseen: int) -> int:
    """The cards whose holder is unknown."""
    for seat in range(program[SEATS]):
        unseen &= ~program[SHOWN + seat]
    return unseen


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
        forced = forced * (_ALL - _none_of(program, size(hidden & above))) // _ALL
    return forced


@compiled
def _can_beat(program: Numbers, seat: int, best: int, led: int, unseen: int, voids: int) -> int:
    """How likely this seat to come can beat this card, if it wants to."""
    if program[SHOWN + seat] & higher(best) & unseen and (best < 36 or led >= 36):
        return _ALL
    if best >= 36:
        return _ALL - _none_of(program, size(_hidden(program, higher(best) & unseen))) if led >= 36 else 143
    hidden = _hidden(program, suit_of(best) & unseen)
    follows, ruffs = 0, _ALL
    if voids >> 5 * seat + best // 9 & 1 == 0:
        follows = _ALL - _none_of(program, size(hidden & higher(best)))
        ruffs = 0 if program[SHOWN + seat] & suit_of(best) & unseen else _none_of(program, size(hidden))
    if program[SHOWN + seat] & _TRUMPS & unseen:
        return min(_ALL, follows + ruffs)
    return follows + ruffs * (_ALL - _none_of(program, size(_hidden(program, _TRUMPS & unseen)))) // _ALL


@compiled
def _chance_of(
    program: Numbers, owner: int, i: int, seat: int, best: int, by: int, led: int, unseen: int, voids: int
) -> int:
    """How likely the owner wins this trick, now that `i + 1` cards lie and `best` is ahead."""
    seats = program[SEATS]
    to_come = seats - 1 - i
    if owner != by and not 0 < (owner - seat) % seats <= to_come:
        return 0
    chance = _ALL
    for step in range(1, to_come + 1):
        other = (seat + step) % seats
        if other != owner:
            chance = chance * (_ALL - _must_beat(program, other, best, led, unseen, voids)) // _ALL
        elif owner != by:
            chance = chance * _can_beat(program, other, best, led, unseen, voids) // _ALL
    return chance


@compiled
def _value_of_trick(
    program: Numbers, work: Numbers, i: int, seat: int, best: int, by: int, led: int, tasks_in_trick: int, left: int,
    unseen: int, voids: int, gain: int,
) -> int:  # fmt: skip
    """Cards of tasks lie in the trick: their owner has to win it."""
    if program[ORDERED] and not in_order(program, tasks_in_trick, left):
        return -_BREAKS
    owner, number = -1, 0
    while tasks_in_trick:
        card = tasks_in_trick & -tasks_in_trick
        tasks_in_trick ^= card
        c = place(card)
        one = _owner_of(program, work, c)
        if one < 0:
            if program[OK + c] >> by & 1 == 0:
                return -_BREAKS // 2
            continue
        if owner >= 0 and one != owner:
            return -_BREAKS
        if program[MUST_WIN] >> c & 1 and best != c:
            return -_BREAKS
        owner = one
        number += 1
    if owner < 0:
        return 0
    chance = _chance_of(program, owner, i, seat, best, by, led, unseen, voids)
    return (chance * gain * number - (_ALL - chance) * _BREAKS) // _ALL


@compiled
def _value_of_later_cards(
    program: Numbers, work: Numbers, i: int, seat: int, best: int, by: int, led: int, hand: int, unseen: int,
    voids: int, gain: int,
) -> int:  # fmt: skip
    """The value of a card that has not come to the trick yet: it may still come, for the owner or against."""
    if i == program[SEATS] - 1:
        return 0
    value = 0
    rest = unseen & program[NEEDED]
    while rest:
        card = rest & -rest
        rest ^= card
        c = place(card)
        owner = _owner_of(program, work, c)
        if owner < 0 or (program[ORDERED] and program[BEFORE + c] & (unseen | hand)):
            continue
        comes = _comes(program, i, seat, c, voids)
        chance = _chance_of(program, owner, i, seat, best, by, led, unseen, voids)
        if suit_of(c) != suit_of(led):
            value += chance * gain // 5 * comes // _ALL // _ALL
            continue
        if c > best and best < 36 and owner == by:
            chance = 0
        alone = _none_of(program, size(_hidden(program, suit_of(c) & unseen)) - 1)
        value += chance * gain * comes // _ALL * 9 // 10 // _ALL
        value -= (_ALL - chance) * alone // _ALL * _BREAKS // _ALL * comes // _ALL * 7 // 10
    return value


@compiled
def _comes(program: Numbers, i: int, seat: int, card: int, voids: int) -> int:
    """How likely one of those to come holds this card."""
    seats = program[SEATS]
    may, to_come = 0, 0
    for step in range(1, seats):
        other = (seat + step) % seats
        if program[SHOWN + other] >> card & 1:
            return _ALL if step <= seats - 1 - i else 0
        if voids >> 5 * other + card // 9 & 1 == 0:
            may += 1
            to_come += step <= seats - 1 - i
    return _ALL * to_come // may if may else 0


@compiled
def _value_of_leaving(program: Numbers, work: Numbers, seat: int, card: int, hand: int, left: int) -> int:
    """The value of the card's leaving the hand, for the tasks still open."""
    value = -(card % 9) * 7 // 20 if card < 36 else -5
    suit = suit_of(card)
    rest = program[NEEDED] & left
    while rest:
        other = rest & -rest
        rest ^= other
        c = place(other)
        owner = _owner_of(program, work, c)
        if owner < 0:
            continue
        mine = hand >> c & 1
        above = size(higher(c) & hand)
        if suit_of(c) == suit:
            if mine:
                # Company, so that it is not forced out.
                value -= _last(size(suit & hand) - 1)
                if owner != seat and card > c:
                    value += 8
            elif owner == seat:
                value += -_last(above) if card > c else (17 if above == 0 and hand & _TRUMPS else 0)
            elif card > c:
                value += _DANGER + (12 if size(suit & hand) == 0 else 0)
            elif size(suit & hand & (other - 1)) == 0:
                # The last one below it, to duck with.
                value -= _TO_DUCK if size(higher(c) & hand) else 0
        elif card >= 36 and owner == seat and not mine and above == 0:
            value -= _last(size(hand & _TRUMPS))
    return value


@compiled
def _last(left_behind: int) -> int:
    """The cost of leaving only this many cards of a kind behind."""
    return _COMPANY if left_behind <= 0 else _SECOND if left_behind == 1 else 3
