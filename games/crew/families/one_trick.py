"""Tasks to win one trick of some kind, judged after every trick by that trick and by the tricks that can still come."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from ...contract import Sentence
from ..cards import Card
from ..tasks import DONE, OPEN
from .family import Family, Verdict
from .ledger import Ledger
from .masks import COLOUR, COLOUR_CARDS, HIGHER, RANK, TRUMPS, VALUE, orders

MOST_SUM = 45
"""The greatest sum of five values."""


class OneTrick(Family):
    """Win a trick that fits."""

    __slots__ = ()

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        if ledger.winners and ledger.winners[-1] == owner and self.fits(ledger):
            return DONE
        if ledger.most_wins(owner) and self.possible(ledger, owner):
            return OPEN
        return self.lost(ledger, owner)

    @abstractmethod
    def fits(self, ledger: Ledger) -> bool:
        """Return whether the last trick is of that kind, for any winner."""

    @abstractmethod
    def possible(self, ledger: Ledger, owner: int) -> bool:
        """Return whether the cards left may still make such a trick for the owner."""

    @abstractmethod
    def lost(self, ledger: Ledger, owner: int) -> Sentence:
        """Return why no such trick can come."""


def company(ledger: Ledger, winning: int) -> int:
    """The colour cards left that may lie in a trick won by this colour card."""
    return ledger.left & COLOUR_CARDS & ~HIGHER[winning] & ~(1 << winning)


def full(ledger: Ledger, owner: int, cards: int) -> bool:
    """Return whether the others may each play one of these cards."""
    if cards.bit_count() < ledger.seats - 1:
        return False
    return all(held & cards for seat, held in enumerate(ledger.may_hold) if seat != owner)


def highest_of_each(cards: int) -> Iterator[int]:
    """The highest card of each colour: where others must stay below, it leaves them the most room."""
    for colour in COLOUR.values():
        if cards & colour:
            yield (cards & colour).bit_length() - 1


@dataclass(frozen=True, slots=True)
class WonWithValue(OneTrick):
    """Win a trick by playing a colour card of this value, with another of value `capture` in it if that is set."""

    value: int
    capture: int | None = None

    def fits(self, ledger: Ledger) -> bool:
        card = ledger.winning
        assert card is not None
        if card.rank != self.value or card.is_trump:
            return False
        return self.capture is None or bool(ledger.in_trick & VALUE[self.capture] & ~(1 << card.order))

    def possible(self, ledger: Ledger, owner: int) -> bool:
        for winning in orders(ledger.may_hold[owner] & VALUE[self.value]):
            cards = company(ledger, winning)
            if full(ledger, owner, cards) and (self.capture is None or self._captures(ledger, owner, cards)):
                return True
        return False

    def _captures(self, ledger: Ledger, owner: int, cards: int) -> bool:
        """Return whether another player may have a card to be captured among these."""
        wanted = cards & VALUE[self.capture or 0]
        return any(held & wanted for seat, held in enumerate(ledger.may_hold) if seat != owner)

    def lost(self, ledger: Ledger, owner: int) -> Sentence:
        if self.capture is None:
            return Sentence("no-trick-with-value", {"owner": owner, "value": self.value})
        return Sentence("no-capture-with-value", {"owner": owner, "value": self.value, "captured": self.capture})

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        return Sentence("progress-to-come", {"number": (VALUE[self.value] & ledger.left).bit_count()})


@dataclass(frozen=True, slots=True)
class WonWithTrump(OneTrick):
    """Win this card by playing a trump."""

    card: Card

    def fits(self, ledger: Ledger) -> bool:
        card = ledger.winning
        return card is not None and card.is_trump and bool(ledger.in_trick >> self.card.order & 1)

    def possible(self, ledger: Ledger, owner: int) -> bool:
        wanted = 1 << self.card.order
        if not ledger.left & wanted or not ledger.may_hold[owner] & TRUMPS:
            return False
        return any(held & wanted for seat, held in enumerate(ledger.may_hold) if seat != owner)

    def lost(self, ledger: Ledger, owner: int) -> Sentence:
        if ledger.in_trick >> self.card.order & 1:
            params = {"winner": ledger.winners[-1], "card": str(self.card), "owner": owner}
            return Sentence("card-not-by-trump", {**params, "other": str(ledger.winning)})
        return Sentence("no-trump-for-card", {"owner": owner, "card": str(self.card)})


@dataclass(frozen=True, slots=True)
class AllOf(OneTrick):
    """Win a trick that consists of these colour cards only."""

    cards: int
    reason: str
    """The code of the sentence when no such trick can come."""
    value: int | None = None

    def fits(self, ledger: Ledger) -> bool:
        return not ledger.in_trick & ~self.cards

    def possible(self, ledger: Ledger, owner: int) -> bool:
        for winning in highest_of_each(ledger.may_hold[owner] & self.cards):
            if full(ledger, owner, company(ledger, winning) & self.cards):
                return True
        return False

    def lost(self, ledger: Ledger, owner: int) -> Sentence:
        return Sentence(self.reason, {"owner": owner, "value": self.value})


@dataclass(frozen=True, slots=True)
class TrickSum(OneTrick):
    """Win a trick without trumps whose values add up to a number between bounds that the seats decide."""

    lows: tuple[int, int, int]
    """With three, four, five at the table."""
    highs: tuple[int, int, int]
    reason: str

    def fits(self, ledger: Ledger) -> bool:
        if ledger.in_trick & TRUMPS:
            return False
        low, high = self.bounds(ledger.seats)
        return low <= sum([RANK[order] for order in orders(ledger.in_trick)]) <= high

    def bounds(self, seats: int) -> tuple[int, int]:
        """The lowest and the highest sum that fit."""
        return self.lows[seats - 3], self.highs[seats - 3]

    def possible(self, ledger: Ledger, owner: int) -> bool:
        low, high = self.bounds(ledger.seats)
        held = ledger.may_hold[owner] & COLOUR_CARDS
        for winning in highest_of_each(held) if high == MOST_SUM else orders(held):
            rank = RANK[winning]
            if rank > high:
                continue
            cards = company(ledger, winning)
            if full(ledger, owner, cards) and _adds_up(cards, ledger.seats - 1, low - rank, high - rank):
                return True
        return False

    def lost(self, ledger: Ledger, owner: int) -> Sentence:
        low, high = self.bounds(ledger.seats)
        return Sentence(self.reason, {"owner": owner, "low": low, "high": high})


def _adds_up(cards: int, number: int, low: int, high: int) -> bool:
    """Return whether this many of these cards may add up to a sum within the bounds; with many cards only roughly."""
    if cards.bit_count() > 12:
        return extreme_sum(cards, number, range(1, 10)) <= high and extreme_sum(cards, number, range(9, 0, -1)) >= low
    sums = [1] + [0] * number
    for order in orders(cards):
        for taken in range(number, 0, -1):
            sums[taken] |= sums[taken - 1] << RANK[order]
    return bool(sums[number] >> max(low, 0) << max(low, 0) & (2 << high) - 1)


def extreme_sum(cards: int, number: int, values: range) -> int:
    """The sum of this many of these cards, taken in this order of values."""
    total = 0
    for value in values:
        taken = min((cards & VALUE[value]).bit_count(), number)
        total += value * taken
        number -= taken
        if not number:
            break
    return total


@dataclass(frozen=True, slots=True)
class BalancedTrick(OneTrick):
    """Win a trick with as many cards of one colour as of the other, at least one of each."""

    one: str
    other: str

    def fits(self, ledger: Ledger) -> bool:
        number = (ledger.in_trick & COLOUR[self.one]).bit_count()
        return number > 0 and number == (ledger.in_trick & COLOUR[self.other]).bit_count()

    def possible(self, ledger: Ledger, owner: int) -> bool:
        one = (ledger.left & COLOUR[self.one]).bit_count()
        other = (ledger.left & COLOUR[self.other]).bit_count()
        rest = ledger.left.bit_count() - one - other
        pairs = range(1, min(one, other, ledger.seats // 2) + 1)
        return any(ledger.seats - 2 * number <= rest for number in pairs)

    def lost(self, ledger: Ledger, owner: int) -> Sentence:
        return Sentence("no-balanced-trick", {"owner": owner, "suit": self.one, "other_suit": self.other})
