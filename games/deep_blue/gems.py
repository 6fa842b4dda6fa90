"""The seven colours of gems, and counts of them.

A count of gems is a tuple of seven numbers in the order of `GEMS`; the rulebook calls silver, gold and red
treasures, green artefacts, purple antiquities, and blue and black hazards (section "Search for treasure").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

GEMS = ("silver", "gold", "red", "green", "purple", "blue", "black")
TREASURES = ("silver", "gold", "red")
HAZARDS = ("blue", "black")
JOKER = "joker"
SPOTS = (*TREASURES, *HAZARDS, JOKER)
"""The kinds of scouting spots: a treasure that pays more, or one protection against blue, black or either."""

Counts = tuple[int, ...]

NO_GEMS: Counts = (0,) * len(GEMS)
_PLACE = {gem: place for place, gem in enumerate(GEMS)}


def place_of(gem: str) -> int:
    """The gem's place in a count."""
    return _PLACE[gem]


def plus(counts: Counts, gem: str, number: int = 1) -> Counts:
    """The counts with this many more gems of a colour (fewer, if negative)."""
    place = _PLACE[gem]
    return (*counts[:place], counts[place] + number, *counts[place + 1 :])


def with_all(counts: Counts, gems: Iterable[str]) -> Counts:
    """The counts with all these gems more."""
    changed = list(counts)
    for gem in gems:
        changed[_PLACE[gem]] += 1
    return tuple(changed)


def counted(numbers: Mapping[str, int]) -> Counts:
    """The count of these numbers by colour."""
    return tuple(numbers.get(gem, 0) for gem in GEMS)


def by_colour(counts: Counts) -> dict[str, int]:
    """The numbers by colour, none left out."""
    return dict(zip(GEMS, counts, strict=True))


def gem_at(counts: Counts, number: int) -> str:
    """The gem of this number, from 0, if all of them lay in a row by colour. Raises IndexError."""
    for gem, count in zip(GEMS, counts, strict=True):
        if number < count:
            return gem
        number -= count
    raise IndexError("there are fewer gems than that")
