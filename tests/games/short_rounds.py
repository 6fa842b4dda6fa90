"""Rounds played at random until a few tricks are left, and then in every way that the rules allow."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.contract import Sentence
from games.crew.cards import Card, Trick, deck, playable
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.families import Ledger
from tests.games.plain_tasks import MET, Over

Held = tuple[str, int]
"""A task and its owner."""


class Position(NamedTuple):
    """Between two tricks."""

    hands: tuple[tuple[Card, ...], ...]
    ledger: Ledger
    tricks: tuple[Trick, ...]
    statuses: dict[Held, object]
    """What each task of each owner has come to: open, done or a Sentence."""

    @property
    def tricks_total(self) -> int:
        return len(self.tricks) + self.ledger.tricks_left

    def said(self, owner: int) -> int:
        return owner % (self.tricks_total + 1)


def whole_deal(seats: int, chance: random.Random, tasks: list[str], *, blind: bool = False) -> Position:
    """All forty cards dealt."""
    cards = list(deck("S"))
    chance.shuffle(cards)
    hands = tuple(tuple(cards[seat::seats]) for seat in range(seats))
    captain = next(seat for seat in range(seats) if any(card == "S4" for card in hands[seat]))
    robot = (captain + 1) % seats if blind else None
    ledger = Ledger.opening(seats, captain, 40 // seats, 40 % seats, robot)
    return judged(Position(hands, ledger, (), {(task, owner): "open" for task in tasks for owner in range(seats)}))


def few_cards(seats: int, tricks: int, unplayed: int, chance: random.Random, tasks: list[str]) -> Position:
    """A round with so few cards that it has only these tricks; the other cards are in no hand."""
    cards = chance.sample(deck("S"), seats * tricks + unplayed)
    hands = tuple(tuple(cards[seat::seats]) for seat in range(seats))
    captain = next((seat for seat in range(seats) if any(card == "S4" for card in hands[seat])), 0)
    opening = Ledger.opening(seats, captain, tricks, unplayed)
    left = sum(1 << card.order for card in cards)
    ledger = opening._replace(
        left=left,
        may_hold=tuple(held & left for held in opening.may_hold),
        floors=opening.counts,
        ceilings=(tricks,) * seats,
        free=tricks,
    )
    return judged(Position(hands, ledger, (), {(task, owner): "open" for task in tasks for owner in range(seats)}))


def judged(position: Position) -> Position:
    """The same with the open tasks judged."""
    ledger = position.ledger
    statuses = {
        held: TASK_CARDS[held[0]].family.judge(ledger, held[1], position.said(held[1])) if status == "open" else status
        for held, status in position.statuses.items()
    }
    return position._replace(statuses=statuses)


def next_tricks(position: Position) -> Iterator[tuple[tuple[tuple[Card, ...], ...], Trick]]:
    """Every next trick that the hands allow, with the hands after it."""

    def play(hands: tuple[tuple[Card, ...], ...], trick: Trick) -> Iterator[tuple[tuple[tuple[Card, ...], ...], Trick]]:
        if len(trick.plays) == position.ledger.seats:
            yield hands, trick
            return
        seat = (trick.leader + len(trick.plays)) % position.ledger.seats
        for card in playable(hands[seat], trick):
            rest = tuple(c for c in hands[seat] if c is not card)
            after = trick._replace(plays=(*trick.plays, (seat, card)))
            yield from play((*hands[:seat], rest, *hands[seat + 1 :]), after)

    yield from play(position.hands, Trick(len(position.tricks) + 1, position.ledger.leader))


def at_random(position: Position, until: int, chance: random.Random) -> Position:
    """The position once only so many tricks are left."""
    while position.ledger.tricks_left > until:
        hands, trick = _random_trick(position, chance)
        position = after(position, hands, trick)
    return position


def _random_trick(position: Position, chance: random.Random) -> tuple[tuple[tuple[Card, ...], ...], Trick]:
    hands, trick = list(position.hands), Trick(len(position.tricks) + 1, position.ledger.leader)
    for step in range(position.ledger.seats):
        seat = (trick.leader + step) % position.ledger.seats
        card = chance.choice(playable(hands[seat], trick))
        hands[seat] = tuple(c for c in hands[seat] if c is not card)
        trick = trick._replace(plays=(*trick.plays, (seat, card)))
    return tuple(hands), trick


def after(position: Position, hands: tuple[tuple[Card, ...], ...], trick: Trick) -> Position:
    """The position after this trick."""
    return judged(Position(hands, position.ledger.after(trick), (*position.tricks, trick), position.statuses))


Watch = Callable[[Position, Held, bool], None]


def check(position: Position, late: Watch | None = None) -> dict[Held, set[bool]]:
    """Compare every verdict with all the ends that can still come, and answer for each task what these are."""
    ends: dict[Held, set[bool]] = {held: set() for held in position.statuses}
    if position.ledger.tricks_left:
        for hands, trick in next_tricks(position):
            for held, met in check(after(position, hands, trick), late).items():
                ends[held] |= met
    else:
        for task, owner in ends:
            over = Over.of(list(position.tricks), owner, position.ledger.captain, position.said(owner))
            ends[task, owner] = {MET[task](over)}
            assert position.statuses[task, owner] != "open", (task, owner, position.tricks)
    for held, met in ends.items():
        status = position.statuses[held]
        if isinstance(status, Sentence):
            assert met == {False}, (held, status, position)
            assert str(status)
        elif status == "done":
            assert met == {True}, (held, position)
        elif late is not None and len(met) == 1:
            late(position, held, next(iter(met)))
    return ends
