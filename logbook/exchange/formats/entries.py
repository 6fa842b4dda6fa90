"""Entries of a logbook and faults, which readers of files yield."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Fault:
    """The reason why something is unreadable or in doubt: a code of `messages.py` and its parameters."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)


class Unreadable(Exception):
    """The file, or a place in it, cannot be read."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.fault = Fault(code, params)


class Attendee(NamedTuple):
    """A person who attended, by name or number in the file; "" for a person without a name."""

    person: str
    captain: bool = False
    substitute: bool = False
    points: int | None = None
    won: bool = False
    """Points and victory belong to races."""


class ImportEntry(NamedTuple):
    """One attempt, as the logbook will hold it. It travels as a list in JSON.

    `identity` recognises the attempt when the file is imported again, and `once` is its earlier identity; `key` is set
    where the file holds a key of this site. `won` is None where the file does not say. `kept` holds what only our own
    files contain: who logged the entry and when, corrections, a removal. `plays` is the number of attempts to which the
    file gives one length: the importer says whether `minutes` are each attempt's or the total.

    `asked` names what free text leaves open ("mission", "distress"), so that the importer answers; `missions` are those
    that the text (`text`) may mean, and `mission` is "" until they have answered.
    """

    identity: str
    key: str
    campaign: str
    game: str
    mission: str
    won: bool | None
    distress: bool
    players: int | None
    played_on: str
    minutes: int | None
    note: str
    attendees: tuple[Attendee, ...]
    extra: dict[str, Any]
    client_key: str = ""
    plays: int = 1
    asked: tuple[str, ...] = ()
    missions: tuple[str, ...] = ()
    text: str = ""


class ReadEntry(NamedTuple):
    """The content of one place of a file: an entry, with or without a doubt, or only a fault."""

    row: int
    entry: ImportEntry | None
    fault: Fault | None = None


def entry_of(value: list[Any]) -> ImportEntry:
    """Return an entry that travelled as JSON."""
    entry = ImportEntry(*value)
    return entry._replace(attendees=tuple(Attendee(*attendee) for attendee in entry.attendees))
