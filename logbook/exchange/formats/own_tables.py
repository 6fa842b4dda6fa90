"""Our own tables of entries: their columns and words, in each language of the site, going out and coming in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import pgettext, pgettext_lazy

COLUMNS: Final = (
    *("campaign", "game", "mission", "result", "distress", "players", "date", "minutes", "note"),
    *("people", "captain", "substitutes", "source", "key"),
)
"""The columns, by their names in English."""
_LABELS: Final = (
    pgettext_lazy("table column", "campaign"),
    pgettext_lazy("table column", "game"),
    pgettext_lazy("table column", "mission"),
    pgettext_lazy("table column", "result"),
    pgettext_lazy("table column", "distress"),
    pgettext_lazy("table column", "players"),
    pgettext_lazy("table column", "date"),
    pgettext_lazy("table column", "minutes"),
    pgettext_lazy("table column", "note"),
    pgettext_lazy("table column", "people"),
    pgettext_lazy("table column", "captain"),
    pgettext_lazy("table column", "substitutes"),
    pgettext_lazy("table column", "source"),
    pgettext_lazy("table column", "key"),
)


@dataclass(frozen=True, slots=True)
class TableWords:
    """The words of a table in one language."""

    header: tuple[str, ...]
    won: str
    failed: str
    yes: str
    no: str


@cache
def words_of(language: str) -> TableWords:
    """Return the words of our tables in a language. An import reads those of every language."""
    with translation.override(language):
        return TableWords(
            header=tuple(map(str, _LABELS)),
            won=pgettext("table cell", "won"),
            failed=pgettext("table cell", "failed"),
            yes=pgettext("table cell", "yes"),
            no=pgettext("table cell", "no"),
        )


@cache
def our_headers() -> frozenset[tuple[str, ...]]:
    """Return the headers by which an import recognises our own tables."""
    return frozenset(words_of(code).header for code, _name in settings.LANGUAGES)
