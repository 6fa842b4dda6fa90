"""A page's picture for links that are shared (Open Graph): a title, some lines of text, and one large figure.

The picture is drawn from this text alone. A page hands over nothing that a reader of its address may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Final

from django.http import HttpResponse
from PIL import Image, ImageDraw, ImageFont

from logbook.lib.fonts import font_file, spelled
from logbook.lib.lists import labelled

SIZE: Final = (1200, 630)
"""The size that every network shows uncut."""
MARGIN: Final = 72
PAPER, SHEET, INK, SOFT, RULE, ACCENT = "#ece5d3", "#fbf8ef", "#1f2430", "#565a66", "#cf6a5c", "#26458f"
TITLE, TEXT, FIGURE, SMALL = 64, 38, 150, 28
MOST_TITLE_LINES, MOST_LINES = 2, 3
REMEMBERED: Final = 64
MOST_ROWS: Final = 6
GAP, FULL, BROKEN = 12, "#2e7d4f", "#b3372e"
SMALLEST_SQUARE, LARGEST_SQUARE = 22, 96
ROWS_END, WIDEST_ROW = 578, 620
"""The end and the greatest width of rows of squares, in pixels: their words follow on the right."""


@dataclass(frozen=True, slots=True)
class SquareRow:
    """A row of squares with a label before it and words after it: so many full ones, crossed ones, and empty ones."""

    label: str
    full: int
    empty: int
    text: str
    broken: int = 0

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.full + self.broken + self.empty


@dataclass(frozen=True, slots=True)
class SharePicture:
    """The words of the picture, in the reader's language. `caption` explains the figure; rows replace both."""

    title: str
    lines: tuple[str, ...] = ()
    figure: str = ""
    caption: str = ""
    rows: tuple[SquareRow, ...] = ()

    @property
    def description(self) -> str:
        """Everything below the title, in a line of text."""
        figure = f"{self.figure} {self.caption}".strip()
        rows = (labelled(row.label, f"{row.full}/{row.size}, {row.text}") for row in self.rows)
        return " · ".join(part for part in (*self.lines, figure, *rows) if part)


def picture_response(picture: SharePicture) -> HttpResponse:
    """Answer with the picture."""
    return HttpResponse(png_of(picture), content_type="image/png")


@lru_cache(maxsize=REMEMBERED)
def png_of(picture: SharePicture) -> bytes:
    """Return the picture as a PNG file."""
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    _draw_sheet(draw)
    top = _draw_title(draw, picture.title)
    for number, line in enumerate(picture.lines[:MOST_LINES]):
        _write(draw, (MARGIN + 40, top + 20 + number * 54), _fitting(line, TEXT), TEXT, SOFT)
    _draw_figure(draw, picture)
    _draw_squares(draw, picture.rows, top + 36 + len(picture.lines[:MOST_LINES]) * 54)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_sheet(draw: ImageDraw.ImageDraw) -> None:
    width, height = SIZE
    draw.rounded_rectangle((32, 32, width - 32, height - 32), 16, SHEET)
    draw.line((MARGIN, 32, MARGIN, height - 33), RULE, 3)
    draw.text((width - MARGIN, height - 60), "Crewsite", SOFT, _font("B", SMALL), anchor="rs")


def _draw_title(draw: ImageDraw.ImageDraw, title: str) -> int:
    """Draw the title, and return where the lines below it begin."""
    rows = _wrapped(title)
    for number, row in enumerate(rows):
        _write(draw, (MARGIN + 40, 80 + number * 76), row, TITLE, INK, "B")
    return 80 + len(rows) * 76


def _draw_figure(draw: ImageDraw.ImageDraw, picture: SharePicture) -> None:
    if not picture.figure:
        return
    bottom, figure = SIZE[1] - 84, spelled(picture.figure)
    draw.text((MARGIN + 40, bottom), figure, ACCENT, _font("B", FIGURE), anchor="ls")
    right = MARGIN + 70 + draw.textlength(figure, _font("B", FIGURE))
    draw.text((right, bottom), spelled(picture.caption), INK, _font("", TEXT), anchor="ls")


def _draw_squares(draw: ImageDraw.ImageDraw, rows: Sequence[SquareRow], begin: int) -> None:
    """Draw the rows of squares at the bottom, as large as they fit below `begin`."""
    shown = rows[:MOST_ROWS]
    square = _square_of(shown, ROWS_END - begin)
    top = ROWS_END - len(shown) * (square + GAP)
    for number, row in enumerate(shown):
        _draw_row(draw, row, top + number * (square + GAP), square)


def _square_of(rows: Sequence[SquareRow], height: int) -> int:
    """Return the side of a square, in pixels: all rows fit this height, and each has room for its words."""
    if not rows:
        return 0
    high = height // len(rows) - GAP
    wide = WIDEST_ROW // max(1, *(row.size for row in rows)) - GAP
    return max(SMALLEST_SQUARE, min(LARGEST_SQUARE, high, wide))


def _draw_row(draw: ImageDraw.ImageDraw, row: SquareRow, top: int, square: int) -> None:
    size = min(TEXT, square)
    left, text = MARGIN + 40, top + (square - size) // 2 - 4
    _write(draw, (left, text), row.label, size, SOFT, "B")
    for place in range(row.size):
        x, y = left + 48 + place * (square + GAP), top
        box, cross = (x, y, x + square, y + square), row.full <= place < row.full + row.broken
        fill = FULL if place < row.full else BROKEN if cross else None
        draw.rounded_rectangle(box, 8, fill, fill or SOFT, 3)
        if cross:  # The colour alone would not say it.
            inset = square // 4
            ends = (x + inset, y + inset, x + square - inset, y + square - inset)
            draw.line(ends, SHEET, 5)
            draw.line((ends[0], ends[3], ends[2], ends[1]), SHEET, 5)
    right = left + 64 + row.size * (square + GAP)
    _write(draw, (right, text), _fitting(row.text, size), size, INK)


def _wrapped(title: str) -> list[str]:
    """Return the title in rows that fit; what is too long ends with an ellipsis."""
    rows, words = [""], spelled(title).split()
    for place, word in enumerate(words):
        longer = f"{rows[-1]} {word}".strip()
        if _fits(longer, TITLE, "B") or not rows[-1]:
            rows[-1] = longer
        elif len(rows) < MOST_TITLE_LINES:
            rows.append(word)
        else:
            rows[-1] = " ".join([rows[-1], *words[place:]])
            break
    return [_fitting(row, TITLE, "B") for row in rows]


def _fitting(text: str, size: int, style: str = "") -> str:
    text = spelled(text)
    if _fits(text, size, style):
        return text
    while text and not _fits(text + "…", size, style):
        text = text[:-1]
    return text.rstrip() + "…"


def _fits(text: str, size: int, style: str) -> bool:
    return _font(style, size).getlength(text) <= SIZE[0] - 2 * MARGIN - 60


def _write(draw: ImageDraw.ImageDraw, place: tuple[int, int], text: str, size: int, ink: str, style: str = "") -> None:
    draw.text(place, text, ink, _font(style, size))


@lru_cache(maxsize=8)
def _font(style: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(style), size)
