"""Terms over a line of play that only some goals need. Each is encoded once, at its first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from ....families.masks import orders
from ..clauses import FALSE, TRUE, Number
from .play import Lines

P = ParamSpec("P")
T = TypeVar("T")


def cached_term(term: Callable[Concatenate[Lines, P], T]) -> Callable[Concatenate[Lines, P], T]:
    """The term is made once for the same lines and arguments."""

    def made(lines: Lines, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (term, *args)
        if key not in lines.terms:
            lines.terms[key] = term(lines, *args, **kwargs)
        known: T = lines.terms[key]
        return known

    return made


def played(lines: Lines, card: int) -> int:
    """Return a literal: the card is played at all."""
    return lines.before[card][-1] if card in lines.before else FALSE


def played_to(lines: Lines, card: int, trick: int) -> int:
    """Return a literal: the card is played to this trick."""
    return lines.at[card][trick] if card in lines.at else FALSE


def played_before(lines: Lines, card: int, trick: int) -> int:
    """Return a literal: the card is played to an earlier trick."""
    return lines.before[card][trick] if card in lines.before else FALSE


def winners(lines: Lines, trick: int, seats: int) -> list[int]:
    """Each of these seats wins the trick."""
    return [literal for seat, literal in enumerate(lines.wins[trick]) if seats >> seat & 1]


@cached_term
def taken(lines: Lines, card: int, seat: int) -> int:
    """Return a literal: the seat wins the card."""
    if card not in lines.at:
        return FALSE
    add, one = lines.clauses.add, lines.clauses.new()
    for trick, literal in enumerate(lines.at[card]):
        add([-literal, -lines.wins[trick][seat], one])
        add([-literal, lines.wins[trick][seat], -one])
    add([played(lines, card), -one])
    return one


@cached_term
def wins_its_trick(lines: Lines, card: int) -> int:
    """Return a literal: the card wins the trick that it is played to."""
    if card not in lines.at:
        return FALSE
    add, one = lines.clauses.add, lines.clauses.new()
    for seat in lines.seats:
        for other, _, at in lines.held[seat]:
            if other == card:
                for trick, literal in enumerate(at):
                    add([-literal, -lines.wins[trick][seat], one])
                    add([-literal, lines.wins[trick][seat], -one])
    add([played(lines, card), -one])
    return one


@cached_term
def tricks_won(lines: Lines, seat: int) -> Number:
    """Return the number of tricks that the seat wins from now on."""
    return lines.clauses.how_many([wins[seat] for wins in lines.wins])


def all_tricks_won(lines: Lines, seat: int) -> Number:
    """Return the number of tricks that the seat will have won, those before among them."""
    return (TRUE,) * lines.puzzle.wins[seat] + tricks_won(lines, seat)


@cached_term
def tricks_won_by(lines: Lines, seat: int, trick: int) -> Number:
    """Return the number of tricks that the seat will have won after this one, those before among them."""
    before = tricks_won_by(lines, seat, trick - 1) if trick else (TRUE,) * lines.puzzle.wins[seat]
    return lines.clauses.sum(before, (lines.wins[trick][seat],))


@cached_term
def taken_by(lines: Lines, card: int, seat: int, trick: int) -> int:
    """Return a literal: the seat has won the card after this trick."""
    return lines.clauses.both(taken(lines, card, seat), lines.before[card][trick + 1])


@cached_term
def plays(lines: Lines, seat: int, cards: int, trick: int) -> int:
    """Return a literal: the seat plays one of these cards to the trick."""
    return lines.clauses.either(at[trick] for card, _, at in lines.held[seat] if cards >> card & 1)


@cached_term
def own_rank(lines: Lines, seat: int, trick: int, least: int) -> int:
    """Return a literal: the seat's card in the trick has at least this rank, if it is no trump."""
    cards = sum(1 << card for card in range(36) if card % 9 + 1 >= least)
    return plays(lines, seat, cards, trick)


def present(lines: Lines, cards: int) -> list[int]:
    """The cards of the set that are still in play."""
    return [card for card in orders(cards) if card in lines.at]
