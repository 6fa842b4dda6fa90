"""Pruning by counting tricks: are there enough left for all goals?"""

from __future__ import annotations

from ..bits import size
from ..compiled import Numbers, compiled
from .program import (
    COUNT,
    EVEN,
    EXACT_ROW,
    FORBIDS,
    GOALS,
    HIGH,
    LOW,
    MOST_GOALS,
    OP,
    OWNER,
    ROW,
    SEATS,
    TABLE,
    TRICK_BY,
    TRICK_COUNT,
    TRICK_EVEN,
    TRICK_OF,
    TRICKS,
    WIDTH,
    A,
    B,
)
from .workspace import DUE, HAND, OWED, STAND, WON


@compiled
def too_few_tricks(program: Numbers, work: Numbers, d: int, rest: int, left: int) -> bool:
    """Return whether the seats together must win more tricks than are left, or one seat more than it may."""
    hands = HAND + 5 * d
    for seat in range(program[SEATS]):
        owed = work[OWED + seat]
        if owed:
            for holder in range(program[SEATS]):
                # Of one hand, every card takes a trick of its own.
                work[DUE + seat] = max(work[DUE + seat], size(owed & work[hands + holder]))
    for k in range(program[GOALS]):
        if not _is_open(program, work, d, TABLE + WIDTH * k, work[STAND + MOST_GOALS * d + k], rest):
            return True
    total = 0
    for seat in range(program[SEATS]):
        total += work[DUE + seat]
    return total > left or _may_win_no_more(program, work, d)


@compiled
def _is_open(program: Numbers, work: Numbers, d: int, goal: int, stand: int, rest: int) -> bool:
    """Return whether this goal can be reached with the cards held; notes the number of tricks that its owner needs."""
    op, owner, low = program[goal + OP], program[goal + OWNER], program[goal + LOW]
    due = 0
    if op == TRICK_COUNT:
        due = low - work[WON + 5 * d + owner]
    elif ROW <= op <= EXACT_ROW:
        due = low - stand
    elif op == COUNT:
        due = 1 if stand < low else 0
    elif TRICK_BY <= op <= TRICK_EVEN and stand == 0:
        if not _can_fit(program, work, d, goal, rest):
            return False
        due = 1
    if due > 0:
        work[DUE + owner] = max(work[DUE + owner], due)
    return True


@compiled
def _can_fit(program: Numbers, work: Numbers, d: int, goal: int, rest: int) -> bool:
    """Return whether the hands have the cards for the one trick that the goal needs."""
    op, a, b = program[goal + OP], program[goal + A], program[goal + B]
    hands = HAND + 5 * d
    mine = work[hands + program[goal + OWNER]]
    if op == TRICK_BY:
        return mine & a != 0 and (b == 0 or rest & ~mine & b != 0)
    if op == TRICK_EVEN:
        return rest & a != 0 and rest & b != 0
    least, most = 0, 0
    for seat in range(program[SEATS]):
        hand = work[hands + seat]
        if op == TRICK_OF:
            if hand & a == 0:
                return False
            continue
        low, high = 10, 0
        for rank in range(9):
            if hand & 0x8040201 << rank:
                low, high = min(low, rank + 1), rank + 1
        if high == 0:
            return False
        least += low
        most += high
    return op == TRICK_OF or (most >= program[goal + LOW] and least <= program[goal + HIGH])


@compiled
def _may_win_no_more(program: Numbers, work: Numbers, d: int) -> bool:
    """Return whether a seat must win more tricks than it may. A condition that ends with tasks counts only for them."""
    for k in range(program[GOALS]):
        goal = TABLE + WIDTH * k
        if program[goal + OP] == TRICK_COUNT:
            owner = program[goal + OWNER]
            due = work[DUE + owner]
            if program[goal + FORBIDS]:
                due = 1 if work[OWED + owner] else 0
            if due and work[WON + 5 * d + owner] + due > program[goal + HIGH]:
                return True
        elif program[goal + OP] == EVEN and program[goal + FORBIDS] == 0 and _is_uneven(program, work, d):
            return True
    return False


@compiled
def _is_uneven(program: Numbers, work: Numbers, d: int) -> bool:
    """Return whether a seat must win more than an even share of all tricks."""
    seats = program[SEATS]
    most = (program[TRICKS] + seats - 1) // seats
    expected = 0
    for seat in range(seats):
        expected = max(expected, work[WON + 5 * d + seat] + work[DUE + seat])
    return expected > most
