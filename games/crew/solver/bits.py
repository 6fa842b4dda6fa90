"""Sets of cards as 64-bit numbers, for the kernel."""

from __future__ import annotations

from .compiled import compiled


@compiled
def size(cards: int) -> int:
    """Return the number of cards in the set."""
    cards = cards - ((cards >> 1) & 0x5555555555555555)
    cards = (cards & 0x3333333333333333) + ((cards >> 2) & 0x3333333333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F0F0F
    cards = cards + (cards >> 8)
    cards = cards + (cards >> 16)
    return (cards + (cards >> 32)) & 0x7F


@compiled
def place(card: int) -> int:
    """The place in the deck of the only card of the set."""
    return size(card - 1)


@compiled
def lowest_of(cards: int) -> int:
    """The first place in the deck of a set with cards: of one suit, the lowest card."""
    return place(cards & -cards)


@compiled
def highest_of(cards: int) -> int:
    """The last place in the deck of a set with cards: of one suit, the highest card."""
    for step in (1, 2, 4, 8, 16, 32):
        cards |= cards >> step
    return size(cards) - 1


@compiled
def suit_of(card: int) -> int:
    """All cards of the suit of the card at this place: 0 to 3 are colours, 4 the trumps."""
    return 0x1FF << (card // 9 * 9) if card < 36 else 0xF << 36


@compiled
def higher(card: int) -> int:
    """The higher cards of the same suit."""
    return suit_of(card) & ~((2 << card) - 1)
