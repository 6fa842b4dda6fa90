"""Glyphs: small pieces of SVG with a size, and their arrangement in one picture.

A glyph is drawn from (0, 0); `side_by_side` puts glyphs into a row, `picture` centres one in the frame. Shapes of suits
and digits come from the page's sprite, colours from `cards.css`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

WIDTH: Final = 120
HEIGHT: Final = 72
EDGE: Final = 3
COLOURS: Final = "PBGY"


class Glyph(NamedTuple):
    """A drawing and its size."""

    width: float
    height: float
    body: SafeString


def at(x: float, y: float, glyph: Glyph, *, scale: float = 1) -> SafeString:
    """Return the glyph moved to this place."""
    return format_html(
        '<g transform="translate({} {}) scale({})">{}</g>', _short(x), _short(y), _short(scale), glyph.body
    )


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def side_by_side(*glyphs: Glyph, gap: float = 5) -> Glyph:
    """Return these glyphs in a row, on one middle line."""
    height = max(glyph.height for glyph in glyphs)
    parts, x = [], 0.0
    for glyph in glyphs:
        parts.append(at(x, (height - glyph.height) / 2, glyph))
        x += glyph.width + gap
    return Glyph(x - gap, height, join(parts))


def join(parts: Sequence[SafeString]) -> SafeString:
    """Return several glyphs as one, on top of each other."""
    return format_html_join("", "{}", ((part,) for part in parts))


def picture(glyph: Glyph) -> SafeString:
    """Return the glyph in the middle of the frame, shrunk if it is too wide."""
    scale = min(1, (WIDTH - 2 * EDGE) / glyph.width, (HEIGHT - 2 * EDGE) / glyph.height)
    x, y = (WIDTH - glyph.width * scale) / 2, (HEIGHT - glyph.height * scale) / 2
    return format_html(
        '<svg class="pic" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">{}</svg>',
        WIDTH,
        HEIGHT,
        at(x, y, glyph, scale=scale),
    )


# --- cards


def card(suit: str = "", rank: int | str = "", *, height: float = 56) -> Glyph:
    """Draw a small card: with suit and rank, of a suit alone, or of a value in any of the four colours."""
    face = mark_safe('<rect class="pic__face" x="1" y="1" width="48" height="68" rx="7"/>')
    body = join([face, _rank(rank, alone=not suit), _suit(suit, alone=not rank) if suit else _any_colour(rank)])
    picture = format_html('<g class="pic__card pic__card--{}">{}</g>', suit or "any", body)
    scale = height / 70
    return Glyph(50 * scale, height, format_html('<g transform="scale({})">{}</g>', _short(scale), picture))


def _rank(rank: int | str, *, alone: bool) -> SafeString:
    if not rank:
        return mark_safe("")
    x, y, width, height = (10, 7, 30, 42) if alone else (14, 6, 22, 31)
    return format_html(
        '<use class="pic__rank" href="#rank-{}" x="{}" y="{}" width="{}" height="{}"/>', rank, x, y, width, height
    )


def _suit(suit: str, *, alone: bool) -> SafeString:
    x, y, size = (9, 19, 32) if alone else (12, 39, 26)
    return format_html(
        '<use class="pic__suit" href="#suit-{}" x="{}" y="{}" width="{}" height="{}"/>', suit, x, y, size, size
    )


def _any_colour(rank: int | str) -> SafeString:
    """Draw the four colours small, for a card of any of them."""
    size, y = (10.0, 55.0) if rank else (18.0, 16.0)
    places = [(4 + 10.7 * n, y) for n in range(4)] if rank else [(6, y), (26, y), (6, y + 20), (26, y + 20)]
    ranks = ((suit, suit, _short(x), _short(y), size, size) for suit, (x, y) in zip(COLOURS, places, strict=True))
    return format_html_join(
        "", '<use class="pic__tiny pic__tiny--{}" href="#suit-{}" x="{}" y="{}" width="{}" height="{}"/>', ranks
    )


def blank_card(*, height: float = 44, rank: int | str = "") -> Glyph:
    """Draw a card without a suit: any card of a trick."""
    face = mark_safe('<rect class="pic__plain" x="1" y="1" width="48" height="68" rx="7"/>')
    picture = join([face, _rank(rank, alone=True)])
    scale = height / 70
    return Glyph(50 * scale, height, format_html('<g transform="scale({})">{}</g>', _short(scale), picture))


# --- tricks


def trick(*, height: float = 40, kind: str = "won") -> Glyph:
    """Draw a trick as a fan of cards; `kind` is won, not (won by another player) or ahead."""
    fan = join(
        [
            format_html('<rect class="pic__fan" x="14" y="6" width="24" height="34" rx="4" transform="{}"/>', turn)
            for turn in ("rotate(-20 26 44)", "rotate(20 26 44)", "rotate(0 26 44)")
        ]
    )
    scale = height / 44
    picture = format_html('<g class="pic__trick pic__trick--{}" transform="scale({})">{}</g>', kind, _short(scale), fan)
    return Glyph(52 * scale, height, picture)


def chain(count: int) -> Glyph:
    """Draw consecutive tricks, linked."""
    size = 34.0 if count < 3 else 28.0
    tricks = side_by_side(*(trick(height=size) for _ in range(count)), gap=6)
    step = size / 44 * 52 + 6
    links = [
        format_html('<path class="pic__link" d="M{} {}h16"/>', _short(step * n - 11), _short(size - 3))
        for n in range(1, count)
    ]
    return Glyph(tricks.width, size, join([tricks.body, *links]))


def course(*marks: str) -> Glyph:
    """Draw the tricks of an attempt in a row: `+` to win, `-` not to win, `.` open to all, `…` and so on."""
    parts, x = [], 0.0
    for mark in marks:
        width, body = _mark(mark)
        parts.append(format_html('<g transform="translate({} 0)">{}</g>', _short(x), body))
        x += width
    return Glyph(x - 3, 30, join(parts))


def _mark(mark: str) -> tuple[float, SafeString]:
    if mark == "…":
        return 17, mark_safe(
            '<circle class="pic__dot" cx="3" cy="15" r="1.6"/><circle class="pic__dot" cx="8" cy="15" r="1.6"/>'
            '<circle class="pic__dot" cx="13" cy="15" r="1.6"/>'
        )
    kind = {"+": "won", "-": "no", ".": "ahead"}[mark]
    box = format_html('<rect class="pic__box pic__box--{}" x="1" y="1" width="20" height="28" rx="4"/>', kind)
    if mark == "+":
        return 25, join([box, mark_safe('<path class="pic__tick" d="m6 15 4 5 6.500-10"/>')])
    if mark == "-":
        return 25, join([box, mark_safe('<path class="pic__no" d="M5.500 9.500l11 11m0-11l-11 11"/>')])
    return 25, box


# --- signs


def sign(text: str, *, size: float = 30) -> Glyph:
    """Draw letters or a sign, as type."""
    width = size * 0.62 * len(text)
    picture = format_html(
        '<text class="pic__sign" x="{}" y="{}" font-size="{}" text-anchor="middle">{}</text>',
        _short(width / 2),
        _short(size * 0.78),
        size,
        text,
    )
    return Glyph(width, size, picture)


def number(value: int, *, height: float = 30) -> Glyph:
    """Draw a whole number in the digits of the cards."""
    width = height * 20 / 28
    digits = format_html_join(
        "",
        '<use class="pic__rank" href="#rank-{}" x="{}" y="0" width="{}" height="{}"/>',
        ((digit, _short(place * width), _short(width), height) for place, digit in enumerate(str(value))),
    )
    return Glyph(width * len(str(value)), height, digits)


def without(glyph: Glyph) -> Glyph:
    """Draw the glyph struck out."""
    low, high = glyph.height * 0.94, glyph.height * 0.06
    stroke = format_html(
        '<path class="pic__no" d="M{} {}L{} {}"/>', -2, _short(low), _short(glyph.width + 2), _short(high)
    )
    return Glyph(glyph.width, glyph.height, join([glyph.body, stroke]))


def framed(glyph: Glyph) -> Glyph:
    """Draw the glyph inside one trick."""
    frame = format_html(
        '<rect class="pic__frame" x="1" y="1" width="{}" height="{}" rx="9"/>', glyph.width + 14, glyph.height + 12
    )
    return Glyph(glyph.width + 16, glyph.height + 14, join([frame, at(8, 7, glyph)]))
