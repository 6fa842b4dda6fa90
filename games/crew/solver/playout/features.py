"""Features of a turn, of each card that may be played, and of each open task, which the network sees.

A feature is true or not; a number of cards is one feature for each count. Everything is public or in the seat's hand,
but for the value for other goals than cards that have to be won: its weights look at the hand of the goal's owner. In
rounds of two the robot's seat sees the robot's covered cards.
"""

from __future__ import annotations

from typing import Final

from ..bits import higher, place, size, suit_of
from ..compiled import Numbers, compiled
from ..search.program import BEFORE, MUST_WIN, NEEDED, OK, ORDERED, PLAYED, SEATS, TRICKS
from ..search.workspace import AT, BEST, BY, CARDS, HAND, HOLDER, HOLDERS, MAY, TAKE_IT
from .chances import ALL, SHOWN, chance_seen, comes, none_of

_TRUMPS: Final = 0xF << 36

PLAYERS: Final = 0
TO_COME: Final = PLAYERS + 3
LEADS: Final = TO_COME + 5
LEFT: Final = LEADS + 2
MY_TASKS: Final = LEFT + 10
ALL_TASKS: Final = MY_TASKS + 4
TRUMPS_UNSEEN: Final = ALL_TASKS + 7
EAGER: Final = TRUMPS_UNSEEN + 5
"""Features of the turn, from `PLAYERS` on."""
RANK: Final = EAGER + 5
KIND: Final = RANK + 13
WINS: Final = KIND + 4
LENGTH: Final = WINS + 3
TRUMPS_LEFT: Final = LENGTH + 4
UNSEEN_ABOVE: Final = TRUMPS_LEFT + 4
UNSEEN_BELOW: Final = UNSEEN_ABOVE + 6
OWN_ABOVE: Final = UNSEEN_BELOW + 4
OWN_BELOW: Final = OWN_ABOVE + 3
IN_TRICK: Final = OWN_BELOW + 3
VOID_SEATS: Final = IN_TRICK + 3
GOALS_VALUE: Final = VOID_SEATS + 3
"""Features of the card, from `RANK` on."""
NO_TASK: Final = GOALS_VALUE + 7
WHERE: Final = NO_TASK + 1
ABOVE: Final = WHERE + 6
MY_ABOVE: Final = ABOVE + 5
MY_BELOW: Final = MY_ABOVE + 3
COMES: Final = MY_BELOW + 3
ORDER: Final = COMES + 4
HIDDEN_BELOW: Final = ORDER + 2
OWNED: Final = HIDDEN_BELOW + 5
OTHERS_VOID: Final = OWNED + 3
DISTANCE: Final = OTHERS_VOID + 3
OWNER_VOID: Final = DISTANCE + 6
OWNER_SHOWS: Final = OWNER_VOID + 1
MUST: Final = OWNER_SHOWS + 1
OWNER_ABOVE: Final = MUST + 1
PLACED: Final = OWNER_ABOVE + 4
"""Features of the task, from `WHERE` on."""
OWNER: Final = PLACED + 3
SUITS: Final = OWNER + 6
COMPARED: Final = SUITS + 5
CHANCE: Final = COMPARED + 4
"""Features of the card and the task, from `OWNER` on."""
FEATURES: Final = CHANCE + 9


@compiled
def owner_of(program: Numbers, work: Numbers, card: int, seat: int, played: int) -> int:
    """The seat that must win the card, as this seat knows; -1 if several or none may.

    A card that must win its trick is its holder's to win: known if it is this seat's, was shown, or lies in the trick.
    """
    if program[MUST_WIN] >> card & 1:
        holder = work[HOLDER + card]
        known = holder == seat or program[SHOWN + holder] >> card & 1 or played >> card & 1
        return holder if known else -1
    ok = program[OK + card]
    return place(ok) if ok and ok & (ok - 1) == 0 else -1


@compiled
def _level(value: int) -> int:
    """A value in seven levels; 3 is none."""
    if value == 0:
        return 3
    level = 1 if abs(value) <= 10 else 2 if abs(value) <= 40 else 3
    return 3 + level if value > 0 else 3 - level


@compiled
def _chance_level(chance: int) -> int:
    """A chance in four levels: none, less than half, more, certain."""
    return 0 if chance == 0 else 3 if chance == ALL else 1 if 2 * chance < ALL else 2


@compiled
def turn_features(program: Numbers, work: Numbers, d: int, i: int, seat: int, left: int, at: int) -> int:
    """Write the features of this seat's turn from `at` on; the place behind them."""
    seats = program[SEATS]
    unseen = left & ~work[HAND + 5 * d + seat] & ~work[CARDS + i]
    mine, whole = 0, 0
    rest = program[NEEDED] & left
    while rest:
        task = rest & -rest
        rest ^= task
        whole += 1
        mine += owner_of(program, work, place(task), seat, work[CARDS + i]) == seat
    work[at] = PLAYERS + max(seats, 3) - 3
    work[at + 1] = TO_COME + seats - 1 - i
    work[at + 2] = LEADS + (i == 0)
    work[at + 3] = LEFT + min(program[TRICKS] - program[PLAYED] - d, 10) - 1
    work[at + 4] = MY_TASKS + min(mine, 3)
    work[at + 5] = ALL_TASKS + min(whole, 6)
    work[at + 6] = TRUMPS_UNSEEN + size(unseen & _TRUMPS)
    work[at + 7] = EAGER + max(0, min(4, _level(work[TAKE_IT + seat]) - 1))
    return at + 8


@compiled
def card_features(
    program: Numbers, work: Numbers, d: int, i: int, seat: int, card: int, left: int, voids: int, goals: int, at: int
) -> int:  # fmt: skip
    """Write the features of this card from `at` on; the place behind them. `goals` is its value for other goals."""
    seats = program[SEATS]
    best, by = work[BEST + i], work[BY + i]
    if best < 0 or (card > best and (card >= 36 or card // 9 == best // 9)):
        best, by = card, seat
    cards = work[CARDS + i] | 1 << card
    hand = work[HAND + 5 * d + seat] & ~(1 << card)
    unseen = left & ~hand & ~cards
    led = card if i == 0 else work[AT]
    suit, below = suit_of(card), (1 << card) - 1
    owns = 0
    rest = program[NEEDED] & left
    while rest:
        task = rest & -rest
        rest ^= task
        owns |= owner_of(program, work, place(task), seat, cards) == by
    void_seats = 0
    for step in range(1, seats - i):
        void_seats += voids >> 5 * ((seat + step) % seats) + led // 9 & 1
    work[at] = RANK + (card % 9 if card < 36 else 9 + card - 36)
    work[at + 1] = KIND + (0 if i == 0 else 1 if card // 9 == led // 9 else 2 if card >= 36 else 3)
    work[at + 2] = WINS + (0 if by == seat else 1 if owns else 2)
    work[at + 3] = LENGTH + min(size(hand & suit), 3)
    work[at + 4] = TRUMPS_LEFT + min(size(hand & _TRUMPS), 3)
    work[at + 5] = UNSEEN_ABOVE + min(size(higher(card) & unseen), 5)
    work[at + 6] = UNSEEN_BELOW + min(size(suit & unseen & below), 3)
    work[at + 7] = OWN_ABOVE + min(size(higher(card) & hand), 2)
    work[at + 8] = OWN_BELOW + min(size(suit & hand & below), 2)
    work[at + 9] = IN_TRICK + min(size(program[NEEDED] & cards), 2)
    work[at + 10] = VOID_SEATS + min(void_seats, 2)
    work[at + 11] = GOALS_VALUE + _level(goals)
    return at + 12


@compiled
def task_features(
    program: Numbers, work: Numbers, d: int, i: int, seat: int, left: int, voids: int, task: int, at: int
) -> int:  # fmt: skip
    """Write the features of this open task from `at` on; the place behind them."""
    seats, owner = program[SEATS], owner_of(program, work, task, seat, work[CARDS + i])
    hand, cards = work[HAND + 5 * d + seat], work[CARDS + i]
    unseen = left & ~hand & ~cards
    suit, below = suit_of(task), (1 << task) - 1
    come = comes(program, work, i, seat, task)
    holder, others_void, owned = _known_holder(program, work, seat, task, unseen), 0, 0
    for other in range(seats):
        if other not in (owner, seat):
            others_void += voids >> 5 * other + task // 9 & 1
    rest = program[NEEDED] & left
    while rest:
        one = rest & -rest
        rest ^= one
        owned += owner_of(program, work, place(one), seat, cards) == owner
    work[at] = WHERE + _where(hand, cards, holder, come, task)
    work[at + 1] = ABOVE + min(size(higher(task) & unseen), 4)
    work[at + 2] = MY_ABOVE + min(size(higher(task) & hand), 2)
    work[at + 3] = MY_BELOW + min(size(suit & hand & below), 2)
    work[at + 4] = COMES + _chance_level(come)
    blocked = program[ORDERED] and program[BEFORE + task] & left & ~cards
    work[at + 5] = ORDER + (1 if blocked else 0)
    work[at + 6] = HIDDEN_BELOW + min(size(suit & unseen & below), 4)
    work[at + 7] = OWNED + max(0, min(owned, 3) - 1)
    work[at + 8] = OTHERS_VOID + min(others_void, 2)
    work[at + 9] = DISTANCE + ((owner - seat) % seats if owner >= 0 else 5)
    at += 10
    if owner >= 0 and voids >> 5 * owner + task // 9 & 1:
        work[at] = OWNER_VOID
        at += 1
    if owner >= 0 and program[SHOWN + owner] & higher(task) & unseen:
        work[at] = OWNER_SHOWS
        at += 1
    if program[MUST_WIN] >> task & 1:
        work[at] = MUST
        at += 1
    return _placed_features(program, work, seat, owner, holder, task, unseen, at)


@compiled
def _known_holder(program: Numbers, work: Numbers, seat: int, task: int, unseen: int) -> int:
    """The other seat that, as this seat knows, holds the task's card; -1 where it does not know."""
    for other in range(program[SEATS]):
        if other == seat:
            continue
        only_one = unseen >> task & 1 and work[HOLDERS + task] == 1
        if program[SHOWN + other] >> task & 1 or (only_one and work[MAY + other] >> task & 1):
            return other
    return -1


@compiled
def _where(hand: int, cards: int, holder: int, come: int, task: int) -> int:
    """Return the place of the task's card: in the trick, in this hand, in a known hand, or in an unknown one.

    In another hand it may come in this trick, or not.
    """
    if cards >> task & 1:
        return 0
    if hand >> task & 1:
        return 1
    if holder >= 0:
        return 2 if come else 3
    return 4 if come else 5


@compiled
def _placed_features(
    program: Numbers, work: Numbers, seat: int, owner: int, holder: int, task: int, unseen: int, at: int
) -> int:  # fmt: skip
    """Write how likely the task's owner holds a higher card, and what else of the suit its known holder may have."""
    suit, above = suit_of(task), higher(task)
    if owner not in (-1, seat):
        chance = ALL if program[SHOWN + owner] & above & unseen else ALL - none_of(work, owner, above & unseen)
        work[at] = OWNER_ABOVE + _chance_level(chance)
        at += 1
    if holder in (-1, seat) or unseen >> task & 1 == 0:
        return at
    may = (work[MAY + holder] | program[SHOWN + holder] & unseen) & suit & ~(1 << task)
    # Nothing else; only lower cards; only higher ones.
    kind = 0 if may == 0 else 1 if may & above == 0 else 2 if may & ~above == 0 else -1
    if kind >= 0:
        work[at] = PLACED + kind
        at += 1
    return at


@compiled
def pair_features(
    program: Numbers, work: Numbers, d: int, i: int, seat: int, card: int, left: int, voids: int, task: int, at: int
) -> int:  # fmt: skip
    """Write the features of this card for this open task from `at` on; the place behind them."""
    seats, owner = program[SEATS], owner_of(program, work, task, seat, work[CARDS + i] | 1 << card)
    best, by = work[BEST + i], work[BY + i]
    if best < 0 or (card > best and (card >= 36 or card // 9 == best // 9)):
        best, by = card, seat
    unseen = left & ~work[HAND + 5 * d + seat] & ~work[CARDS + i]
    led = card if i == 0 else work[AT]
    whose, chance = 5, 0
    if owner >= 0:
        chance = chance_seen(program, work, owner, i, seat, best, by, led, unseen, voids)
        if owner == seat:
            whose = 0 if by == seat else 1
        elif (owner - seat) % seats < seats - i:
            whose = 2
        else:
            whose = 3 if owner == by else 4
    work[at] = OWNER + whose
    work[at + 1] = SUITS + (4 if task >= 36 else 2 * (task // 9 == led // 9) + (task // 9 == card // 9))
    work[at + 2] = COMPARED + (3 if task == card else 0 if task // 9 != card // 9 else 1 if card < task else 2)
    work[at + 3] = CHANCE + (chance * 7 + ALL - 1) // ALL + (chance == ALL)
    return at + 4
