"""Features of a task of Planet Nine and its owner, in a deal with open cards, which the network of owners sees.

A feature is a number, mostly 0 or 1. A task is three numbers: its card, its owner (-1 for none), and its token.
"""

from __future__ import annotations

from typing import Final

from ..bits import higher, size, suit_of
from ..compiled import Numbers, compiled

TASK: Final = 3
"""Numbers of a task."""
CARD: Final = 0
OWNER: Final = 1
TOKEN: Final = 2
"""Places in a task. The token is 0 for none, else its place in `TOKENS` of custom missions, from 1."""

HELD: Final = 0
"""The owner holds the card, by its rank."""
NOT_HELD: Final = HELD + 9
"""Another seat holds the card, by its rank."""
OF_TOKEN: Final = NOT_HELD + 9
OWN_ABOVE: Final = OF_TOKEN + 11
CAN_CATCH: Final = OWN_ABOVE + 1
OWN_BELOW: Final = CAN_CATCH + 1
LENGTH: Final = OWN_BELOW + 1
VOID: Final = LENGTH + 1
TRUMPS: Final = VOID + 1
HAS_TRUMP: Final = TRUMPS + 1
HAS_HIGHEST: Final = HAS_TRUMP + 1
NINES: Final = HAS_HIGHEST + 1
"""Features of the owner's hand, from `OWN_ABOVE` on."""
ABOVE_OWN: Final = NINES + 1
HIGHEST: Final = ABOVE_OWN + 1
ABOVE_CARD: Final = HIGHEST + 1
VOID_SEATS: Final = ABOVE_CARD + 1
FORCED_SEATS: Final = VOID_SEATS + 1
LONGEST: Final = FORCED_SEATS + 1
ABOVE_HELD: Final = LONGEST + 1
"""Features of the other hands, from `ABOVE_OWN` on."""
HOLDER_BELOW: Final = ABOVE_HELD + 1
HOLDER_ABOVE: Final = HOLDER_BELOW + 1
ONLY_CARD: Final = HOLDER_ABOVE + 1
OF_CAPTAIN: Final = ONLY_CARD + 1
DISTANCE: Final = OF_CAPTAIN + 1
CATCHES: Final = DISTANCE + 1
RUFFS: Final = CATCHES + 1
MUST_SHORTEN: Final = RUFFS + 1
HOPELESS: Final = MUST_SHORTEN + 1
SHORT_SUITS: Final = HOPELESS + 1
DISCARDS: Final = SHORT_SUITS + 1
"""Features of the hand that holds the card where it is not the owner's, from `HOLDER_BELOW` on."""
SAME_SUIT: Final = DISCARDS + 1
OWN_SAME_SUIT: Final = SAME_SUIT + 1
OWN_TASKS: Final = OWN_SAME_SUIT + 1
GIVES: Final = OWN_TASKS + 1
"""Features of the other tasks, from `SAME_SUIT` on."""
FEATURES: Final = GIVES + 1

_NINES: Final = 1 << 8 | 1 << 17 | 1 << 26 | 1 << 35
_TRUMPS: Final = 0xF << 36
_HIGHEST_TRUMP: Final = 1 << 39


@compiled
def see_task(hands: Numbers, seats: int, captain: int, tasks: Numbers, t: int, seen: Numbers) -> None:
    """Write the features of the t-th task into `seen`. All tasks have owners; `hands` are sets by seat."""
    card, owner, token = tasks[TASK * t + CARD], tasks[TASK * t + OWNER], tasks[TASK * t + TOKEN]
    for k in range(FEATURES):
        seen[k] = 0
    hand, suit = hands[owner], suit_of(card)
    mine, held = hand & suit, hand >> card & 1
    above = mine & higher(card)
    seen[(HELD if held else NOT_HELD) + card % 9] = 1
    seen[OF_TOKEN + token] = 1
    seen[OWN_ABOVE], seen[CAN_CATCH] = size(above), 1 if above else 0
    seen[OWN_BELOW], seen[LENGTH] = size(mine & ((1 << card) - 1)), size(mine)
    seen[VOID], seen[TRUMPS] = 0 if mine else 1, size(hand & _TRUMPS)
    seen[HAS_TRUMP], seen[HAS_HIGHEST] = 1 if hand & _TRUMPS else 0, 1 if hand & _HIGHEST_TRUMP else 0
    seen[NINES] = size(hand & _NINES & ~suit)
    _see_others(hands, seats, owner, card, mine, held, above, seen)
    if not held:
        _see_holder(hands, seats, captain, owner, card, mine, above, seen)
    _see_tasks(tasks, t, card, owner, hand, seen)


@compiled
def _see_others(
    hands: Numbers, seats: int, owner: int, card: int, mine: int, held: int, above: int, seen: Numbers
) -> None:
    best = -1
    for place in range(9):
        if mine >> card // 9 * 9 + place & 1:
            best = card // 9 * 9 + place
    winning = card if held else best if above else -1
    elsewhere = 0
    for seat in range(seats):
        if seat == owner:
            continue
        cards = hands[seat] & suit_of(card)
        elsewhere |= cards
        seen[LONGEST] = max(seen[LONGEST], size(cards))
        seen[VOID_SEATS] += 0 if cards else 1
        if winning >= 0 and cards and cards & ((1 << winning) - 1) == 0:
            seen[FORCED_SEATS] += 1
    seen[ABOVE_OWN] = size(elsewhere & higher(best)) if best >= 0 else size(elsewhere)
    seen[HIGHEST] = 0 if seen[ABOVE_OWN] else 1
    seen[ABOVE_CARD] = size(elsewhere & higher(card))
    seen[ABOVE_HELD] = held * seen[ABOVE_CARD]


@compiled
def _see_holder(
    hands: Numbers, seats: int, captain: int, owner: int, card: int, mine: int, above: int, seen: Numbers
) -> None:
    holder = owner
    for seat in range(seats):
        if hands[seat] >> card & 1:
            holder = seat
    cards = hands[holder] & suit_of(card)
    seen[HOLDER_BELOW], seen[HOLDER_ABOVE] = size(cards & ((1 << card) - 1)), size(cards & higher(card))
    seen[ONLY_CARD], seen[OF_CAPTAIN] = 1 if size(cards) == 1 else 0, 1 if holder == captain else 0
    seen[DISTANCE] = (holder - owner) % seats
    for colour in range(4):
        if colour != card // 9 and size(hands[holder] & suit_of(9 * colour)) < 2:
            seen[SHORT_SUITS] += 1
            seen[DISCARDS] += hands[owner] >> 9 * colour + 8 & 1
    if above:
        seen[CATCHES] = seen[HIGHEST]
    elif seen[HAS_TRUMP]:
        seen[MUST_SHORTEN if mine else RUFFS] = 1
    else:
        seen[HOPELESS] = 1


@compiled
def _see_tasks(tasks: Numbers, t: int, card: int, owner: int, hand: int, seen: Numbers) -> None:
    for other in range(len(tasks) // TASK):
        if other == t:
            continue
        theirs, its_card = tasks[TASK * other + OWNER], tasks[TASK * other + CARD]
        if its_card // 9 == card // 9:
            seen[OWN_SAME_SUIT if theirs == owner else SAME_SUIT] += 1
        if theirs == owner:
            seen[OWN_TASKS] += 1
        elif hand >> its_card & 1:
            seen[GIVES] += 1
