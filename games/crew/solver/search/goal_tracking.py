"""Progress of goals that cards alone do not show: one number for each, which the kernel moves on after every trick."""

from __future__ import annotations

from ..bits import size
from ..compiled import Numbers, compiled
from .program import (
    ANY_OF,
    BALANCE_MORE,
    COUNT,
    EQUAL,
    EVEN,
    EXACT_ROW,
    FEWER,
    HIGH,
    LOW,
    MORE,
    NEVER_ROW,
    NEVER_WIN,
    OP,
    OWNER,
    ROW,
    SEATS,
    SPREAD,
    TRICK_BY,
    TRICK_COUNT,
    TRICK_EVEN,
    TRICK_OF,
    WIDTH,
    WINNING,
    A,
    B,
)

FAILED = 0
OPEN = 1
"""Neither failed nor fulfilled for good."""
FULFILLED = 2
TRUMPS = 0xF << 36


@compiled
def advance(
    program: Numbers,
    goal: int,
    was: int,
    trick: int,
    winner: int,
    best: int,
    rest: int,
    left: int,
    wins: Numbers,
    w: int,
) -> int:
    """The goal (at this place of the program) after a trick: four times its number, plus its status.

    `was` is its number before; `trick` the cards of the trick, `best` the set of the winning one, `rest` the unplayed
    cards, `left` the number of tricks left; `wins` has the tricks won from place `w` on, this one included.
    """
    op = program[goal + OP]
    if op <= NEVER_ROW:
        return _of_numbers(program, goal, was, trick, winner, rest, left, wins, w)
    if op <= SPREAD:
        return _of_comparison(program, goal, was, trick, winner, left, wins, w)
    if op <= TRICK_EVEN:
        return _of_one_trick(program, goal, was, trick, winner, best, rest, left)
    return _of_cards(program, goal, was, trick, winner, best, rest, left)


@compiled
def _of_numbers(
    program: Numbers, goal: int, was: int, trick: int, winner: int, rest: int, left: int, wins: Numbers, w: int
) -> int:
    op, owner, low, high = program[goal + OP], program[goal + OWNER], program[goal + LOW], program[goal + HIGH]
    mine = winner == owner
    now = was
    if op == COUNT:
        if mine:
            now += size(trick & program[goal + A])
        more = size(rest & program[goal + A]) if left > 0 else 0
        return _between(now, now + more, low, high)
    if op == TRICK_COUNT:
        return _between(wins[w + owner], wins[w + owner] + left, low, high) & 3
    if op == ROW:
        if was >= low:
            return was * 4 + FULFILLED
        now = was + 1 if mine else 0
        if now >= low:
            return low * 4 + FULFILLED
        return now * 4 + (OPEN if now + left >= low else FAILED)
    if op == EXACT_ROW:
        if mine:
            now += 1
        elif 0 < was < low:
            return FAILED
        if now > low or now + left < low:
            return FAILED
        return now * 4 + (OPEN if left > 0 else FULFILLED)
    now = was + 1 if mine else 0
    if now >= low:
        return FAILED
    return now * 4 + (OPEN if left > 0 else FULFILLED)


@compiled
def _between(now: int, most: int, low: int, high: int) -> int:
    """A count that can still end between `now` and `most`. Counts beyond the need are equal."""
    if now > high or most < low:
        return FAILED
    if now >= low and most <= high:
        return low * 4 + FULFILLED
    return (low if now > low and high >= 40 else now) * 4 + OPEN


@compiled
def _of_comparison(
    program: Numbers, goal: int, was: int, trick: int, winner: int, left: int, wins: Numbers, w: int
) -> int:
    op, mine = program[goal + OP], wins[w + program[goal + OWNER]]
    if op <= EQUAL:
        other = wins[w + program[goal + LOW]]
        possible = (
            mine + left > other if op == MORE else mine < other + left if op == FEWER else abs(mine - other) <= left
        )
        if not possible:
            return FAILED
        return OPEN if left > 0 else FULFILLED
    seats = program[SEATS]
    if op == SPREAD:
        now = was + (size(trick & program[goal + A]) << 3 * winner)
        most, fewest = 0, 7
        for seat in range(seats):
            most = max(most, now >> 3 * seat & 7)
            fewest = min(fewest, now >> 3 * seat & 7)
        return now * 4 + (FAILED if most - fewest >= 2 else OPEN if left > 0 else FULFILLED)
    most, fewest = 0, 40
    ahead = was - 1 if was else winner
    for seat in range(seats):
        if op == EVEN or seat != ahead:
            most = max(most, wins[w + seat])
        fewest = min(fewest, wins[w + seat])
    if op == EVEN:
        return FAILED if most - fewest >= 2 else OPEN if left > 0 else FULFILLED
    if wins[w + ahead] <= most:
        return FAILED
    return (ahead + 1) * 4 + (OPEN if left > 0 else FULFILLED)


@compiled
def _of_one_trick(
    program: Numbers, goal: int, was: int, trick: int, winner: int, best: int, rest: int, left: int
) -> int:
    if was:
        return 4 + FULFILLED
    owner = program[goal + OWNER]
    if winner == owner and _fits(program, goal, trick, best):
        return 4 + FULFILLED
    if left == 0:
        return FAILED
    op = program[goal + OP]
    if op == TRICK_BY:
        captured = program[goal + B]
        if rest & program[goal + A] == 0 or (captured != 0 and rest & captured == 0):
            return FAILED
    elif op == TRICK_OF and size(rest & program[goal + A]) < program[SEATS]:
        return FAILED
    return OPEN


@compiled
def _fits(program: Numbers, goal: int, trick: int, best: int) -> bool:
    op, a, b = program[goal + OP], program[goal + A], program[goal + B]
    if op == TRICK_BY:
        return best & a != 0 and (b == 0 or trick & b & ~best != 0)
    if op == TRICK_OF:
        return trick & ~a == 0
    if op == TRICK_EVEN:
        return trick & a != 0 and size(trick & a) == size(trick & b)
    if trick & TRUMPS:
        return False
    total = 0
    for rank in range(9):
        total += (rank + 1) * size(trick & (0x8040201 << rank))
    return program[goal + LOW] <= total <= program[goal + HIGH]


@compiled
def _of_cards(program: Numbers, goal: int, was: int, trick: int, winner: int, best: int, rest: int, left: int) -> int:
    op, a, b = program[goal + OP], program[goal + A], program[goal + B]
    mine = winner == program[goal + OWNER]
    if op == WINNING:
        now = was + (1 if best & a else 0)
        if now >= program[goal + LOW]:
            return program[goal + LOW] * 4 + FULFILLED
        more = min(size(rest & a), left)
        return now * 4 + (OPEN if now + more >= program[goal + LOW] else FAILED)
    if op == NEVER_WIN:
        won = best & a and b >> winner & 1
        return FAILED if won else OPEN if left > 0 else FULFILLED
    if op == ANY_OF:
        return _any_of(program, goal, was, trick, mine, rest, left)
    one, other = was & 15, was >> 4
    if mine:
        one += size(trick & a)
        other += size(trick & b)
    most, other_most = one, other
    if left > 0:
        most += size(rest & a)
        other_most += size(rest & b)
    possible = most > other if op == BALANCE_MORE else max(one, other, 1) <= min(most, other_most)
    if not possible or (left == 0 and (one <= other if op == BALANCE_MORE else one != other or one == 0)):
        return FAILED
    return (one | other << 4) * 4 + (OPEN if left > 0 else FULFILLED)


@compiled
def _any_of(program: Numbers, goal: int, was: int, trick: int, mine: bool, rest: int, left: int) -> int:
    """`was` has a bit for each set that is whole so far."""
    now = was
    won = False
    for k in range(4):
        cards = program[goal + WIDTH * (1 + k // 2) + (B if k % 2 else A)]
        if was >> k & 1 == 0:
            continue
        if trick & cards and not mine:
            now &= ~(1 << k)
        elif rest & cards == 0:
            won = True
    if won:
        return now * 4 + FULFILLED
    return now * 4 + (OPEN if now and left > 0 else FAILED)
