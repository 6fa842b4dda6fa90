"""Fields and streams that walks with texts of people treat apart."""

from __future__ import annotations

WRITTEN = frozenset({
    *("name", "title", "text", "note", "notes", "words", "reason", "captain", "description", "label"),
    *("says", "ends", "wrong_says"),
})  # fmt: skip
"""The names of fields that people write into."""
UNENDING = {"table-stream", "challenge-stream", "import-stream", "browser-stream", "api-table-stream",
            "api-challenge-stream"}  # fmt: skip
