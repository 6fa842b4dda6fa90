"""Lists, and texts after a label, with the punctuation of the language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from django.utils.translation import pgettext


def list_text(items: Iterable[object]) -> str:
    """Return the items as one list: "Ana, Bob and Charlie", « Ana, Bob et Charlie »; "" without items."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    start = reduce(_with_comma, words[:-1])
    return pgettext("list", "%(start)s and %(last)s") % {"start": start, "last": words[-1]}


def labelled(label: object, text: object) -> str:
    """Return a text after its label: "Planet Nine: Mission 4", « Planète Neuf : Mission 4 »."""
    return pgettext("label", "%(label)s: %(text)s") % {"label": label, "text": text}


def _with_comma(start: str, following: str) -> str:
    return pgettext("list", "%(start)s, %(next)s") % {"start": start, "next": following}
