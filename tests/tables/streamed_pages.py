"""A page that a stream is sent to: it puts the pieces that a part leaves out in again, as `pieces.js` does."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

GAP: Final = re.compile(r'<i data-kept="([\w-]+)"></i>')
NUMBER: Final = re.compile(r'data-seen="(\d+)"')
SINCE: Final = re.compile(r' data-since="(-?\d+)"')
FORM_FIELDS: Final = re.compile(r'<input type="hidden" name="(?:csrfmiddlewaretoken|seen)" value="[^"]*">')


class _Pieces(HTMLParser):
    """Finds the elements with a `data-piece`."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: dict[str, str] = {}
        self._lines = html.splitlines(keepends=True)
        self._open: tuple[str, str, int, int] | None = None  # name, tag, where it begins, elements of the tag inside
        self._html = html
        self.feed(html)

    def _place(self) -> int:
        line, column = self.getpos()
        return sum(map(len, self._lines[: line - 1])) + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        piece = dict(attrs).get("data-piece")
        if self._open is not None:
            name, own, begin, inside = self._open
            self._open = (name, own, begin, inside + (tag == own))
        elif piece:
            self._open = (piece, tag, self._place(), 0)

    def handle_endtag(self, tag: str) -> None:
        if self._open is None or tag != self._open[1]:
            return
        name, own, begin, inside = self._open
        if inside:
            self._open = (name, own, begin, inside - 1)
            return
        self.found[name] = self._html[begin : self._place() + len(tag) + 3]
        self._open = None


class StreamedPage:
    """A page of a table that follows its stream; `html` is the whole part that it shows."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.gaps = 0
        """The pieces that the last part left out."""

    def take(self, part: str) -> str:
        """Show this part, and return the whole of it. Raises AssertionError where a piece is not there."""
        gaps = GAP.findall(part)
        self.gaps = len(gaps)
        if gaps:
            since, shown = SINCE.search(part), NUMBER.search(self.html)
            assert since is not None
            assert shown is not None
            assert since[1] == shown[1], "the page was not sent the part before"
        pieces = _Pieces(self.html).found
        self.html = GAP.sub(lambda gap: pieces[gap[1]], part)
        return self.html


EARLIER: Final = re.compile(r'<section id="earlier".*?</section>', re.DOTALL)
"""Stands beside the part; a stream sends it where it has changed."""


def plain(html: str) -> str:
    """Return the part without what only one of stream and fetch has: fields of forms, the number before, line ends."""
    html = EARLIER.sub("", html)
    return " ".join(SINCE.sub("", FORM_FIELDS.sub("", html)).split()).replace("> <", "><").replace(" ><", "><")
