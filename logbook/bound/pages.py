"""What the pages of a printed logbook say, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who played: from when until when, and how often."""

    name: str
    kind: str
    first: str
    last: str
    attempts: str


@dataclass(frozen=True, slots=True)
class Row:
    """A mission; with no attempts its boxes are empty, to be filled in by hand."""

    mission: str
    attempts: int
    won: bool
    distress: bool
    score: int | None
    on: str
    who: str


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody wrote at an attempt."""

    head: str
    text: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A sum, and what it is of."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Printed:
    """A whole logbook."""

    title: str
    crew: str
    game: str
    since: str
    until: str
    people: tuple[Person, ...]
    rows: tuple[Row, ...]
    notes: tuple[Note, ...]
    facts: tuple[Fact, ...]
    titled: bool = False
    """Whether missions have titles, which need more room than numbers: those of a race."""
