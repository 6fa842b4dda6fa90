"""A player's pieces: two boats, cards in hand, at rest and on the table, bonus tokens, points, and the public knowledge
of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

BOATS = (0, 1)


class Boat(NamedTuple):
    """A boat's space; `spot` is its scouting spot there, empty on a tile's centre and off tiles."""

    space: str
    spot: str = ""


class Fleet(NamedTuple):
    """One player's pieces. Cards are ids, sorted.

    `sure` are cards that by public facts are in the hand, `maybe` those that are in the hand or at rest. Only a rest
    with more cards than it draws makes a card uncertain.
    """

    boats: tuple[Boat, Boat]
    hand: tuple[str, ...]
    tokens: int
    sure: tuple[str, ...]
    maybe: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    points: int = 0
    rests: int = 0

    @property
    def may_hold(self) -> tuple[str, ...]:
        """The cards that by public facts may be in the hand; sure ones first, copies included."""
        return self.sure + self.maybe

    @property
    def owned(self) -> int:
        """The number of crew cards in all places: the tie-break (rulebook, "End of the game")."""
        return len(self.hand) + len(self.rest) + len(self.shown)

    def plays(self, cards: Iterable[str]) -> Fleet:
        """With these cards of the hand face up on the table."""
        hand, sure, maybe, shown = list(self.hand), list(self.sure), list(self.maybe), list(self.shown)
        for card in cards:
            hand.remove(card)
            shown.append(card)
            (sure if card in sure else maybe).remove(card)
        certain, unsure = _infer(len(hand), sure, maybe)
        return self._replace(hand=tuple(hand), shown=tuple(shown), sure=tuple(certain), maybe=tuple(unsure))

    def recruits(self, card: str) -> Fleet:
        """Add a card to the hand in public."""
        return self._replace(hand=_with(self.hand, card), sure=_with(self.sure, card))

    def lays_to_rest(self) -> Fleet:
        """With the cards on the table face down on the rest pile."""
        if not self.shown:
            return self
        return self._replace(rest=tuple(sorted(self.rest + self.shown)), shown=())

    def rested(self, drawn: tuple[str, ...]) -> Fleet:
        """Take these cards of the rest pile back in hand; others learn only their number, unless it was all of them."""
        hand = tuple(sorted(self.hand + drawn))
        sure, maybe = _infer(len(hand), self.sure, _without(sorted(self.hand + self.rest), self.sure))
        rest = _without(self.rest, drawn)
        return self._replace(hand=hand, rest=rest, rests=self.rests + 1, sure=tuple(sure), maybe=tuple(maybe))

    def moved(self, boat: int, to: Boat) -> Fleet:
        """With one boat elsewhere."""
        one, other = self.boats
        return self._replace(boats=(to, other) if boat == 0 else (one, to))

    def boats_at(self, space: str) -> tuple[int, ...]:
        """Return the boats on a space."""
        one, other = self.boats
        if one.space == space:
            return (0, 1) if other.space == space else (0,)
        return (1,) if other.space == space else ()


def _infer(hand: int, sure: Sequence[str], maybe: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the cards that a hand of this size reveals: if it must hold all or no uncertain cards, all become sure."""
    uncertain = hand - len(sure)
    if uncertain == 0:
        return sure, ()
    return (sorted((*sure, *maybe)), ()) if uncertain == len(maybe) else (sure, maybe)


def _without(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _with(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(sorted((*cards, card)))
