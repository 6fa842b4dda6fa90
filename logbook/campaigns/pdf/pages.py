"""What the pages of a printed logbook say, in the reader's language, and on what paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


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


@dataclass(frozen=True, slots=True)
class Format:
    """A size of paper in millimetres, and of letters on it in points."""

    width: float
    height: float
    margin: float
    text: float


FORMATS: Final[Mapping[str, Format]] = {
    "a5": Format(148, 210, 13, 8.5),
    "letter": Format(215.9, 279.4, 20, 10.5),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What stands on every copy, in the reader's language."""

    logbook: str
    people: str
    missions: str
    notes: str
    sums: str
    lozenges: str
    """Said where letters had to be left out."""
    columns: tuple[str, str, str, str, str]
