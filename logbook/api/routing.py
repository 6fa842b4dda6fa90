"""How the API's addresses are declared: by what they begin with, each with its operation and its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, path, register_converter
from django.urls.converters import IntConverter


class Number(IntConverter):
    """A number that both databases can hold."""

    regex = "[0-9]{1,18}"


register_converter(Number, "number")

Row = tuple[str, Any, str]


def under(start: str, *rows: Row) -> Iterator[URLPattern]:
    """Addresses that begin alike: how each goes on, its operation's class (or a view), and its name after `api-`."""
    for rest, done, name in rows:
        view = done.as_view() if hasattr(done, "as_view") else done
        yield path(f"{start}{rest}", view, name=f"api-{name}")
