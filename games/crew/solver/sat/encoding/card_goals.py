"""The goals that are about cards, as clauses over a line of play.

Each of these functions demands a goal, unless one of the literals `unless` is true.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ....families.masks import orders
from ...goals import kinds
from ..clauses import TRUE, Number, at_least
from .play import Lines
from .terms import played, played_before, played_to, taken, winners, wins_its_trick

Unless = list[int]


def take(goal: kinds.Take, lines: Lines, unless: Unless) -> None:
    """Whenever the card is played, the owner wins the trick; and it is played."""
    for card in orders(goal.cards):
        lines.clauses.add([*unless, played(lines, card)])
        _won_by(lines, card, 1 << goal.owner, unless)


def leave(goal: kinds.Leave, lines: Lines, unless: Unless) -> None:
    """Whenever one of the cards is played, another seat wins the trick."""
    for card in orders(goal.cards):
        _won_by(lines, card, ~(1 << goal.owner), unless)


def _won_by(lines: Lines, card: int, seats: int, unless: Unless) -> None:
    """If the card is played, one of these seats wins it."""
    for trick, literal in enumerate(lines.at.get(card, ())):
        lines.clauses.add([*unless, -literal, *winners(lines, trick, seats)])


def count(goal: kinds.Count, lines: Lines, unless: Unless) -> None:
    """The owner wins a bounded number of the cards."""
    number = _number_taken(lines, goal.owner, goal.cards)
    lines.clauses.add([*unless, at_least(number, goal.low)])
    lines.clauses.add([*unless, -at_least(number, goal.high + 1)])


def _number_taken(lines: Lines, owner: int, cards: int, before: int = 0) -> Number:
    literals = [taken(lines, card, owner) for card in orders(cards)]
    return (TRUE,) * before + lines.clauses.how_many(literals)


def any_of(goal: kinds.AnyOf, lines: Lines, unless: Unless) -> None:
    """One of the sets is chosen, and its cards are won."""
    chosen = lines.clauses.several(len(goal.sets))
    lines.clauses.add([*unless, *chosen])
    for one, cards in zip(chosen, goal.sets, strict=True):
        take(kinds.Take(goal.owner, cards), lines, [-one])


def balance(goal: kinds.Balance, lines: Lines, unless: Unless) -> None:
    """Compare the numbers of cards that the owner wins of two sets, cards already won included."""
    one = _number_taken(lines, goal.owner, goal.one, goal.won[0])
    other = _number_taken(lines, goal.owner, goal.other, goal.won[1])
    if goal.relation == "more":
        more(lines, one, other, unless)
    else:
        lines.clauses.add([*unless, at_least(one, 1)])
        as_many(lines, one, other, unless)


def more(lines: Lines, one: Number, other: Number, unless: Unless) -> None:
    """The first number is greater."""
    for bound in range(len(other) + 1):
        lines.clauses.add([*unless, -at_least(other, bound), at_least(one, bound + 1)])


def as_many(lines: Lines, one: Number, other: Number, unless: Unless) -> None:
    """The numbers are equal."""
    for bound in range(1, max(len(one), len(other)) + 1):
        lines.clauses.add([*unless, -at_least(other, bound), at_least(one, bound)])
        lines.clauses.add([*unless, at_least(other, bound), -at_least(one, bound)])


def winning(goal: kinds.Winning, lines: Lines, unless: Unless) -> None:
    """At least `low` of these cards win their trick."""
    number = lines.clauses.how_many([wins_its_trick(lines, card) for card in orders(goal.cards)])
    lines.clauses.add([*unless, at_least(number, goal.low)])


def must_win(goal: kinds.MustWin, lines: Lines, unless: Unless) -> None:
    """Each card is played and wins; where ascending, the lower ones before it."""
    lower: list[int] | None = None
    for card in orders(goal.cards):
        lines.clauses.add([*unless, wins_its_trick(lines, card)])
        if goal.ascending and lower is not None:
            for trick in lines.tricks:
                lines.clauses.add([*unless, -played_to(lines, card, trick), lower[trick]])
        lower = lines.before.get(card)


def never_win(goal: kinds.NeverWin, lines: Lines, unless: list[Unless]) -> None:
    """Whenever one of the seats plays one of the cards, another wins; excused by trick."""
    for seat in orders(goal.seats):
        for card, _, at in lines.held[seat]:
            if goal.cards >> card & 1:
                for trick in lines.tricks:
                    lines.clauses.add([*unless[trick], -at[trick], -lines.wins[trick][seat]])


def never_lead(goal: kinds.NeverLead, lines: Lines, unless: Unless) -> None:
    """Whenever one of the seats plays one of the cards, another leads."""
    for seat in orders(goal.seats):
        for card, _, at in lines.held[seat]:
            if goal.cards >> card & 1:
                for trick in lines.tricks:
                    lines.clauses.add([*unless, -at[trick], -lines.leads[trick][seat]])


def late(goal: kinds.Late, lines: Lines, unless: Unless) -> None:
    """The cards are played to the last trick."""
    for card in orders(goal.cards):
        lines.clauses.add([*unless, played_to(lines, card, lines.tricks[-1])])


def last_card(goal: kinds.LastCard, lines: Lines, unless: Unless) -> None:
    """The card is played to the last trick, by any seat before the leader."""
    last = lines.tricks[-1]
    lines.clauses.add([*unless, played_to(lines, goal.card, last)])
    for seat in lines.seats:
        for card, _, at in lines.held[seat]:
            if card == goal.card:
                lines.clauses.add([*unless, -at[last], lines.leads[last][(seat + 1) % len(lines.seats)]])


def order(goal: kinds.Order, lines: Lines, unless: Unless) -> None:
    """The tasks come in the order of their tokens; those of one trick in any."""
    for earlier, later in pairwise(goal.arrows):
        _not_after(lines, earlier, later, unless)
    if goal.omega is not None:
        for card in orders(goal.tasks & ~(1 << goal.omega)):
            _not_after(lines, card, goal.omega, unless)
    numbered = [card for _, card in sorted((place, card) for card, place in goal.places)]
    if sorted(place for _, place in goal.places) == [goal.done + 1 + place for place in range(len(numbered))]:
        _first_in_turn(lines, goal.tasks, numbered, unless)
    else:
        _in_places(lines, goal, unless)


def _not_after(lines: Lines, earlier: int, later: int, unless: Unless) -> None:
    """The first card is played no later than the second."""
    excuses = [*unless, *_dropped(lines, 1 << earlier | 1 << later)]
    for trick in lines.tricks:
        lines.clauses.add([*excuses, -played_to(lines, later, trick), played_before(lines, earlier, trick + 1)])


def _dropped(lines: Lines, cards: int) -> Iterable[int]:
    return [lines.dropped[card] for card in orders(cards) if card in lines.dropped]


def _first_in_turn(lines: Lines, tasks: int, numbered: list[int], unless: Unless) -> None:
    """The numbered tasks are done in turn, and all others after them."""
    for earlier, later in pairwise(numbered):
        _not_after(lines, earlier, later, unless)
    for card in orders(tasks):
        if numbered and card not in numbered:
            _not_after(lines, numbered[-1], card, unless)


def _in_places(lines: Lines, goal: kinds.Order, unless: Unless) -> None:
    """Before the trick of the k-th task fewer than k are done, and after it at least k."""
    unless = [*unless, *_dropped(lines, goal.tasks)]
    for trick in range(len(lines.tricks) + 1):
        number = lines.clauses.how_many([played_before(lines, card, trick) for card in orders(goal.tasks)])
        for card, place in goal.places:
            enough = at_least(number, place - goal.done)
            if trick in lines.tricks:
                lines.clauses.add([*unless, -played_to(lines, card, trick), -enough])
            if trick:
                lines.clauses.add([*unless, -played_to(lines, card, trick - 1), enough])
