"""Chances as a seat sees them that knows its own hand, the cards played, and what is public about the other hands.

All partners help: a player who can duck under the task's owner does. So only players who cannot duck endanger the
trick, and the probability of that depends on which higher and lower cards they may hold. Probabilities are in
thousandths.
"""

from __future__ import annotations

from typing import Final

from ..bits import higher, place, suit_of
from ..compiled import Numbers, compiled
from ..search.program import SEATS, SIZE
from ..search.workspace import CHANCES, HOLDERS, MAY

VOIDS: Final = SIZE
"""Places behind the program: the suits in which each seat is known to be void, five bits a seat."""
SHOWN: Final = SIZE + 1
"""The cards that all players know each seat holds."""
EXCLUDED: Final = SIZE + 6
"""The cards that each seat's signals exclude."""
LATER: Final = SIZE + 11
"""One more than the seat that signals after the first trick of a playout; 0 for none."""
WORDS: Final = SIZE + 12
"""Whether that signal says what its card is."""
WORTH: Final = SIZE + 13
"""For each kind of signal (highest, lowest, only) and colour card the worth of that signal; 0 if below a token's."""
KIND_COUNT: Final = 3
COLOUR_CARD_COUNT: Final = 36
ROOM: Final = WORTH + KIND_COUNT * COLOUR_CARD_COUNT
"""The size of a program with these facts."""

ALL: Final = 1000
_TRUMPS: Final = 0xF << 36
_RUFFS: Final = 143
"""The chance that a player wants to, and can, beat a trump."""


@compiled
def see_hands(program: Numbers, work: Numbers, seat: int, unseen: int, voids: int) -> int:
    """Work out who may hold each unseen card, as far as this seat knows.

    Returns the known voids, and those of seats whose signals exclude the rest of a suit.
    """
    hidden = unseen
    for other in range(program[SEATS]):
        hidden &= ~program[SHOWN + other]
    rest = hidden
    while rest:
        work[HOLDERS + place(rest & -rest)] = 0
        rest &= rest - 1
    for other in range(program[SEATS]):
        if other == seat:
            continue
        may = hidden & ~program[EXCLUDED + other]
        for suit in range(5):
            cards = 0x1FF << 9 * suit
            if voids >> 5 * other + suit & 1:
                may &= ~cards
            elif (may | program[SHOWN + other] & unseen) & cards == 0:
                voids |= 1 << 5 * other + suit
        work[MAY + other] = may
        while may:
            work[HOLDERS + place(may & -may)] += 1
            may &= may - 1
    return voids


@compiled
def chance_seen(
    program: Numbers, work: Numbers, owner: int, i: int, seat: int, best: int, by: int, led: int, unseen: int,
    voids: int,
) -> int:  # fmt: skip
    """`chance_of`, worked out once for each card and owner."""
    if work[CHANCES + owner] < 0:
        work[CHANCES + owner] = chance_of(program, work, owner, i, seat, best, by, led, unseen, voids)
    return work[CHANCES + owner]


@compiled
def forget_chances(work: Numbers) -> None:
    """Another card is looked at."""
    for seat in range(5):
        work[CHANCES + seat] = -1


@compiled
def chance_of(
    program: Numbers, work: Numbers, owner: int, i: int, seat: int, best: int, by: int, led: int, unseen: int,
    voids: int,
) -> int:  # fmt: skip
    """Return the chance that the owner wins this trick, now that `i + 1` cards lie and `best` is ahead."""
    seats = program[SEATS]
    to_come = seats - 1 - i
    if owner != by and not 0 < (owner - seat) % seats <= to_come:
        return 0
    chance = ALL
    for step in range(1, to_come + 1):
        other = (seat + step) % seats
        if other != owner:
            chance = chance * (ALL - _must_beat(program, work, other, best, led, unseen, voids)) // ALL
        elif owner != by:
            chance = chance * _can_beat(program, work, other, best, led, unseen, voids) // ALL
    return chance


@compiled
def comes(program: Numbers, work: Numbers, i: int, seat: int, card: int) -> int:
    """Return the chance that one of the seats to come holds this card."""
    seats = program[SEATS]
    may, to_come = 0, 0
    for step in range(1, seats):
        other = (seat + step) % seats
        if program[SHOWN + other] >> card & 1:
            return ALL if step <= seats - 1 - i else 0
        if work[MAY + other] >> card & 1:
            may += 1
            to_come += step <= seats - 1 - i
    return ALL * to_come // may if may else 0


@compiled
def _must_beat(program: Numbers, work: Numbers, seat: int, best: int, led: int, unseen: int, voids: int) -> int:
    """Return the chance that this seat must beat this card: it holds higher ones of the suit led, and none below."""
    if best >= 36 > led or voids >> 5 * seat + best // 9 & 1:
        return 0
    suit, above = suit_of(best) & unseen, higher(best) & unseen
    if above == 0 or program[SHOWN + seat] & suit & ~above:
        return 0
    forced = none_of(work, seat, suit & ~above)
    if program[SHOWN + seat] & above == 0:
        forced = forced * (ALL - none_of(work, seat, above)) // ALL
    return forced


@compiled
def _can_beat(program: Numbers, work: Numbers, seat: int, best: int, led: int, unseen: int, voids: int) -> int:
    """Return the chance that this seat to come can beat this card, if it wants to."""
    if program[SHOWN + seat] & higher(best) & unseen and (best < 36 or led >= 36):
        return ALL
    if best >= 36:
        return ALL - none_of(work, seat, higher(best) & unseen) if led >= 36 else _RUFFS
    follows, ruffs = 0, ALL
    if voids >> 5 * seat + best // 9 & 1 == 0:
        follows = ALL - none_of(work, seat, higher(best) & unseen)
        ruffs = 0 if program[SHOWN + seat] & suit_of(best) & unseen else none_of(work, seat, suit_of(best) & unseen)
    if program[SHOWN + seat] & _TRUMPS & unseen:
        return min(ALL, follows + ruffs)
    return follows + ruffs * (ALL - none_of(work, seat, _TRUMPS & unseen)) // ALL


@compiled
def none_of(work: Numbers, seat: int, cards: int) -> int:
    """The probability that this seat holds none of these unseen cards.

    Each card is as likely with one seat that may hold it as with another; the sizes of hands are left out.
    """
    chance = ALL
    cards &= work[MAY + seat]
    while cards:
        holders = work[HOLDERS + place(cards & -cards)]
        chance = chance * (holders - 1) // holders
        cards &= cards - 1
    return chance
