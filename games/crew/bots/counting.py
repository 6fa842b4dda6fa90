"""Certainties of a seat about the cards that it does not see, from its own view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...contract import View
from ..cards import CARDS, COLOURS, Card, Trick, beats
from ..robot import ROBOT_SEAT
from .heuristics import exchanges_hands
from .reading import Reading, read

Held = dict[int, set[Card]]


class Passed(NamedTuple):
    """The card that the seat has passed to a neighbour with the distress signal. A view does not name it."""

    seat: int
    """The neighbour."""
    card: str


@dataclass(frozen=True, slots=True)
class Count:
    """The certainties of a seat. What is by seat has an entry for each other seat, the robot's included."""

    seat: int
    trump: str
    """The suit of the trumps: R or S."""
    cards: tuple[Card, ...]
    """The deck in play, in its order."""
    left: tuple[Card, ...]
    """The cards in other hands, in the order of the deck."""
    may_hold: Mapping[int, frozenset[Card]]
    """The cards that another seat may still hold."""
    certain: Mapping[int, frozenset[Card]]
    """The cards that another seat certainly holds."""
    unfollowed: Mapping[int, frozenset[str]]
    """The suits that another seat has not followed when they were led."""
    open_cards: frozenset[Card]
    """The robot's open cards, which everyone sees."""
    winners: frozenset[Card]
    """The seat's own cards that win the present trick, whatever the others play; empty while it is not their turn."""

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits of the deck in play, the trumps last."""
        return tuple(suit for suit in (*COLOURS, self.trump) if any(card.suit == suit for card in self.cards))

    def left_of(self, suit: str) -> tuple[Card, ...]:
        """Return the cards of a suit in other hands."""
        return tuple(card for card in self.left if card.suit == suit)

    def may_have(self, seat: int, suit: str) -> bool:
        """Return whether another seat may still hold a card of the suit."""
        return any(card.suit == suit for card in self.may_hold[seat])

    def surely_has(self, seat: int, suit: str) -> bool:
        """Return whether another seat certainly holds a card of the suit."""
        return any(card.suit == suit for card in self.certain[seat])

    def voids_of(self, seat: int) -> tuple[str, ...]:
        """Return the suits of which another seat certainly has none, as long as others have some."""
        return tuple(suit for suit in self.suits if self.left_of(suit) and not self.may_have(seat, suit))


def count(view: View, *, passed: Passed | None = None) -> Count:
    """Return what the view's seat can be sure of. Raises ValueError for a spectator's view.

    Everything follows from the rules: a seat that could not follow suit, what a signal excludes, the captain's highest
    trump, the number of cards in each hand. Nothing is a guess about what players wanted.
    """
    seat = view["seat"]
    if seat is None:
        raise ValueError(view)
    reading = read(view, hands_were_mixed=exchanges_hands(view))
    certain, possible = _deduced(reading, seat, None if _is_mixed(view) else passed)
    open_cards = frozenset(CARDS[card] for card in view["robot"]["up"] if card) if view["robot"] else frozenset()
    others = [other for other in range(len(reading.room)) if other != seat]
    unknown = {other: {card for card, seats in possible.items() if other in seats} for other in others}
    found = Count(
        seat=seat,
        trump=reading.cards[-1].suit,
        cards=reading.cards,
        left=tuple(card for card in reading.cards if card in possible or any(card in certain[one] for one in others)),
        may_hold={other: frozenset(certain[other] | unknown[other]) for other in others},
        certain={other: frozenset(certain[other]) for other in others},
        unfollowed={other: _unfollowed(reading, other, exchanges_hands(view)) for other in others},
        open_cards=open_cards,
        winners=frozenset(),
    )
    return _with_winners(found, view)


def _is_mixed(view: View) -> bool:
    """Return whether cards have changed hands at random (mission 12)."""
    return exchanges_hands(view) and len(view["played"]) >= len(view["hand_sizes"])


def _unfollowed(reading: Reading, seat: int, hands_were_mixed: bool) -> frozenset[str]:
    tricks = reading.tricks[hands_were_mixed:]
    plays = ((trick.plays[0][1].suit, card) for trick in tricks for player, card in trick.plays if player == seat)
    return frozenset(led for led, card in plays if card.suit != led)


def _deduced(reading: Reading, seat: int, passed: Passed | None) -> tuple[Held, dict[Card, set[int]]]:
    """Return the cards whose holder is certain, by seat, and the possible holders of every other unseen card."""
    certain: Held = {number: set(cards) for number, cards in enumerate(reading.certain)}
    room = list(reading.room)
    possible = {
        card: {other for other in range(len(room)) if other != seat and (other, card) not in reading.barred}
        for card in reading.unseen
    }
    if passed is not None and CARDS[passed.card] in possible:
        possible[CARDS[passed.card]] = {passed.seat}
    while found := _next_certain(possible, room):
        holder, card = found
        certain[holder].add(card)
        room[holder] -= 1
        del possible[card]
        if not room[holder]:
            for seats in possible.values():
                seats.discard(holder)
    return certain, possible


def _next_certain(possible: Mapping[Card, set[int]], room: Sequence[int]) -> tuple[int, Card] | None:
    """Return a seat and its card where only one seat is possible, or where a seat needs all of its possible cards."""
    for card, seats in possible.items():
        able = [seat for seat in seats if room[seat]]
        if len(able) == 1:
            return able[0], card
    for seat, free in enumerate(room):
        cards = [card for card, seats in possible.items() if seat in seats]
        if free and len(cards) == free:
            return seat, cards[0]
    return None


def _with_winners(found: Count, view: View) -> Count:
    own = [CARDS[text.removeprefix("play ")] for text in view["legal"] if text.startswith("play ")]
    trick = view["trick"]
    if not own or not trick or found.seat not in view["waiting_on"]:
        return found
    played = [(seat, CARDS[card]) for seat, card in trick["plays"]]
    to_come = set(found.may_hold) - {seat for seat, _card in played}
    best = Trick(1, found.seat, tuple(played)).winning_play[1] if played else None
    led = played[0][1].suit if played else ""
    winners = frozenset(
        card
        for card in own
        if (best is None or beats(card, best)) and not any(_may_beat(found, seat, card, led) for seat in to_come)
    )
    return replace(found, winners=winners)


def _may_beat(found: Count, seat: int, card: Card, led: str) -> bool:
    """Return whether a seat to come may take the trick from this card; the robot plays one of its open cards."""
    is_robot = seat == ROBOT_SEAT and bool(found.open_cards)
    cards: Iterable[Card] = found.open_cards if is_robot else found.may_hold[seat]
    suit = led or card.suit
    must_follow = any(one.suit == suit for one in (found.open_cards if is_robot else found.certain[seat]))
    return any(beats(one, card) and (one.suit == suit or not must_follow) for one in cards)
