"""A registry: what a subject knows by name only, because subjects above it bring it along.

A subject registers its entries in `receivers.py`, in the order of `logbook/apps.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

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
