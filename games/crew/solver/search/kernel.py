"""Depth-first search over whole tricks. No opponent plays against the crew, so the first winning line ends the search.

A node is a position between two tricks. The transposition table holds every position visited, in a canonical form (see
`tricks.py`): a visited position has failed, or the search would be over. The code reads and writes `Numbers` only, so
it runs compiled and plain.
"""

from __future__ import annotations

from ..bits import place, size
from ..compiled import Numbers, compiled
from .goal_tracking import FAILED, FULFILLED, OPEN, advance
from .move_ordering import weigh
from .program import (
    BEFORE,
    DONE_BEFORE,
    EARLY,
    FORBIDS,
    GOALS,
    MOST_GOALS,
    MOST_ROOM,
    NEEDED,
    OP,
    ORDERED,
    PLACE,
    PLAYED,
    PLAYS,
    ROOM,
    SEATS,
    START,
    TABLE,
    TASKS,
    TRICKS,
    WATCHED,
    WIDTH,
    WINS,
)
from .pruning import is_hopeless
from .tricks import find_canonical_sets, index_cards, list_tricks, next_trick
from .workspace import CANON, CHILDREN, CUT, DEPTH, HAND, KEYS, LEAD, LINE, NEXT, NODES, ROUND, STAND, WON

WIN, LOSS, OUT_OF_NODES = 1, 0, 2
_PROBES = 8
_FIRST_ROUND, _LAST_ROUND = 100, 20_000
"""Nodes before the first restart with another move order, and before the last restart.

Most wins are near the root, and one early choice may hide them. Failed positions stay in the table.
"""
_FORGOTTEN = 32
"""The first nodes are not remembered: most positions are won before, and the canonical forms take their time."""


@compiled
def search(program: Numbers, work: Numbers, memo: Numbers, stamp: int, nodes: int) -> int:
    """WIN (the line is then in `work`), LOSS or OUT_OF_NODES.

    `memo` has four numbers for each of its 2^k entries; `stamp` must be new for each search with the same `memo`.
    """
    open_position(program, work)
    work[NODES], work[ROUND] = 0, 0
    if program[PLAYS] == 0 and is_hopeless(
        program, work, 0, cards_left(program, work), program[TRICKS] - program[PLAYED]
    ):
        return LOSS
    weigh(program, work, 0)
    list_tricks(program, work, 0)
    remembers = False
    pause = _FIRST_ROUND
    d = 0
    while True:
        if work[NODES] >= pause:
            forget_path(program, work, memo, stamp, d)
            work[ROUND] += 1
            pause += _FIRST_ROUND * luby(work[ROUND]) if pause < _LAST_ROUND else nodes
            d = 0
            weigh(program, work, 0)
            list_tricks(program, work, 0)
        if work[NEXT + d] >= work[CHILDREN + d]:
            if d == 0:
                return OUT_OF_NODES if work[CUT] else LOSS
            d -= 1
            continue
        if work[NODES] >= nodes:
            return OUT_OF_NODES
        work[NODES] += 1
        trick = next_trick(work, d)
        status = play_trick(program, work, d, trick)
        if status == FAILED:
            continue
        work[LINE + d] = trick
        if status == FULFILLED:
            work[DEPTH] = d + 1
            return WIN
        if work[NODES] >= _FORGOTTEN:
            if not remembers:
                find_canonical_sets(work)
                remembers = True
            if seen_before(program, work, memo, stamp, d + 1):
                continue
        d += 1
        weigh(program, work, d)
        list_tricks(program, work, d)


@compiled
def luby(number: int) -> int:
    """The Luby sequence 1, 1, 2, 1, 1, 2, 4, …: the number of nodes before each restart."""
    size_of = 1
    while size_of < number + 1:
        size_of = 2 * size_of + 1
    number += 1
    while size_of != number:
        size_of = (size_of - 1) // 2
        if number > size_of:
            number -= size_of
    return (size_of + 1) // 2


@compiled
def forget_path(program: Numbers, work: Numbers, memo: Numbers, stamp: int, d: int) -> None:
    """Remove the positions on the path to depth `d` from the table: they have not failed yet."""
    entries = len(memo) // 4
    for depth in range(1, d + 1):
        _key(program, work, depth)
        slot = slot_of(work, entries)
        for probe in range(_PROBES):
            at = 4 * ((slot + probe) & (entries - 1))
            if memo[at + 3] != stamp:
                break
            if memo[at] == work[KEYS] and memo[at + 1] == work[KEYS + 1] and memo[at + 2] == work[KEYS + 2]:
                memo[at] = -1
                break


@compiled
def slot_of(work: Numbers, entries: int) -> int:
    """Return the slot of the memory for the position whose key was just made."""
    one, two, three = work[KEYS], work[KEYS + 1], work[KEYS + 2]
    mixed = (one * 0x2545F4914F6CDD1D + two * 0x1B873593CC9E2D51 + three * 0x369DEA0F31A53F85) & 0x3FFFFFFFFFFFFFFF
    return (mixed >> 20) & (entries - 1)


@compiled
def open_position(program: Numbers, work: Numbers) -> None:
    """Set up depth 0: the position of the question."""
    work[CUT] = 0
    index_cards(program, work)
    for seat in range(5):
        work[WON + seat] = program[WINS + seat]
    for k in range(program[GOALS]):
        work[STAND + k] = program[TABLE + WIDTH * k + START]


@compiled
def cards_left(program: Numbers, work: Numbers) -> int:
    """All cards in the hands at depth 0."""
    cards = 0
    for seat in range(program[SEATS]):
        cards |= work[HAND + seat]
    return cards


@compiled
def play_trick(program: Numbers, work: Numbers, d: int, trick: int) -> int:
    """Play this trick at depth `d`. The position after it is stored at depth `d + 1`, unless it fails."""
    seats = program[SEATS]
    winner = trick >> 30
    cards = 0
    for i in range(seats):
        cards |= 1 << (trick >> 6 * i & 63)
    rest = 0
    here, there = HAND + 5 * d, HAND + 5 * d + 5
    for seat in range(seats):
        work[there + seat] = work[here + seat] & ~cards
        rest |= work[there + seat]
        work[WON + 5 * d + 5 + seat] = work[WON + 5 * d + seat]
    work[LEAD + d + 1] = winner
    work[WON + 5 * d + 5 + winner] += 1
    left = program[TRICKS] - program[PLAYED] - d - 1
    needed = program[NEEDED] & rest
    if left == 0 and needed:
        return FAILED
    if program[ORDERED] and cards & program[TASKS] and not in_order(program, cards, rest):
        return FAILED
    status = judge(program, work, d, trick, cards, rest, left)
    if status == FULFILLED and (left == 0 or (program[EARLY] and needed == 0)):
        return FULFILLED
    return FAILED if status == FAILED or is_hopeless(program, work, d + 1, rest, left) else OPEN


@compiled
def judge(program: Numbers, work: Numbers, d: int, trick: int, cards: int, rest: int, left: int) -> int:
    """Move all goals on. FULFILLED if each of them is, those that only forbid aside."""
    winner = trick >> 30
    best = winning_card(trick, program[SEATS])
    status = FULFILLED
    for k in range(program[GOALS]):
        goal = TABLE + WIDTH * k
        if program[goal + OP] == 0:
            continue
        now = advance(
            program, goal, work[STAND + MOST_GOALS * d + k], cards, winner, best, rest, left, work, WON + 5 * d + 5
        )
        work[STAND + MOST_GOALS * (d + 1) + k] = now >> 2
        if now & 3 == FAILED:
            return FAILED
        if now & 3 == OPEN and program[goal + FORBIDS] == 0:
            status = OPEN
    return status


@compiled
def winning_card(trick: int, seats: int) -> int:
    """The set of the card that wins."""
    best = trick & 63
    for i in range(1, seats):
        card = trick >> 6 * i & 63
        if card > best and (card >= 36 or card // 9 == best // 9):
            best = card
    return 1 << best


@compiled
def in_order(program: Numbers, cards: int, rest: int) -> bool:
    """Return whether the tasks of this trick respect every token (see `planet_nine/tokens.py`)."""
    done = program[DONE_BEFORE] + size(program[TASKS] & ~rest)
    before = done - size(program[TASKS] & cards)
    new = program[TASKS] & cards
    while new:
        card = new & -new
        new ^= card
        c = place(card)
        if program[BEFORE + c] & rest:
            return False
        if program[PLACE + c] and not before < program[PLACE + c] <= done:
            return False
    open_tasks = program[TASKS] & rest
    while open_tasks:
        card = open_tasks & -open_tasks
        open_tasks ^= card
        number = program[PLACE + place(card)]
        if number and number <= done:
            return False
    return True


@compiled
def seen_before(program: Numbers, work: Numbers, memo: Numbers, stamp: int, d: int) -> bool:
    """Return whether this position has been here before; if not, it has now."""
    _key(program, work, d)
    one, two, three = work[KEYS], work[KEYS + 1], work[KEYS + 2]
    entries = len(memo) // 4
    slot = slot_of(work, entries)
    for probe in range(_PROBES):
        at = 4 * ((slot + probe) & (entries - 1))
        if memo[at + 3] != stamp:
            break
        if memo[at] == one and memo[at + 1] == two and memo[at + 2] == three:
            return True
    else:
        at = 4 * slot
    memo[at], memo[at + 1], memo[at + 2], memo[at + 3] = one, two, three, stamp
    return False


@compiled
def _key(program: Numbers, work: Numbers, d: int) -> None:
    """The key of a position: the cards in canonical form, the leader, and the states of the goals."""
    rest = 0
    for seat in range(program[SEATS]):
        rest |= work[HAND + 5 * d + seat]
    one = work[LEAD + d]
    for suit in range(5):
        one = one << 9 | work[CANON + 512 * suit + (rest >> 9 * suit & 511)]
    two, three, taken = 0, 0, 0
    for seat in range(program[SEATS]):
        if program[WATCHED] >> seat & 1:
            two = two << 4 | work[WON + 5 * d + seat]
            taken += 4
    for k in range(program[GOALS]):
        room = program[TABLE + WIDTH * k + ROOM]
        taken += room
        if taken <= MOST_ROOM:
            two = two << room | work[STAND + MOST_GOALS * d + k]
        else:
            three = three << room | work[STAND + MOST_GOALS * d + k]
    work[KEYS], work[KEYS + 1], work[KEYS + 2] = one, two, three
