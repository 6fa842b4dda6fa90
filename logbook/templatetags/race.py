"""Template tags of races: drawings, and numbers by position."""

from __future__ import annotations

from typing import Final

from django import template
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from logbook.races import svg as drawings
from logbook.races.view.parts import MapPlace
from logbook.rounds import text

register = template.Library()

SOURCES: Final[dict[str, str | Promise]] = {
    "found": gettext_lazy("in the rulebook"),
    "inferred": gettext_lazy("derived from the rulebook"),
    "designed": gettext_lazy("our own"),
}
"""The components file's sources of a piece, in words."""


@register.simple_tag
def race_sprite() -> SafeString:
    """Render the sprite that gems and signs of a page refer to."""
    return mark_safe(render_to_string("races/_sprite.svg"))  # noqa: S308 - our own file, no input


@register.simple_tag
def gem(colour: str) -> SafeString:
    """Render a gem, decorative: its container gives the colour."""
    return drawings.gem(colour)


@register.simple_tag
def sign(name: str) -> SafeString:
    """Render a coin, a propeller, a shield and the like, decorative."""
    return drawings.sign(name)


@register.simple_tag
def spot(kind: str) -> SafeString:
    """Render a scouting spot, decorative."""
    return drawings.spot(kind)


@register.simple_tag
def boat(seat: int, number: int | str = "") -> SafeString:
    """Render a boat of this seat, decorative."""
    return drawings.boat(seat, number)


@register.simple_tag
def tile(place: MapPlace) -> SafeString:
    """Render the tile on a space of the map, decorative."""
    return drawings.tile(place.look, place.points, ((mark.spot, mark.x, mark.y) for mark in place.spots))


@register.filter
def bot_words(slug: str) -> str:
    """Return the name of a bot."""
    return text.bot_words(slug)


@register.simple_tag
def piece_source(source: str) -> SafeString:
    """Render a piece's source as a badge; empty if its file does not name one."""
    kind = source.split(maxsplit=1)[0] if source else ""
    if kind not in SOURCES:
        return mark_safe("")
    return format_html('<span class="source source--{}">{}</span>', kind, SOURCES[kind])
