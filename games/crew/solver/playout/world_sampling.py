"""Samples worlds by random exchanges of hidden cards between hands, as far as all facts allow.

This Markov chain visits all deals that agree with the facts equally often; with beliefs (how well each hand explains
its owner's choices) it visits the likelier ones more often.
"""

from __future__ import annotations

from ..bits import highest_of, place, size, suit_of
from ..compiled import Numbers, compiled
from .chances import COLOUR_CARD_COUNT, KIND_COUNT
from .rng import next_random
from .signals import NO_CARD, signal_of
from .world_evaluation import COLUMNS, WORLD

_HELD = (100, 93, 84, 70, 52, 34, 17, 6, 1)
"""For a task card in the hand: by the number of higher ones in other hands."""
_NOT_HELD = (55, 88, 95, 98, 50, 80, 93, 97, 45, 66, 88, 95, 38, 60, 84, 92)
"""For a task card elsewhere and nothing higher in the hand: four numbers of trumps for each number of lower cards."""

_SIGNAL_COST = 300
"""The loss of a hand's likelihood (hundredths of a logarithm) for each signal worth more than the one given."""
_VERY_UNLIKELY_COST, _UNLIKELY_COST = 250, 80
"""The same for each wanted card that it could have given to its owner: as the last to play, or with others to come."""
SEATS = 15
VERY_UNLIKELY, UNLIKELY = 16, 21
GIVEN, VALUES = 26, 31
"""Places in `facts`."""
_CARDS = 40
_OF_SEAT = KIND_COUNT * COLOUR_CARD_COUNT
KNOWN = VALUES + 5 * _OF_SEAT
"""The numbers that are always there."""

PICK = 3
"""Numbers of a belief: the seat, the task it took, and the tasks it could choose from."""
_PREFERENCE = 11
"""A hand is a hundredth of a logarithm less likely for so much that it prefers another open task to the one taken.

With 7 the hidden cards of bots were guessed a little better, but people choose less alike.
"""


@compiled
def sample_worlds(facts: Numbers, beliefs: Numbers, worlds: Numbers, steps: int, chance: int) -> int:
    """Fill `worlds`; the first of them agrees with the facts. Returns the next random number.

    `facts` by seat (five each): cards it certainly holds, cards it may hold, cards it has played; then the number of
    seats; then by seat the wanted cards that it did not give away as the last to play, the same for earlier places, and
    the value of the signal that it gave (or the most that it kept to itself; 0 if nothing follows); then for each seat
    and kind of signal (highest, lowest, only) the value of a signal of each colour card; then, in Deep Sea, for each
    task how much each card speaks for taking it.
    """
    seats = facts[SEATS]
    for w in range(len(worlds) // WORLD):
        at = WORLD * w
        if w:
            for k in range(WORLD):
                worlds[at + k] = worlds[at - WORLD + k]
        for _ in range(steps if w else 3 * steps):
            chance = next_random(chance)
            one = (chance >> 11) % seats
            other = (one + 1 + (chance >> 31) % (seats - 1)) % seats
            chance = next_random(chance)
            _exchange(facts, beliefs, worlds, at, one, other, chance)
    return chance


@compiled
def _exchange(facts: Numbers, beliefs: Numbers, worlds: Numbers, at: int, one: int, other: int, chance: int) -> None:
    mine = worlds[at + one] & ~facts[one] & facts[5 + other]
    yours = worlds[at + other] & ~facts[other] & facts[5 + one]
    if mine == 0 or yours == 0:
        return
    give = _nth(mine, (chance >> 7) % size(mine))
    take = _nth(yours, (chance >> 23) % size(yours))
    hand, hand_of_other = worlds[at + one] ^ give ^ take, worlds[at + other] ^ take ^ give
    if (give | take) & _suspicious(facts, one, other) or len(beliefs) or facts[GIVEN + one] + facts[GIVEN + other]:
        before = belief(facts, beliefs, one, worlds[at + one]) + belief(facts, beliefs, other, worlds[at + other])
        after = belief(facts, beliefs, one, hand) + belief(facts, beliefs, other, hand_of_other)
        if after < before and 2.718281828 ** ((after - before) / 100.0) < (chance >> 40) % 1000 / 1000.0:
            return
    worlds[at + one], worlds[at + other] = hand, hand_of_other


@compiled
def _nth(cards: int, n: int) -> int:
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards


@compiled
def belief(facts: Numbers, beliefs: Numbers, seat: int, hand: int) -> int:
    """Return how well the hand explains its owner's choice: 0 if fully, below 0 if less (hundredths of a logarithm)."""
    first_hand = hand | facts[10 + seat]
    total = 0
    for k in range(len(beliefs) // PICK):
        if beliefs[PICK * k] != seat:
            continue
        taken = _wish(facts, first_hand, beliefs[PICK * k + 1])
        best = taken
        left = beliefs[PICK * k + 2]
        while left:
            card = left & -left
            left ^= card
            best = max(best, _wish(facts, first_hand, place(card)))
        total += (taken - best) // _PREFERENCE
    if facts[GIVEN + seat]:
        total -= _SIGNAL_COST * _better_signals(facts, seat, first_hand)
    total -= _VERY_UNLIKELY_COST * size(hand & facts[VERY_UNLIKELY + seat])
    return total - _UNLIKELY_COST * size(hand & facts[UNLIKELY + seat])


@compiled
def _wish(facts: Numbers, hand: int, task: int) -> int:
    """Return how much the hand's owner wants the task: a card of Planet Nine, or the place of a task of Deep Sea."""
    if len(facts) == KNOWN:
        return preference(hand, task)
    total = 0
    while hand:
        card = hand & -hand
        hand ^= card
        total += facts[KNOWN + _CARDS * task + place(card)]
    return total


@compiled
def _suspicious(facts: Numbers, one: int, other: int) -> int:
    """The cards that one of the two seats is unlikely to have retained."""
    at_the_end = facts[VERY_UNLIKELY + one] | facts[VERY_UNLIKELY + other]
    return at_the_end | facts[UNLIKELY + one] | facts[UNLIKELY + other]


@compiled
def _better_signals(facts: Numbers, seat: int, hand: int) -> int:
    """Return the number of this hand's signals that are worth more than the one that the seat gave or kept."""
    at, given, better = VALUES + _OF_SEAT * seat, facts[GIVEN + seat], 0
    for colour in range(4):
        for kind in range(KIND_COUNT):
            card = signal_of(hand, colour, kind)
            better += card != NO_CARD and facts[at + COLOUR_CARD_COUNT * kind + card] > given
    return better


@compiled
def suitability(hand: int, card: int) -> int:
    """Return how well a task of Planet Nine suits a hand: its win rate in playouts of random deals, in hundredths."""
    suit = hand & suit_of(card)
    trumps = min(size(hand & 0xF << 36), 3)
    above = size(suit >> card >> 1)
    length = size(suit)
    if hand >> card & 1:
        return _HELD[8 - card % 9 - above]
    if above:
        return min(52 + 5 * (highest_of(suit) % 9) + 3 * trumps, 97)
    return _NOT_HELD[4 * min(length, 3) + trumps]


@compiled
def preference(hand: int, card: int) -> int:
    """Return how much the hand's owner wants a task of Planet Nine: more if it suits the others less."""
    mine, below_nine = suitability(hand, card), 8 - card % 9
    held, elsewhere = 100 - 11 * below_nine, 70 + 2 * below_nine
    others = 3 * elsewhere if hand >> card & 1 else held + 2 * elsewhere
    return 51 * mine - 7 * others


@compiled
def cover_robot(worlds: Numbers, robot: Numbers) -> None:
    """Lay the robot's hidden cards of each world into its columns.

    `robot` has its open cards, then the columns that cover one, as sets.
    """
    for w in range(len(worlds) // WORLD):
        hidden = worlds[WORLD * w + 2] & ~robot[0]
        for column in range(COLUMNS):
            worlds[WORLD * w + 5 + column] = -1
            if robot[1] >> column & 1 and hidden:
                card = hidden & -hidden
                hidden ^= card
                worlds[WORLD * w + 5 + column] = place(card)
