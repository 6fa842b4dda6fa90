"""Drawings of a race: gems, scouting spots, wreck tiles and boats.

Shapes of gems and signs come from the page's sprite (`races/_sprite.svg`), colours from `race.css`. Every difference in
colour is a difference in shape too: each gem has its own cut, each player's boats a sail of their own form.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

SAILS: Final = (
    '<circle class="boat__sail" cx="14" cy="12" r="10.500"/>',
    '<rect class="boat__sail" x="4" y="2" width="20" height="20" rx="2.500"/>',
    '<path class="boat__sail" d="M14 .8 27 22.500H1Z"/>',
    '<path class="boat__sail" d="M14 0 26.500 12 14 24 1.500 12Z"/>',
    '<path class="boat__sail" d="M8 1.500h12l6 10.500-6 10.500H8L2 12Z"/>',
)
"""The sail of each seat: circle, square, triangle, diamond, hexagon."""
LOW_SAILS: Final = frozenset({2})
"""Sails with their number in the lower half."""


def gem(colour: str) -> SafeString:
    """Draw a gem alone, decorative."""
    return format_html(
        '<svg class="gem gem--{0}" viewBox="0 0 24 24" aria-hidden="true"><use href="#gem-{0}"/></svg>', colour
    )


def sign(name: str) -> SafeString:
    """Draw a sign of the sprite, decorative."""
    return format_html(
        '<svg class="sign sign--{0}" viewBox="0 0 24 24" aria-hidden="true"><use href="#{0}"/></svg>', name
    )


def spot(kind: str) -> SafeString:
    """Draw a scouting spot: a ring with its gem."""
    return format_html(
        '<svg class="spot spot--{0}" viewBox="0 0 30 30" aria-hidden="true"><circle class="spot__ring" cx="15" cy="15"'
        ' r="13.500"/><use href="#gem-{0}" x="6" y="6" width="18" height="18"/></svg>',
        kind,
    )


def boat(seat: int, number: int | str = "") -> SafeString:
    """Draw a boat, or (without a number) its owner's sign."""
    y = 19.5 if seat % len(SAILS) in LOW_SAILS else 17
    return format_html(
        '<svg class="boat boat--{}" viewBox="0 0 28 32" aria-hidden="true">'
        '<path class="boat__hull" d="M2 24.500h24l-4.500 6.500h-15Z"/>{}'
        '<text class="boat__number" x="14" y="{}" text-anchor="middle">{}</text></svg>',
        seat,
        mark_safe(SAILS[seat % len(SAILS)]),  # noqa: S308 - our own drawing
        y,
        number,
    )


def tile(look: str, points: int, spots: Iterable[tuple[str, float, float]]) -> SafeString:
    """Draw a dive site on the map: hidden, wreck, city or empty, with its spots and the leader's points."""
    body = {"hidden": HIDDEN_FILL, "empty": EMPTY, "port": PORT, "buoy": BUOY}.get(look) or _wreck(look, points, spots)
    return format_html('<svg class="tile tile--{}" viewBox="0 0 100 100" aria-hidden="true">{}</svg>', look, body)


def _wreck(look: str, points: int, spots: Iterable[tuple[str, float, float]]) -> SafeString:
    behind = CITY if look == "city" else WRECK
    number = format_html(
        '<circle class="tile__disc" cx="50" cy="50" r="18"/>'
        '<text class="tile__points" x="50" y="59.5" text-anchor="middle">{}</text>',
        points,
    )
    rings = format_html_join(
        "",
        '<circle class="spot__ring" cx="{1}" cy="{2}" r="18"/>'
        '<use href="#gem-{0}" x="{3}" y="{4}" width="25" height="25"/>',
        ((kind, x, y, round(x - 12.5, 1), round(y - 12.5, 1)) for kind, x, y in spots),
    )
    return format_html("{}{}{}", behind, number, rings)


WRECK: Final = mark_safe(
    '<circle class="tile__ground" cx="50" cy="50" r="46"/><use href="#hull" x="24" y="4" width="52" height="31"/>'
)
CITY: Final = mark_safe(
    '<circle class="tile__ground" cx="50" cy="50" r="46"/><circle class="tile__gilt" cx="50" cy="50" r="41"/>'
    '<use href="#rose" x="4" y="4" width="92" height="92"/>'
)
HIDDEN_FILL: Final = mark_safe(
    '<circle class="tile__ground" cx="50" cy="50" r="40"/>'
    '<path class="tile__waves" d="M20 40q7.500-9 15 0t15 0 15 0 15 0M20 64q7.500-9 15 0t15 0 15 0 15 0"/>'
    '<text class="tile__unknown" x="50" y="62" text-anchor="middle">?</text>'
)
EMPTY: Final = mark_safe(
    '<circle class="tile__ripple" cx="50" cy="50" r="26"/><circle class="tile__ripple" cx="50" cy="50" r="12"/>'
)
PORT: Final = mark_safe(
    '<circle class="tile__ground" cx="50" cy="50" r="42"/><use href="#anchor" x="24" y="24" width="52" height="52"/>'
)
BUOY: Final = mark_safe('<use href="#buoy" x="18" y="14" width="64" height="64"/>')
