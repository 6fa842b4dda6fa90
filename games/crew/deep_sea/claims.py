"""The minimal demands of a task card: necessary conditions for its owner to complete it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..families import Family
from ..families.collecting import (
    AvoidCards,
    CountCards,
    EqualColours,
    FullColour,
    LastTrickCards,
    MoreOfColour,
    OnlyTrump,
    WinCards,
)
from ..families.counting import AgainstCaptain, ExactTricks, FewerThanEach, MoreThanAll, MoreThanEach
from ..families.masks import COLOUR, COLOUR_CARDS, MOST, TRUMPS, VALUE
from ..families.one_trick import AllOf, BalancedTrick, OneTrick, TrickSum, WonWithTrump, WonWithValue
from ..families.places import AvoidFirst, Ends, ExactRow, NeverRow, Row, WinFirst

Band = tuple[int, int, int]
"""A set of cards, and the least and greatest number that the owner wins."""
Comparison = MoreThanEach | MoreThanAll | FewerThanEach | AgainstCaptain


@dataclass(frozen=True, slots=True)
class Claim:
    """Conditions on one player, all of which have to hold."""

    bands: tuple[Band, ...] = ()
    wins: tuple[int, int] = (0, MOST)
    """The least and the greatest number of tricks."""
    patterns: frozenset[int] | None = None
    """The tricks that may be won, as sets of bits (the first trick is bit 0); None if it does not matter."""
    comparisons: tuple[Comparison, ...] = ()
    sums: tuple[tuple[int, int], ...] = ()
    """There is a trick without trumps whose values add up to a number between these."""

    def and_also(self, other: Claim) -> Claim:
        """Both claims on one player."""
        if self.patterns is None or other.patterns is None:
            patterns = other.patterns if self.patterns is None else self.patterns
        else:
            patterns = self.patterns & other.patterns
        return Claim(
            self.bands + other.bands,
            (max(self.wins[0], other.wins[0]), min(self.wins[1], other.wins[1])),
            patterns,
            self.comparisons + other.comparisons,
            self.sums + other.sums,
        )

    @property
    def must(self) -> int:
        """The cards that have to be won."""
        must = 0
        for cards, low, _ in self.bands:
            if cards.bit_count() == low:
                must |= cards
        return must

    @property
    def avoid(self) -> int:
        """The cards that must not be won."""
        avoid = 0
        for cards, _, high in self.bands:
            if not high:
                avoid |= cards
        return avoid


def all_of(cards: int) -> Band:
    """Every one of these."""
    return cards, cards.bit_count(), MOST


def some_of(cards: int, number: int = 1) -> Band:
    """At least this many of these."""
    return cards, number, MOST


@lru_cache(maxsize=512)
def claims(family: Family, seats: int, tricks: int) -> tuple[Claim, ...]:
    """The demands of a task: one of these claims."""
    match family:
        case FullColour():
            return tuple(Claim((all_of(colour),)) for colour in COLOUR.values())
        case EqualColours(one, other):
            return tuple(
                Claim(((COLOUR[one], number, number), (COLOUR[other], number, number))) for number in range(1, 10)
            )
        case MoreOfColour(more, less):
            return tuple(
                Claim(((COLOUR[less], number, number), some_of(COLOUR[more], number + 1))) for number in range(9)
            )
        case _:
            return (
                Claim(
                    _bands(family, seats), _wins(family), _patterns(family, tricks), _rest(family), _sums(family, seats)
                ),
            )


def _bands(family: Family, seats: int) -> tuple[Band, ...]:
    if isinstance(family, OneTrick):
        return _bands_of_a_trick(family, seats)
    bands: tuple[Band, ...] = ()
    match family:
        case WinCards(cards) | LastTrickCards(cards):
            bands = (all_of(cards),)
        case AvoidCards(cards):
            bands = ((cards, 0, 0),)
        case OnlyTrump(card):
            wanted = 1 << card.order
            bands = all_of(wanted), (TRUMPS & ~wanted, 0, 0)
        case CountCards(groups):
            bands = tuple((group.cards, group.low, group.high) for group in groups)
    return bands


def _bands_of_a_trick(family: OneTrick, seats: int) -> tuple[Band, ...]:
    """The cards that the trick must bring, as bands."""
    bands: tuple[Band, ...] = ()
    match family:
        case WonWithTrump(card):
            bands = all_of(1 << card.order), some_of(TRUMPS)
        case WonWithValue(value, None):
            bands = (some_of(VALUE[value]),)
        case WonWithValue(value, int(captured)):
            bands = some_of(VALUE[value], 1 + (value == captured)), some_of(VALUE[captured])
        case AllOf(cards):
            bands = (some_of(cards, seats),)
        case TrickSum():
            bands = (some_of(COLOUR_CARDS, seats),)
        case BalancedTrick(one, other):
            bands = some_of(COLOUR[one]), some_of(COLOUR[other])
    return bands


def _wins(family: Family) -> tuple[int, int]:
    match family:
        case OneTrick():
            return 1, MOST
        case ExactTricks(n):
            return n, n
    return 0, MOST


def _rest(family: Family) -> tuple[Comparison, ...]:
    return (family,) if isinstance(family, Comparison) else ()


def _sums(family: Family, seats: int) -> tuple[tuple[int, int], ...]:
    return (family.bounds(seats),) if isinstance(family, TrickSum) else ()


def _patterns(family: Family, tricks: int) -> frozenset[int] | None:
    places = WinFirst | AvoidFirst | Ends | LastTrickCards | Row | ExactRow | NeverRow
    if not isinstance(family, places):
        return None
    return frozenset(pattern for pattern in range(1 << tricks) if _allows(family, pattern, 1 << tricks - 1))


def _allows(family: Family, pattern: int, last: int) -> bool:
    """Return whether the owner may win these tricks and no other."""
    allowed = True
    match family:
        case WinFirst(n):
            allowed = not ~pattern & (1 << n) - 1
        case AvoidFirst(n):
            allowed = not pattern & (1 << n) - 1
        case LastTrickCards():
            allowed = bool(pattern & last)
        case Ends(first, at_the_end, only):
            needed = 1 * first | last * at_the_end
            allowed = pattern == needed if only else pattern & needed == needed
        case Row(n):
            allowed = _has_run(pattern, n)
        case ExactRow(n):
            allowed = pattern.bit_count() == n and _has_run(pattern, n)
        case NeverRow(n):
            allowed = not _has_run(pattern, n)
    return allowed


def _has_run(pattern: int, length: int) -> bool:
    for _ in range(length - 1):
        pattern &= pattern >> 1
    return pattern > 0
