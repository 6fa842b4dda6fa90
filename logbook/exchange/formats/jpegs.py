"""Check of JPEGs: a file of pixels only, as this site writes them, need not be drawn again."""

from __future__ import annotations

import re
from typing import Final

START, END = b"\xff\xd8", b"\xff\xd9"
JFIF: Final = b"JFIF\0"
HEADER, QUANTS, HUFFMAN, FRAME, SCAN = 0xE0, 0xDB, 0xC4, 0xC0, 0xDA
MARK: Final = re.compile(rb"\xff[^\x00\xd0-\xd7]")
"""Markers within the pixels that are neither a data byte nor a restart marker: the pixels end here."""


def sides(picture: bytes) -> tuple[int, int] | None:
    """Return width and height if the file holds only pixels; None otherwise."""
    if not picture.startswith(START):
        return None
    at, size = 2, None
    while at + 4 <= len(picture) and picture[at] == 0xFF:
        kind, length = picture[at + 1], int.from_bytes(picture[at + 2 : at + 4])
        body = picture[at + 4 : at + 2 + length]
        if kind == SCAN:
            return size if size and _ends(picture, at + 2 + length) else None
        if kind == FRAME and len(body) >= 5:
            size = int.from_bytes(body[3:5]), int.from_bytes(body[1:3])
        elif kind not in (HEADER, QUANTS, HUFFMAN) or (kind == HEADER and not (body[:5] == JFIF and len(body) == 14)):
            return None
        at += 2 + length
    return None


def _ends(picture: bytes, at: int) -> bool:
    """Return whether only the end marker follows the pixels."""
    mark = MARK.search(picture, at)
    return mark is not None and mark.start() == len(picture) - 2 and picture.endswith(END)
