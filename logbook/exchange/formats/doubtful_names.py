"""Names that may be something else: several people in one cell, and letters that a wrong encoding broke."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from logbook.lib.names import split_names

_BREAKERS: Final = ("cp1252", "latin-1", "mac_roman")
"""Encodings in which UTF-8 is often misread: "ZoÃ«" was "Zoë"."""


@lru_cache(maxsize=4096)
def parts_of(name: str) -> tuple[str, ...]:
    """Return the names that a cell may mean instead: each of several people, or one with mended letters; () if none."""
    mended = mended_letters(name)
    parts = tuple(part[:40] for part in split_names(mended))
    if len(parts) > 1 and all(any(sign.isalpha() for sign in part) for part in parts):
        return parts
    return (mended,) if mended != name else ()


def mended_letters(text: str) -> str:
    """Return the text with the letters that it had before a wrong encoding; the text itself if none fits."""
    if text.isascii():
        return text
    for encoding in _BREAKERS:
        try:
            return text.encode(encoding).decode()
        except UnicodeError:
            continue
    return text


def people_in(names: Iterable[str]) -> int:
    """Return how many people the names mean, if each cell of several is read as several."""
    return sum(len(parts_of(name)) or 1 for name in names)
