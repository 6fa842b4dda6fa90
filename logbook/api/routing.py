"""Declares URLs of the API: a common prefix, and for each URL its operation and name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, path, register_converter
from django.urls.converters import IntConverter


class Number(IntConverter):
    """A number that both databases can hold."""

    regex = "[0-9]{1,18}"


register_converter(Number, "number")

Route = tuple[str, Any, str]


def under(start: str, *rows: Route) -> Iterator[URLPattern]:
    """Yield URLs with a common prefix: the rest of the path, the operation (or view), the name after `api-`."""
    for rest, pattern, name in rows:
        view = pattern.as_view() if hasattr(pattern, "as_view") else pattern
        yield path(f"{start}{rest}", view, name=f"api-{name}")
