"""The stored databases and backups of releases, a folder each. `write_stored.py` makes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent / "stored"


@dataclass(frozen=True)
class Release:
    """What is stored of a release."""

    folder: Path

    @property
    def sqlite(self) -> Path:
        """The compressed file of a database of SQLite."""
        return self.folder / "database.sqlite3.gz"

    @property
    def postgresql(self) -> Path:
        """The compressed statements that make the same on PostgreSQL."""
        return self.folder / "database.sql.gz"

    @property
    def backup(self) -> Path:
        """A backup of the database of SQLite."""
        return self.folder / "backup.tar.gz"

    @property
    def facts_file(self) -> Path:
        """See `facts`."""
        return self.folder / "facts.json"

    @cached_property
    def facts(self) -> dict[str, Any]:
        """When it was stored, the hash of each migration, the rows of each table, and the words of addresses."""
        found: dict[str, Any] = json.loads(self.facts_file.read_text())
        return found


def releases() -> list[Release]:
    """Return all stored releases, the oldest first."""
    return [Release(folder) for folder in sorted(ROOT.iterdir())]
