"""Pairs of task cards that can never both be completed, so that the later one is replaced (rulebook p. 13).

Two cards contradict each other when their minimal demands exclude each other: cards, tricks, places of tricks, and
other seats' numbers of tricks. A pair without a contradiction here may still be impossible with the cards dealt.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

from ..families import Family
from ..families.counting import AgainstCaptain, FewerThanEach, MoreThanAll, MoreThanEach
from ..families.masks import ALL, COLOUR_CARDS
from ..families.one_trick import extreme_sum
from .claims import Claim, Comparison, claims
from .task_cards import TaskCard


class Table(NamedTuple):
    """The number of seats that play, the robot's included, and of tricks."""

    seats: int
    tricks: int

    @property
    def captains_least(self) -> int:
        """The captain wins a trick with the highest trump, unless that may stay unplayed."""
        return 1 if self.seats * self.tricks == ALL.bit_count() else 0


def contradict(a: TaskCard, b: TaskCard, *, same_owner: bool, seats: int, tricks: int) -> bool:
    """Return whether no play at all can complete both cards."""
    return _contradict(a.family, b.family, same_owner, Table(seats, tricks))


@cache
def _contradict(a: Family, b: Family, same_owner: bool, table: Table) -> bool:
    for one, other in product(claims(a, *table), claims(b, *table)):
        possible = one_can(one.and_also(other), table) if same_owner else two_can(one, other, table)
        if possible:
            return False
    return True


def one_can(claim: Claim, table: Table) -> bool:
    """Return whether one player may fulfil the claim."""
    if not _cards_agree(claim) or not _sums_possible(claim, table, COLOUR_CARDS & ~claim.avoid):
        return False
    return any(_counts_agree((count,), (claim,), table) for count in _counts(claim, table))


def two_can(one: Claim, other: Claim, table: Table) -> bool:
    """Return whether one player may fulfil the first claim, and another player the second."""
    for cards, low, _ in one.bands:
        if any(
            low + low_other > (cards | others).bit_count() for others, low_other, _ in other.bands if low_other and low
        ):
            return False
    for claim, partner in ((one, other), (other, one)):
        if not _sums_possible(claim, table, COLOUR_CARDS & ~claim.avoid & ~partner.must):
            return False
    if not _places_apart(one, other):
        return False
    pairs = product(_counts(one, table), _counts(other, table))
    return any(sum(pair) <= table.tricks and _counts_agree(pair, (one, other), table) for pair in pairs)


def _cards_agree(claim: Claim) -> bool:
    """Return whether no band asks for more cards than the others leave."""
    must, avoid = claim.must, claim.avoid
    bands = [
        (cards, max(low, (cards & must).bit_count()), min(high, (cards & ~avoid).bit_count()))
        for cards, low, high in claim.bands
    ]
    if any(low > high for _, low, high in bands):
        return False
    return all(
        low <= high + (cards & ~others & ~avoid).bit_count() for cards, low, _ in bands for others, _, high in bands
    )


def _sums_possible(claim: Claim, table: Table, cards: int) -> bool:
    """Return whether these cards can add up to all the sums demanded."""
    least = extreme_sum(cards, table.seats, range(1, 10))
    most = extreme_sum(cards, table.seats, range(9, 0, -1))
    return all(low <= most and least <= high for low, high in claim.sums)


def _counts(claim: Claim, table: Table) -> list[int]:
    """The possible final numbers of tricks of the player, by the claim's cards and places."""
    least, most = _sizes(claim)
    low = max(claim.wins[0], -(-least // table.seats))
    high = min(claim.wins[1], most // table.seats, table.tricks)
    if claim.patterns is None:
        return list(range(low, high + 1))
    return sorted({count for count in map(int.bit_count, claim.patterns) if low <= count <= high})


def _sizes(claim: Claim) -> tuple[int, int]:
    """The least and the greatest number of cards that the player wins."""
    least, most, counted, left_out = 0, ALL.bit_count(), 0, 0
    for cards, low, high in sorted(claim.bands, key=lambda band: -band[1]):
        if not cards & counted:
            least, counted = least + low, counted | cards
        if high < cards.bit_count() and not cards & left_out:
            most, left_out = most - cards.bit_count() + high, left_out | cards
    return least, most


def _places_apart(one: Claim, other: Claim) -> bool:
    """Return whether the two may win different tricks."""
    if one.patterns is None or other.patterns is None:
        return True
    if _in_all(one.patterns) & _in_all(other.patterns):
        return False
    few = [sorted(patterns, key=int.bit_count) for patterns in (one.patterns, other.patterns)]
    return any(not first & second for first, second in product(*few))


def _in_all(patterns: frozenset[int]) -> int:
    common = ~0
    for pattern in patterns:
        common &= pattern
    return common


def _counts_agree(counts: tuple[int, ...], all_claims: tuple[Claim, ...], table: Table) -> bool:
    """Return whether the other seats can have won the other tricks so that all comparisons hold, for any captain."""
    comparisons = [(seat, family) for seat, claim in enumerate(all_claims) for family in claim.comparisons]
    if not comparisons:
        return True
    return any(_rest_fits(counts, comparisons, captain, table) for captain in range(len(counts) + 1))


def _rest_fits(counts: tuple[int, ...], comparisons: list[tuple[int, Comparison]], captain: int, table: Table) -> bool:
    """The same with this captain: one of those whose counts are given, or the first after them."""
    seats = [(count, count) for count in counts] + [(0, table.tricks)] * (table.seats - len(counts))
    seats[captain] = (max(seats[captain][0], table.captains_least), seats[captain][1])
    for owner, family in comparisons:
        if isinstance(family, AgainstCaptain) and owner == captain:
            return False
        if isinstance(family, MoreThanAll) and 2 * counts[owner] <= table.tricks:
            return False
        for seat in range(table.seats):
            if seat != owner:
                low, high = _bounds(family, counts[owner], is_captain=seat == captain)
                seats[seat] = max(seats[seat][0], low), min(seats[seat][1], high)
    if any(low > high for low, high in seats):
        return False
    return sum(low for low, _ in seats) <= table.tricks <= sum(high for _, high in seats)


def _bounds(family: Comparison, own: int, *, is_captain: bool) -> tuple[int, int]:
    """The possible numbers of tricks of another player beside an owner with this many."""
    anything = (0, ALL.bit_count())
    match family:
        case MoreThanEach():
            return 0, own - 1
        case FewerThanEach():
            return own + 1, anything[1]
        case AgainstCaptain(relation) if is_captain:
            return {"more": (0, own - 1), "fewer": (own + 1, anything[1]), "equal": (own, own)}[relation]
    return anything
