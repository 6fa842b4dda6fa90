"""The rulebook of a view's game: bots know the rules of both Crew games."""

from __future__ import annotations

from typing import Any

from ...contract import View
from ..book import Book
from ..deep_sea import DEEP_SEA
from ..planet_nine import PLANET_NINE

_BOOKS: dict[str, Book[Any]] = {book.slug: book for book in (PLANET_NINE, DEEP_SEA)}


def book_of(view: View) -> Book[Any]:
    """The Crew game of this view."""
    return _BOOKS[view["game"]]
