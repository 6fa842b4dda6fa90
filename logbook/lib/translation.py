"""Texts in the reader's language, each looked up once a language.

A part of a table says some hundred texts, for each of its readers. Django looks for the active language, and then
through a chain of catalogues, at each of them. Here a text is kept by language, and while a part is rendered its
language is noted once (`rendering_in`). The texts are those of the code, so there are only so many.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Final

from django.utils import translation

_NOTED: Final[ContextVar[str | None]] = ContextVar("language", default=None)


@contextmanager
def rendering_in(language: str) -> Iterator[None]:
    """Render in this language; nothing inside may change it."""
    with translation.override(language):
        noted = _NOTED.set(language)
        try:
            yield
        finally:
            _NOTED.reset(noted)


def language() -> str | None:
    """Return the language that texts are said in now."""
    return _NOTED.get() or translation.get_language()


def gettext(text: str) -> str:
    """Return the text in the reader's language."""
    return _text(language(), text)


def pgettext(context: str, text: str) -> str:
    """Return the text in the reader's language, as it is said in this context."""
    return _text_in_context(language(), context, text)


@cache
def _text(_language: str | None, text: str) -> str:
    return translation.gettext(text)


@cache
def _text_in_context(_language: str | None, context: str, text: str) -> str:
    return translation.pgettext(context, text)
