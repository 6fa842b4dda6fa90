"""Goals: what a crew still has to do, in the terms that both engines understand.

Every task and every special condition translates to some of these goals (`from_state.py`). Results of earlier tricks
are already subtracted: a `Count` of three cards of which two are won is a `Count` of one. Sets of cards are masks (see
`families/masks.py`), sets of seats are masks with seat `s` as bit `s`, tricks count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

MOST: Final = 40
"""No upper bound: more cards or tricks than a player can win."""


@dataclass(frozen=True, slots=True)
class Take:
    """The owner wins every one of these cards."""

    owner: int
    cards: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The owner wins none of these cards."""

    owner: int
    cards: int


@dataclass(frozen=True, slots=True)
class Count:
    """The owner wins at least `low` and at most `high` of these cards."""

    owner: int
    cards: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The owner wins all cards of at least one of these sets."""

    owner: int
    sets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """A balance: the owner ends with as many (or more) of the cards `one` as of the cards `other`, those won included.

    As many means at least one of each.
    """

    owner: int
    one: int
    other: int
    won: tuple[int, int]
    relation: Literal["equal", "more"]


@dataclass(frozen=True, slots=True)
class Tricks:
    """The seat wins at least `low` and at most `high` more tricks."""

    owner: int
    low: int
    high: int
    expected: int | None = None
    """For a secret number, how many more tricks the seats expect that do not know it; searches do not ask."""
    known_to: int = 0
    """The seats that know a secret number, as a set."""


@dataclass(frozen=True, slots=True)
class Winner:
    """One of these seats wins the trick."""

    trick: int
    seats: int


@dataclass(frozen=True, slots=True)
class Row:
    """The owner wins at least `length` tricks in a row; the last `streak` tricks were the owner's."""

    owner: int
    length: int
    streak: int = 0


@dataclass(frozen=True, slots=True)
class ExactRow:
    """The owner wins exactly `length` tricks in all, in a row; the last `streak` tricks were the owner's, no others."""

    owner: int
    length: int
    streak: int = 0


@dataclass(frozen=True, slots=True)
class NeverRow:
    """The owner never wins `length` tricks in a row; the last `streak` tricks were the owner's."""

    owner: int
    length: int
    streak: int = 0


@dataclass(frozen=True, slots=True)
class Compare:
    """The owner ends with more, fewer or as many tricks as the other seat, earlier tricks included."""

    owner: int
    relation: Literal["more", "fewer", "equal"]
    other: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """From now on, after every trick, this seat has won more tricks than any other; None: who wins the next one."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Even:
    """After every trick, no seat has won two tricks more than another."""


@dataclass(frozen=True, slots=True)
class Spread:
    """After every trick, no seat has won two more of these cards than another. `won` counts earlier wins."""

    cards: int
    won: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrickBy:
    """The owner wins a trick by playing one of `winning`, with one of `captured` beside it if there are any."""

    owner: int
    winning: int
    captured: int = 0


@dataclass(frozen=True, slots=True)
class TrickOf:
    """The owner wins a trick that consists of these cards only."""

    owner: int
    cards: int


@dataclass(frozen=True, slots=True)
class TrickSum:
    """The owner wins a trick without trumps whose ranks add up to a number between these."""

    owner: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class TrickEven:
    """The owner wins a trick with as many cards of `one` as of `other`, at least one of each."""

    owner: int
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Winning:
    """At least `low` of these cards each win a trick, from any hand."""

    cards: int
    low: int


@dataclass(frozen=True, slots=True)
class MustWin:
    """Every one of these cards wins the trick it is played to (and is played); if `ascending`, the lower ones first."""

    cards: int
    ascending: bool = False


@dataclass(frozen=True, slots=True)
class NeverWin:
    """None of these seats wins a trick by playing one of these cards."""

    seats: int
    cards: int


@dataclass(frozen=True, slots=True)
class NeverLead:
    """None of these seats opens a trick with one of these cards."""

    seats: int
    cards: int


@dataclass(frozen=True, slots=True)
class Late:
    """These cards are played in the last trick."""

    cards: int


@dataclass(frozen=True, slots=True)
class LastCard:
    """The very last card played is this one (a place in the deck)."""

    card: int


@dataclass(frozen=True, slots=True)
class Order:
    """The order in which open `Take` cards are won, as Planet Nine's tokens demand it (rulebook p. 14–15).

    Cards are places in the deck. Cards won in one trick may be put in any order, so for a card with place `k`: before
    its trick fewer than `k` tasks are done, after its trick at least `k`; no card of `arrows` is won before (in an
    earlier trick than) the ones that stand before it; `omega` is won no earlier than any other task.
    """

    tasks: int
    """All tasks still open."""
    done: int
    """The number of tasks already done."""
    places: tuple[tuple[int, int], ...] = ()
    """Card and place."""
    arrows: tuple[int, ...] = ()
    omega: int | None = None


Goal = (
    Take
    | Leave
    | Count
    | AnyOf
    | Balance
    | Tricks
    | Winner
    | Row
    | ExactRow
    | NeverRow
    | Compare
    | Ahead
    | Even
    | Spread
    | TrickBy
    | TrickOf
    | TrickSum
    | TrickEven
    | Winning
    | MustWin
    | NeverWin
    | NeverLead
    | Late
    | LastCard
    | Order
)
