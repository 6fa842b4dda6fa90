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
    """A mission that was played, or comes next: then its boxes are empty, to be filled in by hand."""

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
    blank: tuple[str, ...] = ()
    """Missions not played yet: a small box for each, to be filled in by hand."""
    titled: bool = False
    """Whether missions have titles, which need more room than numbers: those of a race."""

    @property
    def days(self) -> str:
        """From when until when; a single day once."""
        return self.since if self.since == self.until else f"{self.since} – {self.until}"
