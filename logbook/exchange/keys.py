"""Names that stay the same from one export to the next, and tell nobody our own numbers."""

from __future__ import annotations

from functools import lru_cache
from uuid import NAMESPACE_URL, UUID, uuid5

from django.utils.crypto import salted_hmac

LINES = uuid5(NAMESPACE_URL, "crewsite-import/lines")


@lru_cache(maxsize=4096)
def key_of(kind: str, pk: int) -> str:
    """The key of a person, guest, campaign, table, crew or club of this site: another site's are others."""
    digest = salted_hmac("crewsite-export", f"{kind}/{pk}", algorithm="sha256").digest()
    return str(UUID(bytes=digest[:16], version=4))


def line_key(crew_id: int, identity: str) -> str:
    """The key of a line that another tool knows by this identity: the same each time it comes."""
    return str(uuid5(LINES, f"{crew_id}/{identity}"))
