"""A race in a template: its drawings, and numbers by place."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from logbook.drawings import race as drawings
from logbook.race_page.parts import MapPlace

register = template.Library()


@register.simple_tag
def race_sprite() -> SafeString:
    """The hidden drawings that gems and signs of a page refer to."""
    return mark_safe(render_to_string("race/_sprite.svg"))  # noqa: S308 - our own file, no input


@register.simple_tag
def gem(colour: str) -> SafeString:
    """A gem alone, decorative: whatever holds it says its colour."""
    return drawings.gem(colour)


@register.simple_tag
def sign(name: str) -> SafeString:
    """A coin, a propeller, a shield and the like, decorative."""
    return drawings.sign(name)


@register.simple_tag
def spot(kind: str) -> SafeString:
    """A scouting spot, decorative."""
    return drawings.spot(kind)


@register.simple_tag
def boat(seat: int, number: int | str = "") -> SafeString:
    """A boat of this seat, decorative."""
    return drawings.boat(seat, number)


@register.simple_tag
def tile(place: MapPlace) -> SafeString:
    """What lies on a space of the map, decorative."""
    return drawings.tile(place.look, place.points, ((mark.spot, mark.x, mark.y) for mark in place.spots))
