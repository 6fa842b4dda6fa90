"""Every goal as clauses over a line of play: which function of the two modules beside this one demands it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..families.masks import orders
from . import encoding_cards as cards
from . import encoding_tricks as tricks
from . import goals
from .clauses import at_least
from .encoding import Lines
from .encoding_cards import Unless
from .encoding_terms import played_before, wins_its_trick
from .goals import Goal

DEMANDS: Mapping[type, Callable[[Any, Lines, Unless], None]] = {
    goals.Take: cards.take,
    goals.Leave: cards.leave,
    goals.Count: cards.count,
    goals.AnyOf: cards.any_of,
    goals.Balance: cards.balance,
    goals.Tricks: tricks.tricks,
    goals.Winner: tricks.winner,
    goals.Row: tricks.row,
    goals.ExactRow: tricks.exact_row,
    goals.NeverRow: tricks.never_row,
    goals.Compare: tricks.compare,
    goals.Ahead: tricks.ahead,
    goals.Spread: tricks.spread,
    goals.TrickBy: tricks.trick_by,
    goals.TrickOf: tricks.trick_of,
    goals.TrickSum: tricks.trick_sum,
    goals.TrickEven: tricks.trick_even,
    goals.Winning: cards.winning,
    goals.MustWin: cards.must_win,
    goals.NeverLead: cards.never_lead,
    goals.Late: cards.late,
    goals.LastCard: cards.last_card,
    goals.Order: cards.order,
}

DEMANDS_BY_TRICK: Mapping[type, Callable[[Any, Lines, list[Unless]], None]] = {
    goals.Even: tricks.even,
    goals.NeverWin: cards.never_win,
}
"""Those that can be excused from a trick on."""

FORBIDDEN: Mapping[type, Callable[[Any, Lines, list[Unless]], None]] = {
    **DEMANDS_BY_TRICK,
    goals.Tricks: tricks.wins_none,
}


def demand(lines: Lines, goal: Goal, unless: Unless) -> None:
    """The goal is reached, unless one of these literals is true."""
    by_trick = DEMANDS_BY_TRICK.get(type(goal))
    if by_trick:
        by_trick(goal, lines, [unless] * len(lines.tricks))
    else:
        DEMANDS[type(goal)](goal, lines, unless)


def forbid(lines: Lines, goal: Goal, done: list[int]) -> None:
    """The condition holds in every trick before which not all is `done`, by trick."""
    FORBIDDEN[type(goal)](goal, lines, [[literal] for literal in done])


def done_before(lines: Lines) -> list[int]:
    """By trick, a literal that may only be true if all is done before it."""
    return lines.clauses.several(len(lines.tricks))


def only_if_done(lines: Lines, done: list[int], goal: Goal, unless: Unless) -> None:
    """These literals may only be true if the goal, which is reached in the end, is reached before their trick."""
    for trick, literal in enumerate(done):
        for condition in _done(lines, goal, trick):
            lines.clauses.add([*unless, -literal, condition])


def _done(lines: Lines, goal: Goal, trick: int) -> Iterable[int]:
    match goal:
        case goals.Take() | goals.MustWin():
            return [played_before(lines, card, trick) for card in orders(goal.cards)]
        case goals.Winning():
            each = [
                lines.clauses.both(wins_its_trick(lines, card), played_before(lines, card, trick))
                for card in orders(goal.cards)
            ]
            return [at_least(lines.clauses.how_many(each), goal.low)]
        case goals.Order():
            return []
    raise AssertionError(goal)
