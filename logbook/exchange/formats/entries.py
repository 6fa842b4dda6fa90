"""What readers find: entries of a logbook, and what is wrong with those that are none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something cannot be read, or is in doubt: a code of `messages.py`, and what it speaks of."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)


class Unreadable(Exception):
    """The file, or a place in it, cannot be read."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.fault = Fault(code, params)


class There(NamedTuple):
    """Somebody who was there, by the name or number under which the file knows them; "" for somebody unnamed."""

    person: str
    captain: bool = False
    substitute: bool = False
    points: int | None = None
    won: bool = False
    """Points and victory are a race's."""


class Entry(NamedTuple):
    """One attempt, as it will stand in the logbook. It travels as a list in JSON.

    `identity` is what makes it the same attempt when the file comes again, and `once` another one that it had before;
    `key` is set where the file brings the key of our own. `won` is None where the file does not tell. `kept` is what
    only our own files tell: who logged it and when, corrections, a removal. `plays` is how many attempts the file
    notes together with one length: whether `minutes` are each one's or all of theirs the importer says.
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
    there: tuple[There, ...]
    kept: dict[str, Any]
    once: str = ""
    plays: int = 1


class Read(NamedTuple):
    """What stands at one place of a file: an entry with or without a doubt, or a fault alone."""

    row: int
    entry: Entry | None
    fault: Fault | None = None


def entry_of(value: list[Any]) -> Entry:
    """An entry that travelled as JSON."""
    entry = Entry(*value)
    return entry._replace(there=tuple(There(*who) for who in entry.there))
