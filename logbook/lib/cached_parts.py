"""Cached parts of a page: the same values give the same HTML, so it is rendered once."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

CACHE_SIZE: Final = 4096
"""The most cached parts, of about two kilobytes each."""


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
    return mark_safe(render_to_string(name, dict(params)))  # noqa: S308 - the template has escaped its values


def _is_a_key(value: Hashable) -> bool:
    try:
        hash(value)
    except TypeError:  # A value is mutable, so it cannot be a key.
        return False
    return True
