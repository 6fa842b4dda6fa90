"""Keys of entries that other tools identify in their own way."""

from __future__ import annotations

from uuid import NAMESPACE_URL, uuid5

ENTRY_NAMESPACE = uuid5(NAMESPACE_URL, "crewsite-import/lines")


def entry_key(crew_id: int, identity: str) -> str:
    """Return the key of an entry with this identity in another tool: the same at every import."""
    return str(uuid5(ENTRY_NAMESPACE, f"{crew_id}/{identity}"))
