"""Lists all ways to play the coming trick that break no goal at once; of interchangeable cards only the lowest."""

from __future__ import annotations

from ..bits import place, suit_of
from ..compiled import Numbers, compiled
from .program import (
    ALLOWED,
    ASCENDING,
    COVER,
    HANDS,
    LABEL,
    LAST_CARD,
    LATE,
    LEADER,
    MUST_WIN,
    NEVER_WINS,
    NO_LEAD,
    OK,
    PLAYED,
    PLAYS,
    SEATS,
    TRICKS,
    TURN,
)
from .workspace import (
    AT,
    BELOW,
    BEST,
    BETWEEN,
    BY,
    CANON,
    CARDS,
    CHILD,
    CHILDREN,
    CUT,
    GAIN,
    HAND,
    HOLDER,
    HOPE,
    LEAD,
    MOST_TRICKS_TRIED,
    NEXT,
    OPTIONS,
    SCORE,
    SPEND,
    TAKE_IT,
)


@compiled
def index_cards(program: Numbers, work: Numbers) -> None:
    """Index the holders of all cards, and which cards are interchangeable."""
    for seat in range(program[SEATS]):
        work[HAND + seat] = program[HANDS + seat]
    work[LEAD] = program[LEADER]
    for card in range(40):
        work[HOLDER + card] = -1
        for seat in range(program[SEATS]):
            if program[HANDS + seat] >> card & 1:
                work[HOLDER + card] = seat
    for i in range(program[PLAYS]):
        work[HOLDER + program[TURN + i]] = (program[LEADER] + i) % program[SEATS]
    for card in range(40):
        work[BELOW + card] = -1
        work[BETWEEN + card] = 0
        holder = work[HOLDER + card]
        if holder < 0:
            continue
        for last in range(card - 1, (card // 9 * 9 if card < 36 else 36) - 1, -1):
            other = work[HOLDER + last]
            if other == holder and _alike(program, last, card):
                work[BELOW + card] = last
                break
            if other >= 0 and other != holder:
                work[BETWEEN + card] |= 1 << last


@compiled
def _alike(program: Numbers, one: int, other: int) -> bool:
    return program[LABEL + one] == program[LABEL + other]


@compiled
def find_canonical_sets(work: Numbers) -> None:
    """Note a canonical form for every set of cards of a suit."""
    for suit in range(5):
        _canonical_sets(work, suit)


@compiled
def _canonical_sets(work: Numbers, suit: int) -> None:
    """Two sets with the same holders and labels from low to high are equivalent; the set of lowest cards represents
    them.
    """
    first = 9 * suit
    cards = 9 if suit < 4 else 4
    for subset in range(1 << cards):
        canon = subset
        for k in range(1, cards):
            below = work[BELOW + first + k] - first
            if subset >> k & 1 == 0 or below < 0 or subset >> below & 1:
                continue
            if subset & work[BETWEEN + first + k] >> first == 0:
                canon = work[CANON + 512 * suit + (subset ^ 1 << k ^ 1 << below)]
                break
        work[CANON + 512 * suit + subset] = canon


@compiled
def list_tricks(program: Numbers, work: Numbers, d: int) -> None:
    """List the tricks that can follow at depth `d`, each with its score."""
    seats, leader = program[SEATS], work[LEAD + d]
    number = program[PLAYED] + d
    last_trick = number == program[TRICKS] - 1
    start = program[PLAYS] if d == 0 else 0
    work[CHILDREN + d] = 0
    work[NEXT + d] = 0
    left_in_play = begin_trick(program, work, d, start)
    for i in range(start):
        work[AT + i] = program[TURN + i]
        seat = (leader + i) % seats
        if breaks_at_once(program, i, seat, program[TURN + i], last_trick) or not lay_card(program, work, i, seat):
            return
    if start == seats:
        if stands(program, work, seats, left_in_play):
            _add_trick(work, d, seats, leader)
        return
    i = start
    work[OPTIONS + i] = options_for(program, work, d, i, last_trick, left_in_play)
    while i >= start:
        options = work[OPTIONS + i]
        if options == 0:
            i -= 1
            continue
        card = options & -options
        work[OPTIONS + i] = options ^ card
        work[AT + i] = place(card)
        if not lay_card(program, work, i, (leader + i) % seats):
            continue
        if i < seats - 1:
            i += 1
            work[OPTIONS + i] = options_for(program, work, d, i, last_trick, left_in_play)
        elif stands(program, work, seats, left_in_play):
            _add_trick(work, d, seats, leader)


@compiled
def breaks_at_once(program: Numbers, i: int, seat: int, card: int, last_trick: bool) -> bool:
    """Return whether the card breaks a goal as the i-th of its trick, for any winner.

    `options_for` offers no such card, but a card under evaluation already lies in the running trick.
    """
    one = 1 << card
    if i == 0 and one & program[NO_LEAD + seat]:
        return True
    if not last_trick:
        return one & (program[LATE] | program[LAST_CARD]) != 0
    return i < program[SEATS] - 1 and one & program[LAST_CARD] != 0


@compiled
def begin_trick(program: Numbers, work: Numbers, d: int, start: int) -> int:
    """An empty trick at depth `d`, of which the first cards are given; all cards left in play, those included."""
    work[CARDS] = 0
    work[BEST] = -1
    work[BY] = work[LEAD + d]
    work[HOPE] = program[ALLOWED + program[PLAYED] + d]
    work[SCORE] = 0
    left_in_play = 0
    for i in range(start):
        left_in_play |= 1 << program[TURN + i]
    for seat in range(program[SEATS]):
        left_in_play |= work[HAND + 5 * d + seat]
    return left_in_play


@compiled
def options_for(program: Numbers, work: Numbers, d: int, i: int, last_trick: bool, left_in_play: int) -> int:
    """The cards to try as the i-th of the trick."""
    seats = program[SEATS]
    seat = (work[LEAD + d] + i) % seats
    hand = work[HAND + 5 * d + seat]
    cards = hand
    if seat == 2:
        cards = uncovered(program, hand, left_in_play)
    if i > 0:
        same_suit = cards & suit_of(work[AT])
        if same_suit:
            cards = same_suit
    else:
        cards &= ~program[NO_LEAD + seat]
    if not last_trick:
        cards &= ~(program[LATE] | program[LAST_CARD])
    elif i < seats - 1:
        cards &= ~program[LAST_CARD]
    return _lowest_of_alike(work, cards, hand, left_in_play)


@compiled
def uncovered(program: Numbers, hand: int, left_in_play: int) -> int:
    """The robot's uncovered cards (a card played to the running trick still covers)."""
    cards = hand
    rest = hand
    while rest:
        card = rest & -rest
        rest ^= card
        if program[COVER + place(card)] & left_in_play:
            cards ^= card
    return cards


@compiled
def _lowest_of_alike(work: Numbers, cards: int, hand: int, left_in_play: int) -> int:
    """Return only the lowest of interchangeable cards, those with no other holder's card between them."""
    different = cards
    rest = cards
    while rest:
        card = rest & -rest
        rest ^= card
        c = place(card)
        between = work[BETWEEN + c]
        below = work[BELOW + c]
        while below >= 0 and between & left_in_play == 0:
            if cards >> below & 1:
                different ^= card
                break
            between = work[BETWEEN + below]
            below = work[BELOW + below]
    return different


@compiled
def lay_card(program: Numbers, work: Numbers, i: int, seat: int) -> bool:
    """Add the i-th card to the trick; whether a seat can still win it without breaking a goal."""
    card = work[AT + i]
    best, by = work[BEST + i], work[BY + i]
    beats = best < 0 or (card > best and (card >= 36 or card // 9 == best // 9))
    hope = work[HOPE + i] & program[OK + card]
    if beats:
        if best >= 0:
            hope &= ~(1 << by)
        best, by = card, seat
    else:
        hope &= ~(1 << seat)
    work[CARDS + i + 1] = work[CARDS + i] | 1 << card
    work[BEST + i + 1] = best
    work[BY + i + 1] = by
    work[HOPE + i + 1] = hope
    work[SCORE + i + 1] = work[SCORE + i] + work[SPEND + card]
    return hope != 0


@compiled
def stands(program: Numbers, work: Numbers, seats: int, left_in_play: int) -> bool:
    """Return whether this seat may win this trick with this card."""
    cards, best = work[CARDS + seats], 1 << work[BEST + seats]
    if program[NEVER_WINS + work[BY + seats]] & best:
        return False
    must = cards & program[MUST_WIN]
    if must == 0:
        return True
    if must != best:
        return False
    return program[ASCENDING] == 0 or (best - 1) & program[MUST_WIN] & left_in_play == 0


@compiled
def _add_trick(work: Numbers, d: int, seats: int, leader: int) -> None:
    """Note the complete trick with its score."""
    count = work[CHILDREN + d]
    if count == MOST_TRICKS_TRIED:
        work[CUT] = 1
        return
    winner = work[BY + seats]
    score = work[SCORE + seats] + work[TAKE_IT + winner]
    trick = winner << 30
    for i in range(seats):
        card = work[AT + i]
        trick |= card << 6 * i
        score += work[GAIN + 40 * winner + card]
    child = CHILD + 2 * (MOST_TRICKS_TRIED * d + count)
    work[child] = trick
    work[child + 1] = score
    work[CHILDREN + d] = count + 1


@compiled
def next_trick(work: Numbers, d: int) -> int:
    """The next trick to try: the best-scored first, later any."""
    k = work[NEXT + d]
    first = CHILD + 2 * MOST_TRICKS_TRIED * d
    if k < 8:
        best = k
        for other in range(k + 1, work[CHILDREN + d]):
            if work[first + 2 * other + 1] > work[first + 2 * best + 1]:
                best = other
        for j in range(2):
            swap = work[first + 2 * k + j]
            work[first + 2 * k + j] = work[first + 2 * best + j]
            work[first + 2 * best + j] = swap
    work[NEXT + d] = k + 1
    return work[first + 2 * k]
