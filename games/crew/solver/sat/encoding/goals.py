"""Every goal as clauses over a line of play: which function of the two modules beside this one demands it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ....families.masks import orders
from ...goals import kinds
from ...goals.kinds import Goal
from ..clauses import at_least
from . import card_goals as cards
from . import trick_goals as tricks
from .card_goals import Unless
from .play import Lines
from .terms import played_before, wins_its_trick

DEMANDS: Mapping[type, Callable[[Any, Lines, Unless], None]] = {
    kinds.Take: cards.take,
    kinds.Leave: cards.leave,
    kinds.Count: cards.count,
    kinds.AnyOf: cards.any_of,
    kinds.Balance: cards.balance,
    kinds.Tricks: tricks.tricks,
    kinds.Winner: tricks.winner,
    kinds.Row: tricks.row,
    kinds.ExactRow: tricks.exact_row,
    kinds.NeverRow: tricks.never_row,
    kinds.Compare: tricks.compare,
    kinds.Ahead: tricks.ahead,
    kinds.Spread: tricks.spread,
    kinds.TrickBy: tricks.trick_by,
    kinds.TrickOf: tricks.trick_of,
    kinds.TrickSum: tricks.trick_sum,
    kinds.TrickEven: tricks.trick_even,
    kinds.Winning: cards.winning,
    kinds.MustWin: cards.must_win,
    kinds.NeverLead: cards.never_lead,
    kinds.Late: cards.late,
    kinds.LastCard: cards.last_card,
    kinds.Order: cards.order,
}

DEMANDS_BY_TRICK: Mapping[type, Callable[[Any, Lines, list[Unless]], None]] = {
    kinds.Even: tricks.even,
    kinds.NeverWin: cards.never_win,
}
"""Those that can be excused from a trick on."""

FORBIDDEN: Mapping[type, Callable[[Any, Lines, list[Unless]], None]] = {
    **DEMANDS_BY_TRICK,
    kinds.Tricks: tricks.wins_none,
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
    """Return for each trick a literal that may only be true if all is done before it."""
    return lines.clauses.several(len(lines.tricks))


def only_if_done(lines: Lines, done: list[int], goal: Goal, unless: Unless) -> None:
    """These literals may only be true if the goal, which is reached in the end, is reached before their trick."""
    for trick, literal in enumerate(done):
        for condition in _done(lines, goal, trick):
            lines.clauses.add([*unless, -literal, condition])


def _done(lines: Lines, goal: Goal, trick: int) -> Iterable[int]:
    match goal:
        case kinds.Take() | kinds.MustWin():
            return [played_before(lines, card, trick) for card in orders(goal.cards)]
        case kinds.Winning():
            each = [
                lines.clauses.both(wins_its_trick(lines, card), played_before(lines, card, trick))
                for card in orders(goal.cards)
            ]
            return [at_least(lines.clauses.how_many(each), goal.low)]
        case kinds.Order():
            return []
    raise AssertionError(goal)
