"""Font of PDFs and pictures: a free font for most alphabets that are written from left to right.

A character without a glyph, and scripts that join letters or run from right to left, become a lozenge: the page that a
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
"""Hebrew, Arabic, the scripts of India, Thai ...: they need text shaping."""


@cache
def font_file(style: str) -> Path:
    """Return the font as a file, the form that the library reads."""
    from pymupdf_fonts import fontbuffers

    with tempfile.NamedTemporaryFile(prefix="crewsite-font.", suffix=".ttf", delete=False) as file:
        file.write(fontbuffers[STYLES[style]]())
    return Path(file.name)


@cache
def code_points() -> frozenset[int]:
    """Return the characters that both styles have."""
    return frozenset(set.intersection(*map(_letters_of, STYLES)) - set(SHAPED))


def _letters_of(style: str) -> set[int]:
    with TTFont(font_file(style)) as font:
        return set(font.getBestCmap())


def spelled(text: str) -> str:
    """Return the text in characters that can be drawn."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(map(_letter, composed))


def _letter(letter: str) -> str:
    if letter == "\n" or ord(letter) in code_points():
        return letter
    if unicodedata.category(letter) in {"Mn", "Cf", "Cc"}:
        return ""  # Joiners, direction marks and variation selectors are invisible.
    plain = unicodedata.normalize("NFKC", letter)
    return plain if all(ord(one) in code_points() for one in plain) else LOZENGE
