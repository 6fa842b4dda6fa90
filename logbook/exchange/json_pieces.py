"""A large JSON object, member by member, with a small piece of it in memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from .entries import Unreadable

DECODER: Final = json.JSONDecoder()
SPACE: Final = re.compile(r"[ \t\n\r]*")
LARGEST: Final = 4_000_000
"""No single value of a file that we read has so many letters."""


class CutOff(Unreadable):
    """The file ends in the middle."""

    def __init__(self) -> None:
        super().__init__("cut-off")


class _Window:
    """The part of the text that is looked at now."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = iter(pieces)
        self._text, self._at = "", 0

    def sign(self) -> str:
        """The next sign that is no space, which stays. Raises CutOff."""
        while True:
            if space := SPACE.match(self._text, self._at):
                self._at = space.end()
            if self._at < len(self._text):
                return self._text[self._at]
            self._more()

    def take(self, *wanted: str) -> str:
        """The next sign, which must be one of these. Raises Unreadable."""
        sign = self.sign()
        if sign not in wanted:
            raise Unreadable("broken-json")
        self._at += 1
        return sign

    def value(self) -> Any:
        """The next value, whole. Raises Unreadable."""
        self.sign()
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                # Only a fault at the very end of what is here may be cured by reading on.
                if error.pos < len(self._text) - 12 and not error.msg.startswith("Unterminated"):
                    raise Unreadable("broken-json") from error
            except RecursionError as error:
                raise Unreadable("broken-json") from error
            else:
                # A number at the end of what is here may go on: "0" as "0.5", "1" as "12".
                rest = self._text[end : end + 3]
                if rest and not (rest[0] in ".eE" and len(rest) < 3):
                    self._at = end
                    return value
            if len(self._text) - self._at > LARGEST:
                raise Unreadable("broken-json")
            self._more()

    def is_over(self) -> bool:
        """Whether nothing more follows."""
        try:
            self.sign()
        except CutOff:
            return True
        return False

    def _more(self) -> None:
        piece = next((piece for piece in self._pieces if piece), None)
        if piece is None:
            raise CutOff
        self._text, self._at = self._text[self._at :] + piece, 0


def members(pieces: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Each member of the outermost object; one that is a list yields its elements one by one, under the same name.

    Raises Unreadable, also after what could be read: CutOff where the text ends in the middle.
    """
    window = _Window(pieces)
    window.take("{")
    if window.sign() != "}":
        yield from _members(window)
    window.take("}")
    if not window.is_over():
        raise Unreadable("broken-json")


def _members(window: _Window) -> Iterator[tuple[str, Any]]:
    while True:
        name = window.value()
        window.take(":")
        if not isinstance(name, str):
            raise Unreadable("broken-json")
        if window.sign() == "[":
            yield from ((name, element) for element in _elements(window))
        else:
            yield name, window.value()
        if window.sign() == "}":
            return
        window.take(",")


def _elements(window: _Window) -> Iterator[Any]:
    window.take("[")
    if window.sign() == "]":
        window.take("]")
        return
    while True:
        yield window.value()
        if window.take(",", "]") == "]":
            return
