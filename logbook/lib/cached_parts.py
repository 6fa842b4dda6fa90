"""Cached parts of a page: the same values give the same HTML, so it is rendered once."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from logbook.lib.translation import language

CACHE_SIZE: Final = 4096
"""The most cached parts, of about two kilobytes each."""


class Facts:
    """Some values of a page by name: all that a cached part shows, so they are its key."""

    __slots__ = ("_values",)

    def __init__(self, **values: Hashable) -> None:
        self._values = values

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))


def part(name: str, /, **params: Hashable) -> SafeString:
    """Render the template with these values only: no request, no reader, no context of the page around it.

    The cache key is every value that it shows, so that a part can be evicted, but never be another seat's or stale.
    """
    items = tuple(params.items())
    if settings.DEBUG or not _is_a_key(items):
        return _rendered_part.__wrapped__(name, language(), items)
    return _rendered_part(name, language(), items)


@lru_cache(maxsize=CACHE_SIZE)
def _rendered_part(name: str, language: str | None, params: tuple[tuple[str, Hashable], ...]) -> SafeString:
    return mark_safe(render_to_string(name, dict(params)))  # noqa: S308 - the template has escaped its values


def _is_a_key(value: Hashable) -> bool:
    try:
        hash(value)
    except TypeError:  # A value is mutable, so it cannot be a key.
        return False
    return True
