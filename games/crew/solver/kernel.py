"""The depth-first search over whole tricks. Nobody plays against the crew: it ends at the first line that wins.

A node is a position between two tricks. Every position seen is remembered in a canonical form (see `tricks.py`), for
it has failed, or the search would be over. Only what `Numbers` hold is read and written, so that the same code runs
compiled and plain.
"""

from __future__ import annotations

from .bits import place, size, suit_of
from .compiled import Numbers, compiled
from .judging import FAILED, FULFILLED, HELD, moved_on
from .program import (
    BEFORE,
    COVERED,
    DONE_BEFORE,
    EARLY,
    FORBIDS,
    GOALS,
    HIGH,
    MOST_GOALS,
    MOST_ROOM,
    NEEDED,
    OK,
    OP,
    ORDERED,
    OWNER,
    PLACE,
    PLAYED,
    ROOM,
    SEATS,
    START,
    TABLE,
    TASKS,
    TRICK_COUNT,
    TRICKS,
    WATCHED,
    WIDTH,
    WINS,
)
from .promise import weigh
from .tricks import find_canonical_sets, list_tricks, look_over, next_trick
from .work import CANON, CHILDREN, CUT, DEPTH, HAND, KEYS, LEAD, LINE, NEXT, NODES, STAND, WON

WIN, LOSS, OUT_OF_NODES = 1, 0, 2
_PROBES = 8
_FORGOTTEN = 32
"""The first nodes are not remembered: most positions are won before, and the canonical forms take their time."""


@compiled
def search(row: Numbers, work: Numbers, memo: Numbers, stamp: int, nodes: int) -> int:
    """WIN (the line then stands in `work`), LOSS or OUT_OF_NODES.

    `memo` has four numbers for each of its 2^k entries; `stamp` has never been used with it before.
    """
    open_position(row, work)
    weigh(row, work, 0)
    list_tricks(row, work, 0)
    work[NODES] = 0
    remembers = False
    d = 0
    while True:
        if work[NEXT + d] >= work[CHILDREN + d]:
            if d == 0:
                return OUT_OF_NODES if work[CUT] else LOSS
            d -= 1
            continue
        if work[NODES] >= nodes:
            return OUT_OF_NODES
        work[NODES] += 1
        trick = next_trick(work, d)
        status = play_trick(row, work, d, trick)
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
            if seen_before(row, work, memo, stamp, d + 1):
                continue
        d += 1
        weigh(row, work, d)
        list_tricks(row, work, d)


@compiled
def open_position(row: Numbers, work: Numbers) -> None:
    """Depth 0: the position asked about."""
    work[CUT] = 0
    look_over(row, work)
    for seat in range(5):
        work[WON + seat] = row[WINS + seat]
    for k in range(row[GOALS]):
        work[STAND + k] = row[TABLE + WIDTH * k + START]


@compiled
def play_trick(row: Numbers, work: Numbers, d: int, trick: int) -> int:
    """Play this trick at depth `d`: the position after it stands at depth `d + 1`, unless it fails."""
    seats = row[SEATS]
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
    left = row[TRICKS] - row[PLAYED] - d - 1
    needed = row[NEEDED] & rest
    if left == 0 and needed:
        return FAILED
    if row[ORDERED] and cards & row[TASKS] and not in_order(row, cards, rest):
        return FAILED
    if needed and hopeless(row, work, d + 1, needed, left):
        return FAILED
    status = judge(row, work, d, trick, cards, rest, left)
    if status == FULFILLED and (left == 0 or (row[EARLY] and needed == 0)):
        return FULFILLED
    return FAILED if status == FAILED else HELD


@compiled
def judge(row: Numbers, work: Numbers, d: int, trick: int, cards: int, rest: int, left: int) -> int:
    """Move all goals on. FULFILLED if each of them is, those that only forbid aside."""
    winner = trick >> 30
    best = winning_card(trick, row[SEATS])
    status = FULFILLED
    for k in range(row[GOALS]):
        goal = TABLE + WIDTH * k
        if row[goal + OP] == 0:
            continue
        now = moved_on(
            row, goal, work[STAND + MOST_GOALS * d + k], cards, winner, best, rest, left, work, WON + 5 * d + 5
        )
        work[STAND + MOST_GOALS * (d + 1) + k] = now >> 2
        if now & 3 == FAILED:
            return FAILED
        if now & 3 == HELD and row[goal + FORBIDS] == 0:
            status = HELD
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
def in_order(row: Numbers, cards: int, rest: int) -> bool:
    """Whether the tasks of this trick respect every token (see `planet_nine/tokens.py`)."""
    done = row[DONE_BEFORE] + size(row[TASKS] & ~rest)
    before = done - size(row[TASKS] & cards)
    new = row[TASKS] & cards
    while new:
        card = new & -new
        new ^= card
        c = place(card)
        if row[BEFORE + c] & rest:
            return False
        if row[PLACE + c] and not before < row[PLACE + c] <= done:
            return False
    open_tasks = row[TASKS] & rest
    while open_tasks:
        card = open_tasks & -open_tasks
        open_tasks ^= card
        number = row[PLACE + place(card)]
        if number and number <= done:
            return False
    return True


@compiled
def hopeless(row: Numbers, work: Numbers, d: int, needed: int, left: int) -> bool:
    """Whether some task can no longer be done, or two cannot both be: necessary conditions, see `_clash`."""
    hands = HAND + 5 * d
    owners, held = 0, 0
    rest = needed
    while rest:
        card = rest & -rest
        rest ^= card
        c = place(card)
        ok = row[OK + c]
        if ok == 0 or ok & (ok - 1):
            continue
        owners |= ok
        owner = place(ok)
        if work[hands + owner] & card == 0:
            continue
        lower = held & suit_of(c)
        held |= card
        while lower:
            other = lower & -lower
            lower ^= other
            low = place(other)
            if row[OK + low] != ok and _clash(row, work, hands, low, place(row[OK + low]), c, owner):
                return True
    return size(owners) > left or _may_win_no_more(row, work, d, owners)


@compiled
def _may_win_no_more(row: Numbers, work: Numbers, d: int, owners: int) -> bool:
    """Whether one of these seats, who have yet to win a trick, has won all that it may."""
    for k in range(row[GOALS]):
        goal = TABLE + WIDTH * k
        if row[goal + OP] == TRICK_COUNT:
            owner = row[goal + OWNER]
            if owners >> owner & 1 and work[WON + 5 * d + owner] >= row[goal + HIGH]:
                return True
    return False


@compiled
def _clash(row: Numbers, work: Numbers, hands: int, low: int, one: int, high: int, other: int) -> bool:
    """Two seats each hold their own task card of a suit: whoever goes first, the other must follow below.

    So the higher one's owner needs a card below the lower task that its owner may win, or the lower one's owner
    another card below the higher task. (The robot, whose cards are partly covered, may not have to follow.)
    """
    if row[COVERED] and (one == 2 or other == 2):
        return False
    below = suit_of(low) & ((1 << low) - 1)
    under = suit_of(high) & ((1 << high) - 1) & ~(1 << low)
    return not _some_for(row, work[hands + other] & below, one) and not _some_for(row, work[hands + one] & under, other)


@compiled
def _some_for(row: Numbers, cards: int, winner: int) -> bool:
    """Whether this seat may win one of these cards."""
    while cards:
        card = cards & -cards
        cards ^= card
        if row[OK + place(card)] >> winner & 1:
            return True
    return False


@compiled
def seen_before(row: Numbers, work: Numbers, memo: Numbers, stamp: int, d: int) -> bool:
    """Whether this position has been here before; if not, it has now."""
    _key(row, work, d)
    one, two, three = work[KEYS], work[KEYS + 1], work[KEYS + 2]
    entries = len(memo) // 4
    mixed = (one * 0x2545F4914F6CDD1D + two * 0x1B873593CC9E2D51 + three * 0x369DEA0F31A53F85) & 0x3FFFFFFFFFFFFFFF
    slot = (mixed >> 20) & (entries - 1)
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
def _key(row: Numbers, work: Numbers, d: int) -> None:
    """Everything on which the rest depends: the cards in canonical form, who leads, and where the goals stand."""
    rest = 0
    for seat in range(row[SEATS]):
        rest |= work[HAND + 5 * d + seat]
    one = work[LEAD + d]
    for suit in range(5):
        one = one << 9 | work[CANON + 512 * suit + (rest >> 9 * suit & 511)]
    two, three, taken = 0, 0, 0
    for seat in range(row[SEATS]):
        if row[WATCHED] >> seat & 1:
            two = two << 4 | work[WON + 5 * d + seat]
            taken += 4
    for k in range(row[GOALS]):
        room = row[TABLE + WIDTH * k + ROOM]
        taken += room
        if taken <= MOST_ROOM:
            two = two << room | work[STAND + MOST_GOALS * d + k]
        else:
            three = three << room | work[STAND + MOST_GOALS * d + k]
    work[KEYS], work[KEYS + 1], work[KEYS + 2] = one, two, three
