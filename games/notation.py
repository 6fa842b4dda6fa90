"""The notation of numbers and lines, wherever a person types them."""

from __future__ import annotations

MOST_DIGITS = 4


def whole_number(text: str) -> int | None:
    """The number that ASCII digits write, if there are neither none nor absurdly many of them."""
    if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS:
        return int(text)
    return None


def is_one_line(text: str) -> bool:
    """Return whether a record can hold the text in a header line and read it back the same."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "#" not in text and text == text.strip() and len(text.splitlines()) <= 1
