"""Pruning by necessary conditions: a position that violates one cannot be won.

Arguments about following suit hold for open hands; the robot's covered cards need not follow.
"""

from __future__ import annotations

from ..bits import place, size, suit_of
from ..compiled import Numbers, compiled
from .program import AFTER, ASCENDING, BEFORE, COVER, COVERED, MUST_WIN, NEEDED, OK, ORDERED, PLAYED, SEATS, TRICKS
from .trick_pruning import too_few_tricks
from .workspace import DUE, HAND, HOLDER, LEADS, LENGTH, OWED, SLACK

_TRUMP = 4


@compiled
def is_hopeless(program: Numbers, work: Numbers, d: int, rest: int, left: int) -> bool:
    """Return whether some goal can no longer be reached, or two cannot both be: necessary conditions only.

    `rest` are the cards left at depth `d`, between two tricks.
    """
    for seat in range(5):
        work[OWED + seat] = 0
        work[DUE + seat] = 0
    if _trump_is_lost(program, work, d, rest):
        return True
    needed = program[NEEDED] & rest
    if needed and _tasks_clash(program, work, d, needed, rest):
        return True
    return too_few_tricks(program, work, d, rest, left)


@compiled
def _trump_is_lost(program: Numbers, work: Numbers, d: int, rest: int) -> bool:
    """Return whether a seat must win a trump that it cannot: only its holder or that of a higher trump can win it.

    The holder of the highest trumps wins a trick with each. (A spare card need not be played at all.)
    """
    above = 0
    for c in range(39, 35, -1):
        if rest >> c & 1 == 0:
            continue
        holder = work[HOLDER + c]
        if program[ASCENDING] and program[COVER + c] & rest & program[MUST_WIN] & ~((1 << c) - 1):
            return True
        is_certain = size(work[HAND + 5 * d + holder]) <= program[TRICKS] - program[PLAYED] - d
        above |= 1 << holder
        if is_certain and above == 1 << holder:
            work[DUE + holder] += 1
        if (is_certain or program[NEEDED] >> c & 1) and program[OK + c] & above == 0:
            return True
    return False


@compiled
def _tasks_clash(program: Numbers, work: Numbers, d: int, needed: int, rest: int) -> bool:
    """Return whether a task cannot be done, or two tasks conflict. Notes the owner of each needed card."""
    hands = HAND + 5 * d
    own_tasks = 0
    count_lengths(program, work, hands)
    if program[ORDERED] == 0:
        count_leads(program, work, hands, 0)
    cards = needed
    while cards:
        card = cards & -cards
        cards ^= card
        ok = program[OK + place(card)]
        if ok == 0:
            return True
        if ok & (ok - 1):
            continue
        owner = place(ok)
        work[OWED + owner] |= card
        if _cannot_be_done(program, work, hands, card, rest):
            return True
        if work[hands + owner] & card:
            # Not of trumps: a player who must not follow a trump with a lower one may have ruffed with it.
            if place(card) < 36 and _clashes(program, work, hands, place(card), own_tasks):
                return True
            own_tasks |= card
    return False


@compiled
def _cannot_be_done(program: Numbers, work: Numbers, hands: int, card: int, rest: int) -> bool:
    """Return whether the card's one owner cannot win it."""
    c = place(card)
    owner = place(program[OK + c])
    own = work[hands + owner] & card != 0
    if program[ORDERED]:
        count_leads(program, work, hands, program[AFTER + c] & rest)
        if own and _breaks_order(program, work, hands, c, owner, rest):
            return True
    if c >= 36 or program[COVERED]:
        return False
    return _cannot_win(program, work, hands, c, owner) if own else _cannot_get(program, work, hands, c, owner)


@compiled
def _clashes(program: Numbers, work: Numbers, hands: int, card: int, own_tasks: int) -> bool:
    """Return whether this task, held by its owner, clashes with a lower one, held by its owner too."""
    ok = program[OK + card]
    lower = own_tasks & suit_of(card)
    while lower:
        other = lower & -lower
        lower ^= other
        low = place(other)
        if program[OK + low] != ok and _clash(program, work, hands, low, place(program[OK + low]), card, place(ok)):
            return True
    return False


@compiled
def _breaks_order(program: Numbers, work: Numbers, hands: int, card: int, owner: int, rest: int) -> bool:
    """Return whether a seat must follow above this task of its owner's hand: a later task keeps it in the suit.

    (The robot, whose cards are partly covered, may not have to follow.)
    """
    others = program[AFTER + card] & rest & suit_of(card) & ~work[hands + owner]
    below = suit_of(card) & ((1 << card) - 1)
    while others:
        other = others & -others
        others ^= other
        c = place(other)
        holder = work[HOLDER + c]
        if program[COVERED] and holder == 2:
            continue
        follows = work[hands + holder] & below
        if not _beside(program, work, c, card, rest):
            follows &= ~other
        if not _some_for(program, follows, owner):
            return True
    return False


@compiled
def _beside(program: Numbers, work: Numbers, card: int, first: int, rest: int) -> bool:
    """Return whether a task can lie in one trick with an earlier one and all in between: one card each."""
    holders = 1 << work[HOLDER + card]
    between = program[BEFORE + card] & rest
    while between:
        other = between & -between
        between ^= other
        c = place(other)
        if c != first and program[AFTER + first] >> c & 1 == 0:
            continue
        if holders >> work[HOLDER + c] & 1:
            return False
        holders |= 1 << work[HOLDER + c]
    return True


@compiled
def _clash(program: Numbers, work: Numbers, hands: int, low: int, one: int, high: int, other: int) -> bool:
    """Two seats each hold their own task card of a suit: when one is led, the other seat must follow below it.

    So the owner of the higher one needs a card below the lower task that its owner may win, or the owner of the lower
    one another card below the higher task. (The robot, whose cards are partly covered, may not have to follow.)
    """
    if program[COVERED] and (one == 2 or other == 2):
        return False
    below = suit_of(low) & ((1 << low) - 1)
    under = suit_of(high) & ((1 << high) - 1) & ~(1 << low)
    return not _some_for(program, work[hands + other] & below, one) and not _some_for(
        program, work[hands + one] & under, other
    )


@compiled
def _some_for(program: Numbers, cards: int, winner: int) -> bool:
    """Return whether this seat may win one of these cards."""
    while cards:
        card = cards & -cards
        cards ^= card
        if program[OK + place(card)] >> winner & 1:
            return True
    return False


@compiled
def count_lengths(program: Numbers, work: Numbers, hands: int) -> None:
    """Count the cards of each seat and suit."""
    for seat in range(program[SEATS]):
        for suit in range(5):
            work[LENGTH + 5 * seat + suit] = size(work[hands + seat] >> 9 * suit & 511)


@compiled
def count_leads(program: Numbers, work: Numbers, hands: int, later: int) -> None:
    """Count how often each suit can be led before a task; and by seat, how often after the seat is void in it.

    Every lead of a suit takes a card from each seat that has one, so the longest holding bounds the number of leads. A
    seat that retains a task for `later` follows with its other cards only, except in one trick: the later task may be
    done in the trick of the earlier one.
    """
    seats = program[SEATS]
    for seat in range(seats):
        work[SLACK + 6 * seat + 5] = 0
    for suit in range(5):
        first, second, longest, most = 0, 0, -1, 99
        for seat in range(seats):
            length = work[LENGTH + 5 * seat + suit]
            kept = later & work[hands + seat] & 511 << 9 * suit
            if kept:
                most = min(most, length - size(kept) + 1)
            if length > first:
                first, second, longest = length, first, seat
            elif length > second:
                second = length
        work[LEADS + suit] = most
        for seat in range(seats):
            more = min(second if seat == longest else first, most) - work[LENGTH + 5 * seat + suit]
            work[SLACK + 6 * seat + suit] = more
            work[SLACK + 6 * seat + 5] += max(more, 0)


@compiled
def _cannot_shed(work: Numbers, seat: int, suit: int, holder: int) -> bool:
    """Return whether the seat cannot become void in a suit before the `holder` of a task in it must play that task.

    While the suit is led the holder follows with other cards; all the rest must go on other suits.
    """
    followed = min(work[LENGTH + 5 * holder + suit] - 1, work[LEADS + suit])
    elsewhere = work[SLACK + 6 * seat + 5] - max(work[SLACK + 6 * seat + suit], 0)
    return work[LENGTH + 5 * seat + suit] > followed + elsewhere


@compiled
def _cannot_win(program: Numbers, work: Numbers, hands: int, card: int, owner: int) -> bool:
    """Return whether the owner, who holds this task, cannot win it: the others must follow below it, or be void."""
    suit = card // 9
    below = suit_of(card) & ((1 << card) - 1)
    for seat in range(program[SEATS]):
        if seat == owner or work[LENGTH + 5 * seat + suit] == 0:
            continue
        if _cannot_shed(work, seat, suit, owner) and not _some_for(program, work[hands + seat] & below, owner):
            return True
    return False


@compiled
def _cannot_get(program: Numbers, work: Numbers, hands: int, card: int, owner: int) -> bool:
    """Return whether the owner cannot win this task of another's: neither if its suit is led nor if it is discarded."""
    suit = card // 9
    mine, holder = work[hands + owner], work[HOLDER + card]
    if mine & suit_of(card) & ~((2 << card) - 1):
        return False
    void = mine & suit_of(card) & program[AFTER + card] == 0 and not _cannot_shed(work, owner, suit, holder)
    if void and work[LENGTH + 5 * owner + _TRUMP]:
        return False
    return not _can_discard(program, work, hands, card, owner)


@compiled
def _can_discard(program: Numbers, work: Numbers, hands: int, card: int, owner: int) -> bool:
    """Return whether the task's holder can ever be void where another suit is led, and its owner win that."""
    holder = work[HOLDER + card]
    lengths, slack = LENGTH + 5 * holder, SLACK + 6 * holder
    hand = work[hands + holder]
    on_trumps = work[slack + _TRUMP]
    for suit in range(4):
        if suit == card // 9 or hand & 511 << 9 * suit & program[AFTER + card]:
            continue
        if work[slack + suit] > 0:
            return True
        # By discarding on trumps first, the holder becomes void sooner.
        longest = work[slack + suit] + work[lengths + suit]
        if on_trumps > 0 and longest > 0 and 1 - work[slack + suit] <= on_trumps:
            return True
    return on_trumps > 0 and work[LENGTH + 5 * owner + _TRUMP] > work[lengths + _TRUMP]
