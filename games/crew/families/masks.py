"""Sets of cards as whole numbers: the bit of a card is its `order`, so counting a set is one `bit_count`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..cards import COLOURS, ROCKETS, SUBMARINES, Card, deck

CARDS_IN_ORDER = deck(SUBMARINES)
ALL = (1 << 40) - 1
TRUMPS = 0b1111 << 36
COLOUR_CARDS = ALL & ~TRUMPS
COLOUR: dict[str, int] = {suit: 0b111111111 << 9 * place for place, suit in enumerate(COLOURS)}
"""The nine cards of each colour."""
SUIT: dict[str, int] = {**COLOUR, ROCKETS: TRUMPS, SUBMARINES: TRUMPS}
VALUE: tuple[int, ...] = (0, *(sum(1 << 9 * place + rank for place in range(4)) for rank in range(9)))
"""The four colour cards of each value, by value. Trumps have no value here: no task means them."""
SUIT_OF: tuple[int, ...] = tuple(SUIT[card.suit] for card in CARDS_IN_ORDER)
"""All cards of the suit of a card, by its order."""
HIGHER: tuple[int, ...] = tuple(SUIT_OF[order] & ~((2 << order) - 1) for order in range(40))
"""The higher cards of the suit of a card, by its order."""
RANK: tuple[int, ...] = tuple(card.rank for card in CARDS_IN_ORDER)
MOST = 40
"""More cards than a player can win."""


def mask_of(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    return sum({1 << card.order for card in cards})


def of_values(values: Iterable[int]) -> int:
    """All colour cards of these values."""
    return sum(VALUE[value] for value in set(values))


def of_colours(suits: Iterable[str]) -> int:
    """All cards of these colours."""
    return sum(COLOUR[suit] for suit in set(suits))


def orders(mask: int) -> Iterator[int]:
    """The orders of the cards of the set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def first_card(mask: int) -> Card:
    """The first card of the set, in deck order."""
    return CARDS_IN_ORDER[(mask & -mask).bit_length() - 1]


def winning_order(lead: int, cards: int) -> int:
    """Return the card that wins when the card of order `lead` is led: the highest trump, else of the suit led."""
    return (cards & TRUMPS or cards & SUIT_OF[lead]).bit_length() - 1
