"""Features of each open goal that is not a card to be won: numbers of tricks, rows, sums, forbidden cards.

It sees the goal once for a turn, and once beside each card that may be played. Everything is public or in the seat's
hand, but for a secret prediction: the other seats see the number that they expect in its place.
Cards that a seat may not lead are no goal here: they are no options.
"""

from __future__ import annotations

from typing import Final

from ..bits import higher, place, size
from ..compiled import Numbers, compiled
from ..goals.kinds import MOST
from ..search.program import (
    AHEAD,
    ALLOWED,
    ANY_OF,
    BALANCE_EQUAL,
    BALANCE_MORE,
    COUNT,
    EQUAL,
    EVEN,
    GOALS,
    HIGH,
    LOW,
    MORE,
    NEEDED,
    NEVER_ROW,
    NEVER_WIN,
    OK,
    OP,
    OWNER,
    PLAYED,
    ROW,
    SEATS,
    SPREAD,
    TABLE,
    TRICK_BY,
    TRICK_COUNT,
    TRICK_EVEN,
    TRICK_SUM,
    TRICKS,
    WIDTH,
    WINNING,
    A,
    B,
)
from ..search.workspace import (
    AT,
    BEST,
    BY,
    CARDS,
    FORBIDDEN,
    GOAL_LIST,
    HAND,
    MOST_GOALS_SEEN,
    STAND,
    STRENGTH,
    WON,
)
from .chances import ALL, chance_seen
from .features import FEATURES

_TRUMPS: Final = 0xF << 36
_UNLIMITED: Final = MOST - 9
"""A goal without a limit may still win so many: `MOST` less the cards it has won."""

LEAVE: Final = 21
"""Cards that a seat may not win."""
WIN_THIS: Final = 22
"""A seat has to win this trick; with `NOT_THIS`, it may not."""
NOT_THIS: Final = 23
WIN_LATER: Final = 24
"""A seat has to win later tricks; with `NOT_LATER`, it may not."""
NOT_LATER: Final = 25
_KINDS: Final = 26

G_OP, G_OWNER, G_OTHER, G_A, G_B, G_NEED, G_ROOM, G_LEAD, G_PLACE = range(9)
"""An open goal in the list: its kind, whose it is, whom it compares, its cards, how much it needs and may have, the
lead, and its place in the program, or 0.

A goal of all seats is listed as that of the seat in turn. `NEVER_ROW` needs the tricks until it fails, `SPREAD` the
cards that the seat has won, and the room of later tricks is the number of tricks before the first of them.
"""
GOAL_WIDTH: Final = 9
_NOBODY: Final = -1

KIND: Final = FEATURES + 2
"""The first feature, behind the rows of the bias and the output; two of each kind, for another's and the seat's own."""
WHO: Final = KIND + 2 * _KINDS
NEED: Final = WHO + 6
ROOM: Final = NEED + 7
LEAD: Final = ROOM + 8
OTHER: Final = LEAD + 8
MINE: Final = OTHER + 6
UNSEEN: Final = MINE + 6
MINE_TOO: Final = UNSEEN + 8
HAND_STRENGTH: Final = MINE_TOO + 4
"""Features of the turn, from `KIND` on."""
WINNER: Final = HAND_STRENGTH + 8
CHANCE: Final = WINNER + 5
OTHERS_CHANCE: Final = CHANCE + 9
IN_TRICK: Final = OTHERS_CHANCE + 4
IN_TRICK_TOO: Final = IN_TRICK + 4
CARD: Final = IN_TRICK_TOO + 3
BEST_FITS: Final = CARD + 3
ALL_FIT: Final = BEST_FITS + 2
SUM: Final = ALL_FIT + 2
"""Features of the card and the goal, from `WINNER` on."""
GOAL_FEATURES: Final = SUM + 4


@compiled
def list_goals(program: Numbers, work: Numbers, d: int, seat: int, left: int) -> int:
    """List the open goals at `GOAL_LIST`, and note the strength of the seat's hand; the number of goals."""
    work[STRENGTH] = _strength(work[HAND + 5 * d + seat], left & ~work[HAND + 5 * d + seat])
    n = 0
    for k in range(program[GOALS]):
        goal, stand = TABLE + WIDTH * k, work[STAND + 24 * d + k]
        if program[goal + OP] and not _is_settled(program, work, d, goal, stand, left):
            n = _list_goal(program, work, d, seat, goal, stand, n)
    _see_forbidden_cards(program, work, left)
    for other in range(program[SEATS]):
        if work[FORBIDDEN + other]:
            n = _list(work, n, LEAVE, other, _NOBODY, work[FORBIDDEN + other], 0, 0, 7, 4, 0)
        n = _list_tricks(program, work, d, other, n)
    return n


@compiled
def _strength(mine: int, elsewhere: int) -> int:
    """About how many tricks these cards win by themselves, in steps of six tenths."""
    total, cards = 0, mine
    while cards:
        card = place(cards & -cards)
        cards &= cards - 1
        above = size(higher(card) & elsewhere)
        total += max(0, 100 - 22 * above) if card >= 36 else 70 >> above
    return min(total // 60, 7)


@compiled
def _is_settled(program: Numbers, work: Numbers, d: int, goal: int, stand: int, left: int) -> bool:
    """Return whether the goal is fulfilled for good; a count without room is listed as cards to leave."""
    op, low, high = program[goal + OP], program[goal + LOW], program[goal + HIGH]
    if op == COUNT:
        return high == 0 or (stand >= low and (high >= _UNLIMITED or program[goal + A] & left == 0))
    if op == TRICK_COUNT:
        return high >= _UNLIMITED and work[WON + 5 * d + program[goal + OWNER]] >= low
    if op in (ROW, WINNING):
        return stand >= low
    return TRICK_BY <= op <= TRICK_EVEN and stand != 0


@compiled
def _list(
    work: Numbers, n: int, op: int, owner: int, other: int, a: int, b: int, need: int, room: int, lead: int, goal: int
) -> int:  # fmt: skip
    """List a goal as the n-th, if there is room; the number of goals."""
    if n == MOST_GOALS_SEEN:
        return n
    at = GOAL_LIST + GOAL_WIDTH * n
    work[at + G_OP], work[at + G_OWNER], work[at + G_OTHER] = op, owner, other
    work[at + G_A], work[at + G_B], work[at + G_PLACE] = a, b, goal
    work[at + G_NEED] = max(0, min(need, 6))
    work[at + G_ROOM] = max(0, min(room, 7))
    work[at + G_LEAD] = max(-3, min(lead, 3)) + 3
    return n + 1


@compiled
def _list_goal(program: Numbers, work: Numbers, d: int, seat: int, goal: int, stand: int, n: int) -> int:
    """List a goal of the program's table."""
    op, owner, other = program[goal + OP], program[goal + OWNER], _NOBODY
    a, b, low, high = program[goal + A], program[goal + B], program[goal + LOW], program[goal + HIGH]
    need, room, lead, won = 0, 7, 4, WON + 5 * d
    if op == COUNT:
        need, room = low - stand, high - stand if high < _UNLIMITED else 7
    elif op == TRICK_COUNT:
        need, room = low - work[won + owner], high - work[won + owner] if high < _UNLIMITED else 7
    elif op <= NEVER_ROW:
        need = low - stand
    elif op <= EQUAL:
        other, lead = low, work[won + owner] - work[won + low]
    elif op == AHEAD:
        owner = stand - 1
        lead = work[won + owner] - _most_tricks(program, work, d, owner) if stand else 0
    elif op == EVEN:
        owner, lead = seat, work[won + seat] - _fewest_tricks(program, work, d)
    elif op == SPREAD:
        owner, need = seat, stand >> 3 * seat & 7
    elif op == WINNING:
        owner, need = _NOBODY, low - stand
    elif op == NEVER_WIN:
        owner = seat if b >> seat & 1 else place(b & -b)
        b = 0
    elif op == ANY_OF:
        a, b = _sets_left(program, goal, stand), 0
    elif op in (BALANCE_MORE, BALANCE_EQUAL):
        lead = (stand & 15) - (stand >> 4)
    return _list(work, n, op, owner, other, a, b, need, room, lead, goal)


@compiled
def _most_tricks(program: Numbers, work: Numbers, d: int, ahead: int) -> int:
    most = 0
    for seat in range(program[SEATS]):
        if seat != ahead:
            most = max(most, work[WON + 5 * d + seat])
    return most


@compiled
def _fewest_tricks(program: Numbers, work: Numbers, d: int) -> int:
    fewest = 40
    for seat in range(program[SEATS]):
        fewest = min(fewest, work[WON + 5 * d + seat])
    return fewest


@compiled
def _sets_left(program: Numbers, goal: int, stand: int) -> int:
    """The cards of all sets that the owner can still win."""
    cards = 0
    for k in range(4):
        if stand >> k & 1:
            cards |= program[goal + WIDTH * (1 + k // 2) + (B if k % 2 else A)]
    return cards


@compiled
def _see_forbidden_cards(program: Numbers, work: Numbers, left: int) -> None:
    """Note for each seat the cards left that it may not win, those apart that others have to."""
    seats = program[SEATS]
    for seat in range(seats):
        work[FORBIDDEN + seat] = 0
    everyone, rest = (1 << seats) - 1, left & ~program[NEEDED]
    while rest:
        card = rest & -rest
        rest ^= card
        barred = everyone & ~program[OK + place(card)]
        while barred:
            work[FORBIDDEN + place(barred & -barred)] |= card
            barred &= barred - 1


@compiled
def _list_tricks(program: Numbers, work: Numbers, d: int, seat: int, n: int) -> int:
    """List that this seat has to win this trick or later ones, or may not."""
    this = program[PLAYED] + d
    must, must_from, barred, barred_from = 0, 0, 0, 0
    for trick in range(program[TRICKS] - 1, this, -1):
        allowed = program[ALLOWED + trick]
        if allowed == 1 << seat:
            must, must_from = must + 1, trick - this - 1
        elif _is_barred(allowed, seat):
            barred, barred_from = barred + 1, trick - this - 1
    allowed = program[ALLOWED + this]
    if allowed == 1 << seat:
        n = _list(work, n, WIN_THIS, seat, _NOBODY, 0, 0, 0, 7, 4, 0)
    elif _is_barred(allowed, seat):
        n = _list(work, n, NOT_THIS, seat, _NOBODY, 0, 0, 0, 7, 4, 0)
    if must:
        n = _list(work, n, WIN_LATER, seat, _NOBODY, 0, 0, must, min(must_from, 6), 4, 0)
    if barred:
        n = _list(work, n, NOT_LATER, seat, _NOBODY, 0, 0, barred, min(barred_from, 6), 4, 0)
    return n


@compiled
def _is_barred(allowed: int, seat: int) -> bool:
    """Return whether this seat may not win, and several others may: where only one may, that is its goal."""
    return allowed >> seat & 1 == 0 and allowed & (allowed - 1) != 0


@compiled
def goal_features(
    program: Numbers, work: Numbers, d: int, i: int, seat: int, left: int, n: int, at: int
) -> int:  # fmt: skip
    """Write the features of the n-th listed goal in this turn from `at` on; the place behind them."""
    goal, seats = GOAL_LIST + GOAL_WIDTH * n, program[SEATS]
    owner, other = work[goal + G_OWNER], work[goal + G_OTHER]
    hand = work[HAND + 5 * d + seat]
    unseen = left & ~hand & ~work[CARDS + i]
    work[at] = KIND + 2 * work[goal + G_OP] + (owner == seat)
    work[at + 1] = WHO + ((owner - seat) % seats if owner >= 0 else 5)
    work[at + 2] = NEED + work[goal + G_NEED]
    work[at + 3] = ROOM + work[goal + G_ROOM]
    work[at + 4] = LEAD + (work[goal + G_LEAD] if _compares(work[goal + G_OP]) else 7)
    work[at + 5] = OTHER + ((other - seat) % seats if other >= 0 else 5)
    work[at + 6] = MINE + min(size(work[goal + G_A] & hand), 5)
    work[at + 7] = UNSEEN + min(size(work[goal + G_A] & unseen), 7)
    work[at + 8] = MINE_TOO + min(size(work[goal + G_B] & hand), 3)
    work[at + 9] = HAND_STRENGTH + work[STRENGTH]
    return at + 10


@compiled
def _compares(op: int) -> bool:
    """Return whether a goal of this kind depends on who has more."""
    return MORE <= op <= EQUAL or op in (AHEAD, EVEN, BALANCE_EQUAL, BALANCE_MORE)


@compiled
def goal_pair_features(
    program: Numbers, work: Numbers, d: int, i: int, seat: int, card: int, left: int, voids: int, n: int, at: int
) -> int:  # fmt: skip
    """Write the features of this card for the n-th listed goal from `at` on; the place behind them."""
    goal, seats = GOAL_LIST + GOAL_WIDTH * n, program[SEATS]
    owner, other, a, b = work[goal + G_OWNER], work[goal + G_OTHER], work[goal + G_A], work[goal + G_B]
    best, by = work[BEST + i], work[BY + i]
    if best < 0 or (card > best and (card >= 36 or card // 9 == best // 9)):
        best, by = card, seat
    unseen = left & ~work[HAND + 5 * d + seat] & ~work[CARDS + i]
    led = card if i == 0 else work[AT]
    cards = work[CARDS + i] | 1 << card
    chance, others_chance = 0, 0
    if owner >= 0:
        chance = chance_seen(program, work, owner, i, seat, best, by, led, unseen, voids)
    if other >= 0:
        others_chance = chance_seen(program, work, other, i, seat, best, by, led, unseen, voids)
    to_come = owner >= 0 and 0 < (owner - seat) % seats < seats - i
    work[at] = WINNER + (0 if by == owner else 1 if by == other else (2 if by == seat else 3) if to_come else 4)
    work[at + 1] = CHANCE + (chance * 7 + ALL - 1) // ALL + (chance == ALL)
    work[at + 2] = OTHERS_CHANCE + (others_chance * 2 + ALL - 1) // ALL + (others_chance == ALL)
    work[at + 3] = IN_TRICK + min(size(a & cards), 3)
    work[at + 4] = IN_TRICK_TOO + min(size(b & cards), 2)
    work[at + 5] = CARD + (1 if a >> card & 1 else 2 if b >> card & 1 else 0)
    work[at + 6] = BEST_FITS + (a >> best & 1)
    work[at + 7] = ALL_FIT + (cards & ~a == 0)
    work[at + 8] = SUM + _sum_level(program, work, goal, cards, seats - 1 - i)
    return at + 9


@compiled
def _sum_level(program: Numbers, work: Numbers, goal: int, cards: int, to_come: int) -> int:
    """Return 1 to 3 if the sum of a trick will probably be too low, right or too high; 0 where no sum counts."""
    if work[goal + G_OP] != TRICK_SUM or cards & _TRUMPS:
        return 0
    total = 5 * to_come
    for rank in range(9):
        total += (rank + 1) * size(cards & (0x8040201 << rank))
    low, high = program[work[goal + G_PLACE] + LOW], program[work[goal + G_PLACE] + HIGH]
    return 1 if total < low else 3 if total > high else 2
