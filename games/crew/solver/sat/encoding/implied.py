"""Redundant clauses: they change no answer, but spare the solver long derivations.

Interchangeable cards are played in ascending order, because one of several equivalent lines is enough. And the number
of cards that a seat has played is explicit, by suit and in all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import pairwise

from ....families.masks import orders
from ...goals import kinds
from ...goals.kinds import Goal
from ...puzzle import Puzzle
from ..clauses import Clauses, Number, at_least
from .play import SUITS, TRUMP, Lines


def add_all(lines: Lines) -> None:
    """Add the redundant clauses for questions that give no cards: of equivalent lines only one stays. Every goal that
    is asked about must be one of the puzzle's.
    """
    play_alike_in_order(lines)
    beat_what_is_there(lines)
    for seat in lines.seats:
        count_cards(lines, seat)


def add_implied(lines: Lines) -> None:
    """Add only clauses that hold for every line, so questions may give cards. Each card must have one holder.

    The sums of card counts make the longest replays several times faster. Where no cards are given they cost more time
    than they save.
    """
    beat_what_is_there(lines)
    for seat in lines.seats:
        add_up(lines, count_cards(lines, seat))


# Interchangeable cards


def play_alike_in_order(lines: Lines) -> None:
    """Play the lower of two interchangeable cards first: such a line exists for every other."""
    for lower, higher, between in alike(lines.puzzle):
        for trick, literal in enumerate(lines.at[higher]):
            still_between = [-lines.before[card][trick] for card in between]
            lines.clauses.add([-literal, lines.before[lower][trick], *still_between])


def alike(puzzle: Puzzle) -> Iterable[tuple[int, int, list[int]]]:
    """Neighbours in a hand that no goal distinguishes, with the cards between them: after these are played they are
    interchangeable.
    """
    told_apart = [cards for goal in (*puzzle.goals, *puzzle.forbids) for cards in _distinct_sets(goal)]
    told_apart += [1 << card for pair in puzzle.covers for card in pair]
    in_play = reduce(int.__or__, puzzle.hands) | sum(1 << card for card in puzzle.plays)
    for hand in puzzle.hands:
        for lower, higher in pairwise(orders(hand)):
            same_suit = lower // 9 == higher // 9
            if same_suit and all(cards >> lower & 1 == cards >> higher & 1 for cards in told_apart):
                yield lower, higher, list(orders(in_play & (1 << higher) - (2 << lower)))


def _distinct_sets(goal: Goal) -> Iterable[int]:
    """Sets of cards that are not like the others to this goal."""
    match goal:
        case kinds.Order(tasks=cards) | kinds.MustWin(cards=cards, ascending=True):
            told_apart: Iterable[int] = [1 << card for card in orders(cards)]
        case kinds.TrickSum():
            told_apart = [1 << card for card in range(36)]
        case kinds.LastCard():
            told_apart = [1 << goal.card]
        case kinds.AnyOf():
            told_apart = goal.sets
        case kinds.Balance() | kinds.TrickEven():
            told_apart = [goal.one, goal.other]
        case kinds.TrickBy():
            told_apart = [goal.winning, goal.captured]
        case _:
            told_apart = [getattr(goal, "cards", 0)]
    return told_apart


# What follows from what is in a trick


def beat_what_is_there(lines: Lines) -> None:
    """The winner of a trick beats every card of the suit that counts."""
    for trick in lines.tricks:
        for seat in lines.seats:
            for card, _, at in lines.held[seat]:
                for winner in lines.seats:
                    if winner != seat:
                        _beat(lines, trick, (card, at[trick]), winner)


def _beat(lines: Lines, trick: int, played: tuple[int, int], winner: int) -> None:
    card, is_played = played
    suit = card // 9
    higher = [at[trick] for other, _, at in lines.held[winner] if other > card and other // 9 == suit]
    clause = [-is_played, -lines.wins[trick][winner], *higher]
    if suit != TRUMP:
        clause += [-lines.led[trick][suit], lines.suits[trick][winner][TRUMP]]
    lines.clauses.add(clause)


# How many cards of each suit are played


def count_cards(lines: Lines, seat: int) -> list[list[Number]]:
    """Return the cards of each suit that the seat has played before each trick: one more with a card of the suit.

    For the single cards, the clauses only tell whether any or all were played: more would cost more than they save.
    """
    return [_count_suit(lines, seat, suit) for suit in SUITS]


def _count_suit(lines: Lines, seat: int, suit: int) -> list[Number]:
    cards = [lines.before[card] for card, _, _ in lines.held[seat] if card // 9 == suit]
    numbers: list[Number] = [
        tuple(lines.clauses.several(min(len(cards), trick))) for trick in range(len(lines.tricks) + 1)
    ]
    for trick in lines.tricks:
        _one_more(lines, lines.suits[trick][seat][suit], numbers[trick], numbers[trick + 1])
    for trick, number in enumerate(numbers):
        _any_and_all(lines.clauses, number, [before[trick] for before in cards])
    return numbers


def add_up(lines: Lines, by_suit: list[list[Number]]) -> None:
    """The seat has played as many cards before a trick as there were tricks."""
    for trick, numbers in enumerate(zip(*by_suit, strict=True)):
        total = reduce(lines.clauses.sum, [number for number in numbers if number] or [()])
        lines.clauses.add([at_least(total, trick)])
        lines.clauses.add([-at_least(total, trick + 1)])


def _any_and_all(clauses: Clauses, number: Number, literals: list[int]) -> None:
    """The number is at least one if any of these is true, and the number of them if all are."""
    any_of, all_of = at_least(number, 1), at_least(number, len(literals))
    for literal in literals:
        clauses.add([-all_of, literal])
    clauses.add([all_of, *(-literal for literal in literals)])
    for literal in literals:
        clauses.add([-literal, any_of])
    clauses.add([-any_of, *literals])


def _one_more(lines: Lines, played: int, before: Number, after: Number) -> None:
    """The number grows by one with a card of the suit, and stays without."""
    add = lines.clauses.add
    for bound in range(max(len(before), len(after)) + 1):
        add([-played, -at_least(before, bound), at_least(after, bound + 1)])
        add([played, -at_least(after, bound + 1), at_least(before, bound + 1)])
        add([-at_least(before, bound), at_least(after, bound)])
        add([-at_least(after, bound + 1), at_least(before, bound)])
