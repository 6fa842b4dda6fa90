"""Cached parts of a page: the same values give the same HTML, so it is rendered once."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

CSRF_FIELD: Final = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
SEEN_FIELD: Final = '<input type="hidden" name="seen" value="{}">'
POSTING: Final = ' method="post" action="{0}" hx-post="{0}" hx-target="#round" hx-swap="outerHTML"'
CACHE_SIZE: Final = 4096
"""The most cached parts, of about two kilobytes each."""


@register.simple_tag
def part(name: str, **params: Hashable) -> SafeString:
    """Render the template with these values only: no request, no reader, no context of the page around it.

    The cache key is every value that it shows, so that a part can be evicted, but never be another seat's or stale.
    """
    items = tuple(params.items())
    if settings.DEBUG or not _is_a_key(items):
        return _rendered_part.__wrapped__(name, get_language(), items)
    return _rendered_part(name, get_language(), items)


@lru_cache(maxsize=CACHE_SIZE)
def _rendered_part(name: str, language: str | None, params: tuple[tuple[str, Hashable], ...]) -> SafeString:
    return render_to_string(name, dict(params))


@register.simple_tag(takes_context=True)
def act_fields(context: template.RequestContext, seen: int | str) -> SafeString:
    """Render the hidden fields of a table's forms: the CSRF token, and the number that the reader has seen.

    A part that comes by a stream has no token: a header of the page carries it.
    """
    token = context.get("csrf_token")
    return format_html(CSRF_FIELD, token) + format_html(SEEN_FIELD, seen) if token else format_html(SEEN_FIELD, seen)


@register.simple_tag
def posting(action: str, table_id: int) -> SafeString:
    """Render the attributes of a form that acts on a table: with htmx the response is the part that moves."""
    return format_html(POSTING, reverse(action, args=(table_id,)))


def _is_a_key(value: Hashable) -> bool:
    try:
        hash(value)
    except TypeError:  # A value is mutable, so it cannot be a key.
        return False
    return True
