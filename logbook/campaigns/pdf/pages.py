"""Contents of a printed logbook, in the reader's language, and its paper formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Person:
    """A person who played: first and last day, and how often."""

    name: str
    kind: str
    first: str
    last: str
    attempts: str


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A mission that was played, or the next one, whose boxes are empty for a pen."""

    mission: str
    attempts: int
    won: bool
    distress: bool
    score: int | None
    on: str
    names: str


@dataclass(frozen=True, slots=True)
class Note:
    """The note of an attempt."""

    head: str
    text: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A sum and its label."""

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
    rows: tuple[PrintedRow, ...]
    notes: tuple[Note, ...]
    facts: tuple[Fact, ...]
    blank: tuple[str, ...] = ()
    """Missions not played yet: a small box each, to fill in by hand."""
    titled: bool = False
    """Whether missions have titles, which need more room than numbers: a race's scenarios do."""

    @property
    def days(self) -> str:
        """The first and last day; a single day once."""
        return self.since if self.since == self.until else f"{self.since} – {self.until}"


@dataclass(frozen=True, slots=True)
class Format:
    """A paper size in millimetres, and its font sizes in points."""

    width: float
    height: float
    margin: float
    text: float


FORMATS: Final[Mapping[str, Format]] = {
    "a5": Format(148, 210, 13, 8.5),
    "letter": Format(215.9, 279.4, 20, 10.5),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """Fixed texts of every copy, in the reader's language."""

    logbook: str
    people: str
    missions: str
    notes: str
    sums: str
    lozenges: str
    """The notice where characters are missing."""
    columns: tuple[str, str, str, str, str]
