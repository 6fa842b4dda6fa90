"""Names of lines that other tools know by names of their own."""

from __future__ import annotations

from uuid import NAMESPACE_URL, uuid5

LINES = uuid5(NAMESPACE_URL, "crewsite-import/lines")


def line_key(crew_id: int, identity: str) -> str:
    """The key of a line that another tool knows by this identity: the same each time it comes."""
    return str(uuid5(LINES, f"{crew_id}/{identity}"))
