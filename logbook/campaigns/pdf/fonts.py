"""The letters of the pages: a free font with those of most alphabets that are written from left to right.

What it has no shape for, and scripts whose letters join or run from right to left, stand as a lozenge: a page that a
browser prints has them all.
"""

from __future__ import annotations

import tempfile
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

from fontTools.ttLib import TTFont

LOZENGE: Final = "\N{LOZENGE}"
STYLES: Final = {"": "figo", "B": "figbo"}
SHAPED: Final = range(0x0590, 0x1000)
"""Hebrew, Arabic, the scripts of India, Thai ...: their letters need more than to stand in a row."""


@cache
def font_file(style: str) -> Path:
    """The font as a file, which is how it is read."""
    from pymupdf_fonts import fontbuffers

    with tempfile.NamedTemporaryFile(prefix="crewsite-font.", suffix=".ttf", delete=False) as file:
        file.write(fontbuffers[STYLES[style]]())
    return Path(file.name)


@cache
def known() -> frozenset[int]:
    """The letters that both styles have."""
    return frozenset(set.intersection(*map(_letters_of, STYLES)) - set(SHAPED))


def _letters_of(style: str) -> set[int]:
    with TTFont(font_file(style)) as font:
        return set(font.getBestCmap())


def spelled(text: str) -> str:
    """The text with letters that can be drawn."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(map(_letter, composed))


def _letter(letter: str) -> str:
    if letter == "\n" or ord(letter) in known():
        return letter
    if unicodedata.category(letter) in {"Mn", "Cf", "Cc"}:
        return ""  # Joiners, marks of direction, the colour of an emoji: nothing by themselves.
    plain = unicodedata.normalize("NFKC", letter)
    return plain if all(ord(one) in known() for one in plain) else LOZENGE
