"""Font of PDFs and pictures: a free font for most alphabets that are written from left to right.

A character without a glyph, and scripts that join letters or run from right to left, become a lozenge: the page that a
browser prints has them all.
"""

from __future__ import annotations

import os
import stat
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
    """Return the font as a file, the form that the library reads: one for all processes of this user."""
    from pymupdf_fonts import fontbuffers

    content = fontbuffers[STYLES[style]]()
    path = _folder() / f"{STYLES[style]}-{len(content)}.ttf"
    if not path.exists():
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        Path(file.name).replace(path)
    return path


def _folder() -> Path:
    """Return this user's folder of fonts. If another user owns the usual one or may write to it, it is a new folder."""
    folder = Path(tempfile.gettempdir(), f"crewsite-fonts-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022
    return folder if is_own else Path(tempfile.mkdtemp(prefix="crewsite-fonts-"))


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
