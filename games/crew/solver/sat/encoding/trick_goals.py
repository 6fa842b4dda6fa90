"""The goals that are about tricks, as clauses over a line of play.

Each of these functions demands a goal, unless one of the literals `unless` is true.
"""

from __future__ import annotations

from collections.abc import Callable

from ....families.masks import ALL
from ...goals import kinds
from ..clauses import TRUE, Number, at_least
from .card_goals import Unless, as_many, more
from .play import Lines
from .terms import all_tricks_won, own_rank, plays, present, taken_by, tricks_won, tricks_won_by, winners


def tricks(goal: kinds.Tricks, lines: Lines, unless: Unless) -> None:
    """The owner wins a bounded number of tricks."""
    number = tricks_won(lines, goal.owner)
    lines.clauses.add([*unless, at_least(number, goal.low)])
    lines.clauses.add([*unless, -at_least(number, goal.high + 1)])


def wins_none(goal: kinds.Tricks, lines: Lines, unless: list[Unless]) -> None:
    """The owner wins no trick; excused by trick."""
    assert (goal.low, goal.high) == (0, 0)
    for trick in lines.tricks:
        lines.clauses.add([*unless[trick], -lines.wins[trick][goal.owner]])


def winner(goal: kinds.Winner, lines: Lines, unless: Unless) -> None:
    """One of the seats wins this trick of the round."""
    lines.clauses.add([*unless, *winners(lines, _trick(lines, goal.trick), goal.seats)])


def _trick(lines: Lines, trick: int) -> int:
    """Return the place of a trick of the whole round among those to come."""
    place = trick - lines.puzzle.played
    assert place in lines.tricks, "the trick is over"
    return place


def row(goal: kinds.Row, lines: Lines, unless: Unless) -> None:
    """Some tricks in a row are won, perhaps going on from those won last."""
    windows = _windows(goal.length, goal.streak, len(lines.tricks))
    rows = [lines.clauses.new() for _ in windows]
    lines.clauses.add([*unless, *rows])
    for one, window in zip(rows, windows, strict=True):
        for trick in window:
            lines.clauses.add([-one, lines.wins[trick][goal.owner]])


def _windows(length: int, streak: int, tricks: int) -> list[range]:
    """The tricks to come of every row of this length, with as many as possible of those won last."""
    continued = [range(length - streak)] if streak and length - streak <= tricks else []
    return continued + [range(first, first + length) for first in range(tricks - length + 1)]


def exact_row(goal: kinds.ExactRow, lines: Lines, unless: Unless) -> None:
    """The tricks of one row are won, and no others."""
    windows = _windows(goal.length, goal.streak, len(lines.tricks))
    if goal.streak:
        windows = windows[:1] if goal.length - goal.streak <= len(lines.tricks) else []
    rows = [lines.clauses.new() for _ in windows]
    lines.clauses.add([*unless, *rows])
    for one, window in zip(rows, windows, strict=True):
        for trick, wins in enumerate(lines.wins):
            lines.clauses.add([-one, wins[goal.owner] if trick in window else -wins[goal.owner]])


def never_row(goal: kinds.NeverRow, lines: Lines, unless: Unless) -> None:
    """Forbid that all tricks of any row are won."""
    for window in _windows(goal.length, goal.streak, len(lines.tricks)):
        lines.clauses.add([*unless, *(-lines.wins[trick][goal.owner] for trick in window)])


def compare(goal: kinds.Compare, lines: Lines, unless: Unless) -> None:
    """More tricks than another seat, fewer, or as many."""
    own, other = all_tricks_won(lines, goal.owner), all_tricks_won(lines, goal.other)
    if goal.relation == "equal":
        as_many(lines, own, other, unless)
    elif goal.relation == "more":
        more(lines, own, other, unless)
    else:
        more(lines, other, own, unless)


def ahead(goal: kinds.Ahead, lines: Lines, unless: Unless) -> None:
    """After every trick one seat has more tricks than each other seat; the first trick may decide which."""
    leaders = lines.seats if goal.seat is None else [goal.seat]
    for seat in leaders:
        excuse = [-lines.wins[0][seat]] if goal.seat is None else []
        for trick in lines.tricks:
            for other in lines.seats:
                if other != seat:
                    own, theirs = tricks_won_by(lines, seat, trick), tricks_won_by(lines, other, trick)
                    more(lines, own, theirs, [*unless, *excuse])


def even(goal: kinds.Even, lines: Lines, unless: list[Unless]) -> None:
    """In each group of as many tricks as there are seats, every seat wins one; excused by trick."""
    seats = len(lines.seats)
    rounds, continued = divmod(lines.puzzle.played, seats)
    for seat in lines.seats:
        has_won = lines.puzzle.wins[seat] > rounds
        for trick in lines.tricks:
            first = trick - (continued + trick) % seats
            again = -lines.wins[trick][seat]
            if first < 0 and has_won:
                lines.clauses.add([*unless[trick], again])
            for earlier in range(max(first, 0), trick):
                lines.clauses.add([*unless[trick], -lines.wins[earlier][seat], again])


def spread(goal: kinds.Spread, lines: Lines, unless: Unless) -> None:
    """After every trick, no seat has won two more of the cards than another."""
    cards = present(lines, goal.cards)
    for trick in lines.tricks:
        numbers = [_have(lines, seat, cards, trick, goal.won[seat]) for seat in lines.seats]
        for one in numbers:
            for other in numbers:
                if one is not other:
                    _at_most_one_more(lines, one, other, unless)


def _have(lines: Lines, seat: int, cards: list[int], trick: int, won: int) -> Number:
    number = lines.clauses.how_many([taken_by(lines, card, seat, trick) for card in cards])
    return (TRUE,) * won + number


def _at_most_one_more(lines: Lines, one: Number, other: Number, unless: Unless) -> None:
    for bound in range(2, len(one) + 1):
        lines.clauses.add([*unless, -at_least(one, bound), at_least(other, bound - 1)])


# One trick of a kind


def _some_trick(lines: Lines, owner: int, unless: Unless, demand: Callable[[int, int], None]) -> None:
    """The owner wins a trick that fits: `demand` says what that means for a trick, given that it is this one."""
    chosen = lines.clauses.several(len(lines.tricks))
    lines.clauses.add([*unless, *chosen])
    for trick, one in enumerate(chosen):
        lines.clauses.add([-one, lines.wins[trick][owner]])
        demand(trick, one)


def trick_by(goal: kinds.TrickBy, lines: Lines, unless: Unless) -> None:
    """The owner wins with one of some cards, and another plays one of some others."""
    others = [seat for seat in lines.seats if seat != goal.owner]

    def demand(trick: int, one: int) -> None:
        lines.clauses.add([-one, plays(lines, goal.owner, goal.winning, trick)])
        if goal.captured:
            lines.clauses.add([-one, *(plays(lines, seat, goal.captured, trick) for seat in others)])

    _some_trick(lines, goal.owner, unless, demand)


def trick_of(goal: kinds.TrickOf, lines: Lines, unless: Unless) -> None:
    """No other card is in the trick."""
    others = present(lines, ALL & ~goal.cards)

    def demand(trick: int, one: int) -> None:
        for card in others:
            lines.clauses.add([-one, -lines.at[card][trick]])

    _some_trick(lines, goal.owner, unless, demand)


def trick_sum(goal: kinds.TrickSum, lines: Lines, unless: Unless) -> None:
    """No trump is in the trick, and the ranks add up: those above 1 to no more, those below 9 to no less."""
    seats = len(lines.seats)
    room, lack = goal.high - seats, 9 * seats - goal.low

    def demand(trick: int, one: int) -> None:
        lines.clauses.add([-one, -lines.trumped[trick]])
        if room < 8 * seats:
            above = [tuple(own_rank(lines, seat, trick, rank) for rank in range(2, 10)) for seat in lines.seats]
            lines.clauses.add([-one, -at_least(_sum(lines, above, room + 1), room + 1)])
        if lack < 8 * seats:
            below = [tuple(-own_rank(lines, seat, trick, rank) for rank in range(9, 1, -1)) for seat in lines.seats]
            lines.clauses.add([-one, -at_least(_sum(lines, below, lack + 1), lack + 1)])

    _some_trick(lines, goal.owner, unless, demand)


def _sum(lines: Lines, numbers: list[Number], most: int) -> Number:
    """The sum, as far as it matters."""
    if most <= 0:
        return ()
    total, *rest = [number[:most] for number in numbers]
    for number in rest:
        total = lines.clauses.sum(total, number, most)
    return total


def trick_even(goal: kinds.TrickEven, lines: Lines, unless: Unless) -> None:
    """As many cards of one kind as of another are in the trick, and at least one."""

    def demand(trick: int, one: int) -> None:
        first = lines.clauses.how_many([plays(lines, seat, goal.one, trick) for seat in lines.seats])
        second = lines.clauses.how_many([plays(lines, seat, goal.other, trick) for seat in lines.seats])
        lines.clauses.add([-one, at_least(first, 1)])
        as_many(lines, first, second, [-one])

    _some_trick(lines, goal.owner, unless, demand)
