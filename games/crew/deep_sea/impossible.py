"""Owners of tasks that can never be right, by the known cards.

To the contradictions of task cards this adds known trumps: the captain shows the highest one, which wins its trick, and
a trump is won only with itself or a higher one. A check looks at each seat's tasks together, at each pair of tasks, and
at whether every task that is left still finds an owner. What it calls possible may still be lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import combinations, product
from typing import Final, NamedTuple

from ..families import Family
from ..families.collecting import OnlyTrump, WinCards
from ..families.masks import MOST, TRUMPS, orders
from ..families.one_trick import WonWithTrump
from .claims import Claim, claims
from .contradictions import Table, one_can, two_can
from .predicting import KIND
from .task_cards import TASK_CARDS

Owned = tuple[str, int]
"""A task and its owner."""

_ANYTHING: Final = Claim()
_MOST_CASES: Final = 200
"""Beyond so many combinations of demands a seat's tasks count as possible."""
_MOST_STEPS: Final = 400
"""Beyond so many steps every task counts as finding an owner."""
TOGETHER: Final = "together"
APART: Final = "apart"
CARDS: Final = "cards"
LEFT: Final = "left"


class Fault(NamedTuple):
    """The reason why owners cannot be right."""

    kind: str
    """TOGETHER: one seat cannot do these tasks; APART: two seats cannot; CARDS: a seat cannot do its task with the
    known cards; LEFT: this task would find no owner.
    """
    tasks: tuple[str, ...]
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Known:
    """The facts known before the first card: the table, the captain, and trumps."""

    table: Table
    captain: int
    winners: tuple[int, ...]
    """The trumps that each seat will certainly win, as a mask."""
    holders: Mapping[int, int]
    """The seat that holds a trump (by its place in the deck), where that is known."""
    seat: int | None = None
    """The seat whose hand is known; None where only public facts count."""
    plays_all: bool = True
    """Whether the captain will play all its cards, the highest trump with them."""
    predictions: Mapping[str, int] | None = None
    _faults: dict[tuple[Owned, ...], Fault | None] = field(default_factory=dict, init=False, compare=False)
    """The faults of one or two owned tasks that were looked for so far."""

    def claim_of(self, seat: int) -> Claim:
        """Return the claim that holds for this seat, whatever its tasks are."""
        if self.winners[seat]:
            count = self.winners[seat].bit_count()
            return Claim(((self.winners[seat], count, MOST),), (count, MOST)) if self.plays_all else _ANYTHING
        others = reduce(int.__or__, self.winners)
        return Claim(((others, 0, 0),))

    def fault_alone(self, name: str, seat: int) -> Fault | None:
        """Return why this seat cannot complete the task; None where nothing is known against it."""
        key = ((name, seat),)
        if key not in self._faults:
            self._faults[key] = _fault_alone(self, name, seat)
        return self._faults[key]

    def fault_of_two(self, one: Owned, other: Owned) -> Fault | None:
        """Return why these two cannot both be completed, each by its owner."""
        if (one, other) not in self._faults:
            self._faults[one, other] = _fault_of_two(self, one, other)
        return self._faults[one, other]

    def may_hold_any(self, seat: int, trumps: Iterable[int]) -> bool:
        """Return whether this seat may hold one of these trumps (places in the deck)."""
        return any(self._may_hold(seat, trump) for trump in trumps)

    def _may_hold(self, seat: int, trump: int) -> bool:
        holder = self.holders.get(trump)
        return (holder == seat) if holder is not None else seat != self.seat


def fault_of(
    known: Known, owned: Sequence[Owned], left: Iterable[str] = (), room: Mapping[int, int] | None = None
) -> Fault | None:
    """The first fault of these owners; None where none is found.

    `left` are tasks without an owner, of which `room` says how many each seat may still take (all, if it is None).
    """
    for name, seat in owned:
        if fault := known.fault_alone(name, seat):
            return fault
    for one, other in combinations(owned, 2):
        if fault := known.fault_of_two(one, other):
            return fault
    return _fault_of_seats(known, owned) or _fault_of_the_rest(known, owned, sorted(left), room)


def _fault_alone(known: Known, name: str, seat: int) -> Fault | None:
    card = TASK_CARDS[name]
    if card.captain_may_not_take and seat == known.captain:
        return Fault(CARDS, (name,), (seat,))
    if not all(known.may_hold_any(seat, trumps) for trumps in _trumps_to_hold(card.family)):
        return Fault(CARDS, (name,), (seat,))
    possible = any(_one_can(one.and_also(known.claim_of(seat)), known.table) for one in _claims(known, name))
    return None if possible else Fault(CARDS, (name,), (seat,))


def _trumps_to_hold(family: Family) -> Iterable[Sequence[int]]:
    """Sets of trumps, by place: the owner must hold one of each, because a trump is won with itself or a higher one."""
    trumps = list(orders(TRUMPS))
    match family:
        case WonWithTrump():
            return [trumps]
        case OnlyTrump(card):  # With a higher one the owner would win that one, too.
            return [[card.order]]
        case WinCards(cards):
            return [[trump for trump in trumps if trump >= wanted] for wanted in orders(cards & TRUMPS)]
    return ()


def _fault_of_two(known: Known, one: Owned, other: Owned) -> Fault | None:
    (name, seat), (other_name, other_seat) = one, other
    firsts, seconds = _claims(known, name), _claims(known, other_name)
    if seat == other_seat:
        mine = known.claim_of(seat)
        fits = any(_one_can(a.and_also(b).and_also(mine), known.table) for a, b in product(firsts, seconds))
        return None if fits else Fault(TOGETHER, (name, other_name), (seat,))
    mine, theirs = known.claim_of(seat), known.claim_of(other_seat)
    fits = any(_two_can(a.and_also(mine), b.and_also(theirs), known.table) for a, b in product(firsts, seconds))
    return None if fits else Fault(APART, (name, other_name), (seat, other_seat))


def _fault_of_seats(known: Known, owned: Sequence[Owned]) -> Fault | None:
    """A seat that can do any two of its tasks, but not all of them."""
    for seat in sorted({seat for _, seat in owned}):
        names = tuple(name for name, owner in owned if owner == seat)
        kinds = [_claims(known, name) for name in names]
        if len(names) < 3 or reduce(int.__mul__, map(len, kinds), 1) > _MOST_CASES:
            continue
        mine = known.claim_of(seat)
        if not any(_one_can(reduce(Claim.and_also, parts, mine), known.table) for parts in product(*kinds)):
            return Fault(TOGETHER, names, (seat,))
    return None


def _fault_of_the_rest(
    known: Known, owned: Sequence[Owned], left: Sequence[str], room: Mapping[int, int] | None
) -> Fault | None:
    """The task that finds no owner, where the others that are left have found theirs."""
    if not left:
        return None
    free = room if room is not None else dict.fromkeys(range(known.table.seats), len(left))
    search = _Rest(known, _MOST_STEPS)
    return None if search.fits(list(owned), left, dict(free)) else Fault(LEFT, (search.stuck or left[0],), ())


class _Rest:
    """Looks for owners of the tasks that are left; beyond its steps it counts them as found."""

    def __init__(self, known: Known, steps: int) -> None:
        self._known, self._steps = known, steps
        self.stuck = ""

    def fits(self, owned: list[Owned], left: Sequence[str], room: dict[int, int]) -> bool:
        """Return whether each of these finds an owner beside those that have one. The hardest to place comes first."""
        self._steps -= 1
        if not left or self._steps < 0:
            return True
        places = {name: [seat for seat in room if room[seat] and self._goes(owned, name, seat)] for name in left}
        name = min(left, key=lambda one: len(places[one]))
        if not places[name]:
            self.stuck = self.stuck or name
            return False
        rest = [other for other in left if other != name]
        return any(self.fits([*owned, (name, seat)], rest, room | {seat: room[seat] - 1}) for seat in places[name])

    def _goes(self, owned: Sequence[Owned], name: str, seat: int) -> bool:
        pair = (name, seat)
        return not self._known.fault_alone(name, seat) and not any(
            self._known.fault_of_two(other, pair) for other in owned
        )


def _claims(known: Known, name: str) -> tuple[Claim, ...]:
    """The demands of a task; a prediction is a number of tricks."""
    card, told = TASK_CARDS[name], known.predictions or {}
    if card.kind == KIND and name in told:
        return (Claim(wins=(told[name], told[name])),)
    return claims(card.family, *known.table)


def sure_trumps(hand: int) -> int:
    """Return the trumps of a hand with the highest one that win their tricks: all from the highest down to a gap."""
    sure = 0
    for order in sorted(orders(TRUMPS), reverse=True):
        if not hand >> order & 1:
            break
        sure |= 1 << order
    return sure


@lru_cache(maxsize=1 << 14)
def _one_can(claim: Claim, table: Table) -> bool:
    return one_can(claim, table)


@lru_cache(maxsize=1 << 14)
def _two_can(one: Claim, other: Claim, table: Table) -> bool:
    return two_can(one, other, table)
