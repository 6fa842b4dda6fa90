"""Streaming reader of a large JSON object: member by member, with a small piece in memory."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from logbook.exchange.formats.entries import Unreadable


def _whole(digits: str) -> int | str:
    """Return a number that a database can hold; a longer one stays a text, the wrong type everywhere."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def _fraction(digits: str) -> float | str:
    number = float(digits)
    return number if math.isfinite(number) else digits


LONGEST_NUMBER: Final = 18
# NaN and Infinity are not JSON, though Python reads them: they stay texts.
DECODER: Final = json.JSONDecoder(parse_int=_whole, parse_float=_fraction, parse_constant=str)
SPACE: Final = re.compile(r"[ \t\n\r]*")
HALVES: Final = re.compile("[\x00\ud800-\udfff]")
"""Lone surrogates, which stand for undecodable bytes, and the NUL, which databases do not store."""
LARGEST: Final = 4_000_000
"""The most characters of a single value."""


@dataclass(frozen=True, slots=True)
class InvalidText:
    """A value with undecodable characters, which can be neither shown nor stored."""

    value: Any

    @property
    def mended(self) -> Any:
        """The value with a replacement character for each of them."""
        return _repaired(self.value)


def replace_lone_surrogates(value: Any) -> Any:
    """Return a value that can be shown and stored."""
    return value.mended if isinstance(value, InvalidText) else value


def as_read(value: Any) -> Any:
    """Return a value with the characters that were read, undecodable ones too."""
    return value.value if isinstance(value, InvalidText) else value


def _repaired(value: Any) -> Any:
    if isinstance(value, str):
        return HALVES.sub("\ufffd", value)
    if isinstance(value, list):
        return [_repaired(one) for one in value]
    if isinstance(value, dict):
        return {_repaired(name): _repaired(one) for name, one in value.items()}
    return value


def _is_invalid(value: Any) -> bool:
    if isinstance(value, str):
        return HALVES.search(value) is not None
    if isinstance(value, list):
        return any(map(_is_invalid, value))
    return isinstance(value, dict) and any(_is_invalid(name) or _is_invalid(one) for name, one in value.items())


class CutOff(Unreadable):
    """The file ends in the middle."""

    def __init__(self) -> None:
        super().__init__("cut-off")


class _Window:
    """The part of the text that is in memory."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = iter(pieces)
        self._text, self._at = "", 0

    def sign(self) -> str:
        """Return the next character that is not a space, without consuming it. Raises CutOff."""
        while True:
            if space := SPACE.match(self._text, self._at):
                self._at = space.end()
            if self._at < len(self._text):
                return self._text[self._at]
            self._more()

    def take(self, *expected: str) -> str:
        """Consume the next character, which must be one of these. Raises Unreadable."""
        sign = self.sign()
        if sign not in expected:
            raise Unreadable("broken-json")
        self._at += 1
        return sign

    def value(self) -> Any:
        """Return the next value, whole; Spoiled if it holds undecodable characters. Raises Unreadable."""
        self.sign()
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                # Only a fault at the very end of the window can be cured by more text.
                if error.pos < len(self._text) - 12 and not error.msg.startswith("Unterminated"):
                    raise Unreadable("broken-json") from error
            except RecursionError as error:
                raise Unreadable("broken-json") from error
            else:
                # A number at the end of the window may go on: "0" as "0.5", "1" as "12".
                rest = self._text[end : end + 3]
                if rest and not (rest[0] in ".eE" and len(rest) < 3):
                    return self._take(value, end)
            if len(self._text) - self._at > LARGEST:
                raise Unreadable("broken-json")
            # The window doubles before each new try, so that a large value is not parsed again and again.
            self._more(len(self._text) - self._at)

    def _take(self, value: Any, end: int) -> Any:
        source = self._text[self._at : end]
        self._at = end
        doubtful = "\\u" in source or not (source.isascii() or HALVES.search(source) is None)
        try:
            return InvalidText(value) if doubtful and _is_invalid(value) else value
        except RecursionError as error:
            raise Unreadable("broken-json") from error

    def is_over(self) -> bool:
        """Return whether nothing more follows."""
        try:
            self.sign()
        except CutOff:
            return True
        return False

    def _more(self, least: int = 1) -> None:
        pieces, size = [self._text[self._at :]], 0
        while size < least and (piece := next(self._pieces, None)) is not None:
            pieces.append(piece)
            size += len(piece)
        if not size:
            raise CutOff
        self._text, self._at = "".join(pieces), 0


def members(pieces: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Yield each member of the outermost object; a list's elements come one by one, under the list's name.

    A value with undecodable characters comes as Spoiled. Raises Unreadable, also after some members are read: CutOff
    where the text ends in the middle.
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
