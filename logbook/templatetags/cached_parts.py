"""Parts of a page that are kept: where the same is shown again, its HTML need not be made again."""

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

ACT_FIELDS: Final = (
    '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="seen" value="{}">'
)
POSTING: Final = ' method="post" action="{0}" hx-post="{0}" hx-target="#round" hx-swap="outerHTML"'
KEPT: Final = 4096
"""So many parts, of about two kilobytes each."""


@register.simple_tag
def part(name: str, **shown: Hashable) -> SafeString:
    """The template, which is given these values and nothing else: no request, no reader, nothing of the page round it.

    What is kept is found by all that it shows, so that it can be forgotten, but never be another seat's or be stale.
    """
    given = tuple(shown.items())
    if settings.DEBUG or not _is_a_key(given):
        return _made.__wrapped__(name, get_language(), given)
    return _made(name, get_language(), given)


@lru_cache(maxsize=KEPT)
def _made(name: str, language: str | None, shown: tuple[tuple[str, Hashable], ...]) -> SafeString:
    return render_to_string(name, dict(shown))


@register.simple_tag(takes_context=True)
def act_fields(context: template.RequestContext, seen: int | str) -> SafeString:
    """What every form of a table posts besides its action: the token, and up to where the reader has seen the table."""
    return format_html(ACT_FIELDS, context.get("csrf_token", ""), seen)


@register.simple_tag
def posting(action: str, table_id: int) -> SafeString:
    """The attributes of a form that does something at a table: with htmx the part that moves is the answer."""
    return format_html(POSTING, reverse(action, args=(table_id,)))


def _is_a_key(given: Hashable) -> bool:
    try:
        hash(given)
    except TypeError:  # Something in it can be changed.
        return False
    return True
