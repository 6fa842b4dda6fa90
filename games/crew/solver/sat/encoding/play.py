"""All lines of play from a position as clauses: every way in which these can be fulfilled is a legal line.

The terms that goals are put in: to which trick a card is played, who wins a trick, who leads it. Tricks count from
the one now running or to be led, which is 0. Whose card it is may itself be open: before a distress signal.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any, NamedTuple

from ....families.masks import orders
from ...puzzle import Puzzle
from ..clauses import FALSE, TRUE, Clauses

SUITS = range(5)
TRUMP = 4
"""The suits by their place in the deck."""

Holders = Mapping[int, tuple[tuple[int, int], ...]]
"""The seats that may hold each card, each with the literal that says it does."""


class HeldCard(NamedTuple):
    """A card that a seat may hold."""

    card: int
    sure: int
    """Whether the seat holds it."""
    at: list[int]
    """Literals that say whether the seat plays it to each trick."""


class Lines:
    """The lines of play from a position."""

    def __init__(self, puzzle: Puzzle, clauses: Clauses | None = None, holders: Holders | None = None) -> None:
        self.puzzle = puzzle
        self.clauses = clauses or Clauses()
        self.terms: dict[tuple[Any, ...], Any] = {}
        """The terms that `terms.py` has made of these lines."""
        self.dropped: dict[int, int] = {}
        """A literal for a card that says its task need not be done: its place in an order does not matter then."""
        self.seats = range(puzzle.seats)
        self.tricks = range(puzzle.tricks_left)
        self._played = {(puzzle.leader + place) % puzzle.seats: card for place, card in enumerate(puzzle.plays)}
        self.at: dict[int, list[int]] = {}
        """Literals by card and trick: it is played to this trick."""
        self.before: dict[int, list[int]] = {}
        """Literals by card and trick: it is played to an earlier one; at the number of tricks, it is played at
        all.
        """
        self.held: list[list[HeldCard]] = [[] for _ in self.seats]
        self.wins: list[list[int]] = [self.clauses.several(puzzle.seats) for _ in self.tricks]
        """Literals by trick and seat: the seat wins it."""
        self.leads: list[list[int]] = [[TRUE if seat == puzzle.leader else FALSE for seat in self.seats], *self.wins]
        """Literals by trick and seat: the seat leads it."""
        self._deal(holders or {card: ((seat, TRUE),) for seat in self.seats for card in orders(puzzle.hands[seat])})
        self.suits: list[list[list[int]]] = [[self._suits(seat, trick) for seat in self.seats] for trick in self.tricks]
        """Literals by trick, seat and suit: the seat plays a card of that suit."""
        self.led: list[list[int]] = [self.clauses.several(len(SUITS)) for _ in self.tricks]
        """Literals by trick and suit: the suit is led."""
        self.trumped = [self.clauses.either(suits[TRUMP] for suits in self.suits[trick]) for trick in self.tricks]
        """Literals by trick: there is a trump in it."""
        self._play_by_the_rules()

    # Whose card is played when

    def _deal(self, holders: Holders) -> None:
        played, number = self._played, len(self.tricks)
        spare = [hand.bit_count() > number - (seat in played) for seat, hand in enumerate(self.puzzle.hands)]
        over = {bottom: top for top, bottom in self.puzzle.covers}
        for card, seats in holders.items():
            first = min(seat in played for seat, _ in seats) + (card in over)
            self._place(card, first, surely=not any(spare[seat] for seat, _ in seats))
        for seat, card in played.items():
            self.at[card] = [TRUE] + [FALSE] * (number - 1)
            self.before[card] = [FALSE] + [TRUE] * number
            self.held[seat].append(HeldCard(card, TRUE, self.at[card]))
        for card, seats in holders.items():
            for seat, sure in seats:
                self._hold(card, seat, sure, spare[seat])
        for bottom, top in over.items():
            for trick in self.tricks:
                self.clauses.add([-self.at[bottom][trick], self.before[top][trick]])

    def _place(self, card: int, first: int, *, surely: bool) -> None:
        """The card is played to this trick or a later one; perhaps, unless `surely`, to none."""
        number, new = len(self.tricks), self.clauses.new
        last = TRUE if surely else new()
        before = [FALSE] * (first + 1) + [new() for _ in range(number - 1 - first)] + [last]
        self.before[card] = before = before[: number + 1]
        self.at[card] = [self._between(before[trick], before[trick + 1]) for trick in self.tricks]

    def _between(self, before: int, after: int) -> int:
        """Return a literal: the card is played just then, not before, but before the next."""
        if before == FALSE:
            return after
        self.clauses.add([-before, after])
        return -before if after == TRUE else self.clauses.both(-before, after)

    def _hold(self, card: int, seat: int, sure: int, spare: bool) -> None:
        at = self.at[card]
        if sure != TRUE:
            at = [self.clauses.both(sure, literal) for literal in at]
            if not spare:
                self.clauses.add([-sure, self.before[card][-1]])
        self.held[seat].append(HeldCard(card, sure, at))

    # The rules

    def _suits(self, seat: int, trick: int) -> list[int]:
        cards: list[list[int]] = [[] for _ in SUITS]
        for card, _, at in self.held[seat]:
            cards[card // 9].append(at[trick])
        return [self.clauses.either(some) for some in cards]

    def _play_by_the_rules(self) -> None:
        for trick in self.tricks:
            self._one_card_each(trick)
            self._follow_suit(trick)
            self._one_winner(trick)
            for seat in self.seats:
                self._win(trick, seat)
        for seat, other in permutations(self.seats, 2):
            self._no_better(seat, other)

    def _one_card_each(self, trick: int) -> None:
        for seat in self.seats:
            literals = [at[trick] for _, _, at in self.held[seat]]
            self.clauses.add(literals)
            self.clauses.at_most_one(literals)

    def _follow_suit(self, trick: int) -> None:
        add, led, leads = self.clauses.add, self.led[trick], self.leads[trick]
        over = {bottom: top for top, bottom in self.puzzle.covers}
        self.clauses.at_most_one(led)
        for seat in self.seats:
            suits = self.suits[trick][seat]
            for suit in SUITS:
                add([-leads[seat], -suits[suit], led[suit]])
                add([-leads[seat], suits[suit], -led[suit]])
            if trick == 0 and seat in self._played:
                continue  # The robot may have uncovered a card since.
            for card, sure, _ in self.held[seat]:
                suit = card // 9
                hidden = -self.before[over[card]][trick] if card in over else FALSE
                add([-led[suit], suits[suit], self.before[card][trick], -sure, hidden])

    def _one_winner(self, trick: int) -> None:
        self.clauses.add(self.wins[trick])
        self.clauses.at_most_one(self.wins[trick])

    def _win(self, trick: int, seat: int) -> None:
        """A trick is won by a trump, or in the suit led if there is none."""
        add, win = self.clauses.add, -self.wins[trick][seat]
        for suit, literal in enumerate(self.suits[trick][seat]):
            if literal != FALSE and suit != TRUMP:
                add([win, -literal, self.led[trick][suit]])
                add([win, -literal, -self.trumped[trick]])

    def _no_better(self, seat: int, other: int) -> None:
        """Require that where the one seat wins, the other plays no higher card of the same suit."""
        # Most clauses are these, so they are written down without a call for each.
        wins = [-literals[seat] for literals in self.wins]
        for card, _, at in self.held[seat]:
            for higher, _, beats in self.held[other]:
                if card < higher and card // 9 == higher // 9:
                    self.clauses.all += [
                        [win, -one, -two]
                        for win, one, two in zip(wins, at, beats, strict=True)
                        if FALSE not in (one, two)
                    ]
