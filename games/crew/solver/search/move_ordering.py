"""Move ordering: each goal adds its weights for the events of a trick.

In a search the weights decide nothing. In a winnable position they lead to a win sooner; a refutation visits all tricks
anyway. In playouts they value all goals but the cards that have to be won, which the network values (Deep Sea's adds to
the value of all goals); the numbers are those with which most playouts were won before it did, found by trying others
on 3,000 positions at the first trick.
"""

from __future__ import annotations

from ..bits import higher, place, size, suit_of
from ..compiled import Numbers, compiled
from .program import (
    ALLOWED,
    ANY_OF,
    BALANCE_EQUAL,
    BALANCE_MORE,
    COUNT,
    EQUAL,
    EVEN,
    EXACT_ROW,
    FEWER,
    GOALS,
    HIGH,
    LOW,
    MORE,
    MUST_WIN,
    NEEDED,
    NEVER_ROW,
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
    TRICK_OF,
    TRICK_SUM,
    TRICKS,
    WIDTH,
    WINNING,
    A,
    B,
)
from .workspace import GAIN, HAND, HOLDER, ROUND, SPEND, STAND, TAKE_IT, WON

TRUMPS = 0xF << 36


@compiled
def weigh(program: Numbers, work: Numbers, d: int) -> None:
    """Fill in the weights at depth `d`."""
    rest = weigh_goals(program, work, d)
    cards = program[NEEDED] & rest
    while cards:
        card = cards & -cards
        cards ^= card
        _weigh_needed(program, work, d, place(card), rest)
    if work[ROUND]:
        _vary(work)


@compiled
def weigh_goals(program: Numbers, work: Numbers, d: int) -> int:
    """The same without the cards that have to be won; all cards in the hands."""
    rest = 0
    for place_of in range(GAIN, TAKE_IT + 5):
        work[place_of] = 0
    for seat in range(program[SEATS]):
        rest |= work[HAND + 5 * d + seat]
    left = program[TRICKS] - program[PLAYED] - d
    for k in range(program[GOALS]):
        goal = TABLE + WIDTH * k
        if program[goal + OP] <= SPREAD:
            _weigh_tricks(program, work, d, goal, work[STAND + 24 * d + k], left)
        else:
            _weigh_cards(program, work, d, goal, work[STAND + 24 * d + k], rest)
    _weigh_coming(program, work, d)
    return rest


@compiled
def _vary(work: Numbers) -> None:
    """In every further round other cards look a little better."""
    chance = work[ROUND] * 0x9E3779B1 & 0x7FFFFFFF
    for card in range(40):
        chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
        work[SPEND + card] += (chance >> 16) % 33 - 16
    for seat in range(5):
        chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
        work[TAKE_IT + seat] += (chance >> 16) % 33 - 16


@compiled
def _weigh_needed(program: Numbers, work: Numbers, d: int, card: int, rest: int) -> None:
    """A card that one seat has to win, or that has to win its trick."""
    holder, ok = work[HOLDER + card], program[OK + card]
    if program[MUST_WIN] >> card & 1:
        ok = 1 << holder
    if size(ok) != 1:
        work[SPEND + card] += 2
        return
    owner = place(ok)
    work[GAIN + 40 * owner + card] += 60
    work[TAKE_IT + owner] += 2
    mine = work[HAND + 5 * d + owner]
    above = higher(card)
    others = above & rest & ~mine
    if holder == owner:
        _add(work, SPEND, others, 6)
        _add(work, SPEND, TRUMPS & rest & ~mine if card < 36 else 0, 1)
        work[SPEND + card] -= size(others) * 2
        return
    _add(work, SPEND, others & ~work[HAND + 5 * d + holder], 3)
    strong = above & mine
    if strong:
        _add(work, SPEND, strong, -5)
    else:
        _add(work, SPEND, suit_of(card) & mine, 4)
        _add(work, SPEND, TRUMPS & mine, -6)


@compiled
def _add(work: Numbers, table: int, cards: int, worth: int) -> None:
    while cards:
        card = cards & -cards
        cards ^= card
        work[table + place(card)] += worth


@compiled
def _want_tricks(program: Numbers, work: Numbers, d: int, seat: int, worth: int) -> None:
    """The seat should win tricks (or not, where the weight is negative): this one, and later ones with the cards it
    retains.
    """
    work[TAKE_IT + seat] += worth
    keep = 1 if worth > 0 else -1
    cards = work[HAND + 5 * d + seat]
    while cards:
        card = cards & -cards
        cards ^= card
        c = place(card)
        strength = c % 9 if c < 36 else 12
        work[SPEND + c] -= keep * (strength * 2 // 5)


@compiled
def _wish_for_tricks(program: Numbers, work: Numbers, d: int, goal: int, left: int) -> int:
    """Return how much the goal's owner should win tricks: it depends on how many its hand wins by itself."""
    owner = program[goal + OWNER]
    won = work[WON + 5 * d + owner]
    missing, most = program[goal + LOW] - won, program[goal + HIGH] - won
    expected = _expected_tricks(program, work, d, owner)
    if most < left and expected > 100 * most - 18:
        return max(-14, (100 * most - expected - 18) // 28) if most else -14
    return max(11, min(14, (100 * missing - expected) // 28)) if missing > 0 else 0


@compiled
def _expected_tricks(program: Numbers, work: Numbers, d: int, seat: int) -> int:
    """About how many tricks the seat's hand wins by itself, in hundredths."""
    mine = work[HAND + 5 * d + seat]
    elsewhere = 0
    for other in range(program[SEATS]):
        if other != seat:
            elsewhere |= work[HAND + 5 * d + other]
    cards, total = mine, 0
    while cards:
        card = cards & -cards
        cards ^= card
        c = place(card)
        above = size(higher(c) & elsewhere)
        total += 100 - 22 * above if c >= 36 else 70 >> above
    return total


@compiled
def _weigh_tricks(program: Numbers, work: Numbers, d: int, goal: int, stand: int, left: int) -> None:
    op, owner, low, high = program[goal + OP], program[goal + OWNER], program[goal + LOW], program[goal + HIGH]
    seats = program[SEATS]
    won = WON + 5 * d
    if op == COUNT:
        cards = program[goal + A]
        if stand < low:
            _add(work, GAIN + 40 * owner, cards, 11)
            _add(work, SPEND, cards, -3)
        elif high < 40:
            _add(work, GAIN + 40 * owner, cards, -21)
            _add(work, SPEND, cards, 7)
    elif op == TRICK_COUNT:
        _want_tricks(program, work, d, owner, _wish_for_tricks(program, work, d, goal, left))
    elif op == ROW:
        if stand < low:
            _want_tricks(program, work, d, owner, 8 + 6 * stand)
    elif op == EXACT_ROW:
        _want_tricks(program, work, d, owner, 16 if stand < low else -10)
    elif op == NEVER_ROW:
        work[TAKE_IT + owner] -= 3 + 4 * stand
    elif op == SPREAD:
        for seat in range(seats):
            _add(work, GAIN + 40 * seat, program[goal + A], -4 * (stand >> 3 * seat & 7))
    elif op == EVEN:
        for seat in range(seats):
            work[TAKE_IT + seat] -= 20 * work[won + seat]
    elif op <= EQUAL:
        other = program[goal + LOW]
        lead = work[won + owner] - work[won + other]
        wish = 10 if op == MORE else -3 if op == FEWER else -8 * lead
        if wish:
            _want_tricks(program, work, d, owner, wish)
            work[TAKE_IT + other] -= wish
    elif stand:
        _want_tricks(program, work, d, stand - 1, 28)


@compiled
def _weigh_cards(program: Numbers, work: Numbers, d: int, goal: int, stand: int, rest: int) -> None:
    op, owner, a, b = program[goal + OP], program[goal + OWNER], program[goal + A], program[goal + B]
    gain = GAIN + 40 * owner
    if op <= TRICK_EVEN:
        if stand == 0:
            _weigh_one_trick(program, work, d, goal)
    elif op == ANY_OF:
        _weigh_any_of(program, work, d, goal, stand, rest)
    elif op == BALANCE_MORE:
        _add(work, gain, a, 8)
        _add(work, gain, b, -4)
    elif op == BALANCE_EQUAL:
        lead = (stand & 15) - (stand >> 4)
        _add(work, gain, a, -11 * lead + 1)
        _add(work, gain, b, 11 * lead + 1)
    elif op == WINNING:
        cards = a & rest
        while cards:
            card = cards & -cards
            cards ^= card
            c = place(card)
            work[GAIN + 40 * work[HOLDER + c] + c] += 57
            _add(work, SPEND, higher(c) & rest, 6)


@compiled
def _weigh_one_trick(program: Numbers, work: Numbers, d: int, goal: int) -> None:
    op, owner, a, b = program[goal + OP], program[goal + OWNER], program[goal + A], program[goal + B]
    gain = GAIN + 40 * owner
    mine = work[HAND + 5 * d + owner]
    if op == TRICK_BY:
        _add(work, gain, a & mine, 16)
        _add(work, SPEND, a & mine, -4)
        _add(work, gain, b, 16)
        _add(work, SPEND, b, -4)
    elif op == TRICK_OF:
        _add(work, gain, a, 10)
        _add(work, gain, ~a & 0xFFFFFFFFFF, -4)
    elif op == TRICK_EVEN:
        _add(work, gain, a | b, 2)
    elif op == TRICK_SUM:
        sign = 1 if program[goal + HIGH] >= 45 else -1 if program[goal + LOW] == 0 else 0
        for card in range(36):
            work[gain + card] += 2 * sign * (card % 9 - 4)
        _add(work, gain, TRUMPS, -4)


@compiled
def _weigh_any_of(program: Numbers, work: Numbers, d: int, goal: int, stand: int, rest: int) -> None:
    """Go for the set of which the fewest cards are missing."""
    owner = program[goal + OWNER]
    best, fewest = 0, 99
    for k in range(4):
        cards = program[goal + WIDTH * (1 + k // 2) + (B if k % 2 else A)]
        missing = 4 * size(cards & rest) - 5 * size(cards & work[HAND + 5 * d + owner])
        if stand >> k & 1 and missing < fewest:
            best, fewest = cards, missing
    _add(work, GAIN + 40 * owner, best, 14)
    _add(work, SPEND, best, -11)


@compiled
def _weigh_coming(program: Numbers, work: Numbers, d: int) -> None:
    """A seat that has to win later tricks retains its winning cards; one that may not plays them."""
    number = program[PLAYED] + d
    for trick in range(number + 1, program[TRICKS]):
        allowed = program[ALLOWED + trick]
        if allowed == (1 << program[SEATS]) - 1:
            continue
        soon = trick < number + 4
        for seat in range(program[SEATS]):
            if allowed == 1 << seat:
                _want_later(work, d, seat, 8 if soon else 2)
            elif allowed >> seat & 1 == 0:
                _want_later(work, d, seat, -6 if soon else -3)


@compiled
def _want_later(work: Numbers, d: int, seat: int, worth: int) -> None:
    """The seat should win a later trick, or should not: its strong cards count more than the running trick."""
    work[TAKE_IT + seat] += worth // 4
    cards = work[HAND + 5 * d + seat]
    while cards:
        card = cards & -cards
        cards ^= card
        c = place(card)
        work[SPEND + c] -= worth * (c % 9 if c < 36 else 12) // 10
