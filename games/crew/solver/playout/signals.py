"""Signals of sampled hands, and the signal that a seat of a playout gives after the first trick.

With it a playout tells what a token is worth to a seat that waits: the seat gives the best signal of the hand that it
then has, and from then on all seats know what this shows and excludes.
"""

from __future__ import annotations

from typing import Final

from ..bits import highest_of, lowest_of, size, suit_of
from ..compiled import Numbers, compiled
from .chances import COLOUR_CARD_COUNT, EXCLUDED, KIND_COUNT, LATER, SHOWN, WORDS, WORTH

HIGHEST, LOWEST, ONLY = range(KIND_COUNT)
"""The kinds of signals, in the order of their values."""
NO_CARD: Final = -1


@compiled
def signal_of(hand: int, colour: int, kind: int) -> int:
    """The card of this colour that the hand can signal so; -1 for none."""
    cards = hand & suit_of(9 * colour)
    if cards == 0 or (size(cards) == 1) != (kind == ONLY):
        return NO_CARD
    return highest_of(cards) if kind == HIGHEST else lowest_of(cards)


@compiled
def excluded_by(kind: int, card: int) -> int:
    """The cards of the suit that this signal excludes from the hand, where it says what its card is."""
    suit, below = suit_of(card), (1 << card) - 1
    if kind == ONLY:
        return suit & ~(1 << card)
    return suit & below if kind == LOWEST else suit & ~below & ~(1 << card)


@compiled
def later_seat(program: Numbers) -> int:
    """The seat that signals after the first trick; -1 for none."""
    return program[LATER] - 1


@compiled
def give_best_signal(program: Numbers, seat: int, hand: int) -> None:
    """Add to what all seats know the signal of this hand that is worth most, if one is worth its token."""
    best, best_kind, best_card = 0, ONLY, NO_CARD
    for colour in range(4):
        for kind in range(KIND_COUNT):
            card = signal_of(hand, colour, kind)
            if card != NO_CARD and program[WORTH + COLOUR_CARD_COUNT * kind + card] > best:
                best, best_kind, best_card = program[WORTH + COLOUR_CARD_COUNT * kind + card], kind, card
    if best:
        program[SHOWN + seat] |= 1 << best_card
        program[EXCLUDED + seat] |= excluded_by(best_kind, best_card) if program[WORDS] else 0
