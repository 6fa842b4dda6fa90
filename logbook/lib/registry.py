"""Registries: what a subject asks for without knowing who brings it along, because that is a subject above it.

Subjects register in `receivers.py`, in the order of `logbook/apps.py`; `docs/subsystems/signals.md` has the exceptions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

Entry = TypeVar("Entry")


class Registry(Mapping[str, Entry]):
    """Entries by name, in the order in which they were registered."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}

    def register(self, name: str, entry: Entry) -> None:
        """Add this entry; the same one again changes nothing. Raises ValueError where the name has another one."""
        if self._entries.setdefault(name, entry) != entry:
            raise ValueError(name)

    def __getitem__(self, name: str) -> Entry:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


class Slot(Generic[Entry]):
    """A registry of one entry, without a name."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def register(self, entry: Entry) -> None:
        """Set the entry; the same one again changes nothing. Raises ValueError where there is another one."""
        if self._entries not in ([], [entry]):
            raise ValueError(entry)
        self._entries = [entry]

    @property
    def entry(self) -> Entry:
        """The registered entry. Raises LookupError where there is none."""
        return self._entries[0]
