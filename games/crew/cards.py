"""The cards of both Crew games: four colours of nine, and four trumps (rockets or submarines)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

COLOURS = "PBGY"
ROCKETS = "R"
SUBMARINES = "S"


class Card(str):
    """A card is its text, such as `B7`, and knows its suit and rank. One object a card: see `CARDS`."""

    __slots__ = ("is_trump", "order", "rank", "strength", "suit")

    suit: str
    rank: int
    order: int
    """Place in the unshuffled deck: pink, blue, green, yellow, trumps."""
    is_trump: bool
    strength: int
    """Higher wins among the cards that can take a trick: trumps come after every colour card."""

    def __new__(cls, suit: str, rank: int, order: int) -> Self:
        card = super().__new__(cls, f"{suit}{rank}")
        card.suit, card.rank, card.order = suit, rank, order
        card.is_trump = suit not in COLOURS
        card.strength = rank + 10 * card.is_trump
        return card

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return CARDS.__getitem__, (str(self),)


COLOUR_CARDS = tuple(
    Card(suit, rank, 9 * place + rank - 1) for place, suit in enumerate(COLOURS) for rank in range(1, 10)
)
_TRUMPS = {suit: tuple(Card(suit, rank, 35 + rank) for rank in range(1, 5)) for suit in ROCKETS + SUBMARINES}
CARDS: dict[str, Card] = {str(card): card for card in (*COLOUR_CARDS, *_TRUMPS[ROCKETS], *_TRUMPS[SUBMARINES])}

Hand = tuple[Card, ...]


def deck(trump: str) -> tuple[Card, ...]:
    """The forty cards in deck order, with rockets (`R`) or submarines (`S`) as trumps."""
    return COLOUR_CARDS + _TRUMPS[trump]


def in_deck_order(cards: Iterable[Card]) -> Hand:
    """The cards as a hand is held: by suit, then rank, trumps last."""
    return tuple(sorted(cards, key=lambda card: card.order))


def without(hand: Hand, card: Card) -> Hand:
    """The hand after the card has left it."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


class Trick(NamedTuple):
    """The cards on the table, in the order played: pairs of seat and card. `number` counts from 1."""

    number: int
    leader: int
    plays: tuple[tuple[int, Card], ...] = ()

    @property
    def winning_play(self) -> tuple[int, Card]:
        """The seat that takes the trick, and its card: the highest trump, else the highest card of the suit led."""
        plays = iter(self.plays)
        best = next(plays)
        _, best_card = best
        for play in plays:
            card = play[1]
            if beats(card, best_card):
                best, best_card = play, card
        return best


def beats(card: Card, best: Card) -> bool:
    """Return whether a later card takes the trick from the best card so far."""
    return card.strength > best.strength and (card.is_trump or card.suit == best.suit)


def playable(hand: Hand, trick: Trick) -> Hand:
    """The cards of the hand that may be played to the trick: follow suit if you can (rulebook, "Jeu de plis")."""
    if not trick.plays:
        return hand
    led = trick.plays[0][1].suit
    return tuple([card for card in hand if card.suit == led]) or hand
