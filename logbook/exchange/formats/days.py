"""Parser of days, as people write them: in digits, and with the names of months in English, French and German."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, timedelta
from functools import lru_cache
from typing import Final, Literal

from logbook.exchange.formats.entries import Unreadable

DayOrder = Literal["", "dmy", "mdy"]
EARLIEST: Final = date(2019, 1, 1)
"""The earliest possible day: the first of the games came out this year."""
ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?")
YEAR_FIRST: Final = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?: .*)?")
YEAR_LAST: Final = re.compile(r"(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})(?: .*)?")
MONTHS: Final = (
    ("january", "janvier", "januar"),
    ("february", "fevrier", "februar"),
    ("march", "mars", "marz", "maerz"),
    ("april", "avril"),
    ("may", "mai"),
    ("june", "juin", "juni"),
    ("july", "juillet", "juli"),
    ("august", "aout"),
    ("september", "septembre"),
    ("october", "octobre", "oktober"),
    ("november", "novembre"),
    ("december", "decembre", "dezember"),
)
"""The names of the months, without accents. Three letters are enough, except between "juin" and "juillet"."""
_WORD: Final = r"([^\W\d_]{3,12})\.?"
_YEAR: Final = r"'?(\d{4}|\d{2})"
_REST: Final = r"(?:,? (?:at |à )?\d{1,2}[:h].*)?"
NAMED: Final = re.compile(
    rf"(?:[^\W\d_]+\.?,? )?(\d{{1,2}})(?:st|nd|rd|th|er|\.)?[ -]*(?:of )?{_WORD}[ ,-]*{_YEAR}{_REST}"
)
NAMED_FIRST: Final = re.compile(rf"(?:[^\W\d_]+\.?,? )?{_WORD}[ -]*(\d{{1,2}})(?:st|nd|rd|th)?[ ,-]+{_YEAR}{_REST}")
YEAR_NAMED: Final = re.compile(rf"(\d{{4}})[ -]{_WORD}[ -](\d{{1,2}})")


@lru_cache(maxsize=4096)
def day_of(text: str, order: DayOrder, today: date) -> date:
    """Return the day that a text names, between the game's release and today. Raises Unreadable."""
    text = " ".join(text.split())
    if not text:
        raise Unreadable("day-missing")
    try:
        day = date(*_year_month_day(text, order))
    except ValueError as error:
        raise Unreadable("day-impossible", day=text[:40]) from error
    if day > today + timedelta(days=1):
        raise Unreadable("day-future", day=text[:40])
    if day < EARLIEST:
        raise Unreadable("day-past", day=text[:40])
    return day


def _year_month_day(text: str, order: DayOrder) -> tuple[int, int, int]:
    if match := ISO.fullmatch(text) or YEAR_FIRST.fullmatch(text):
        return int(match[1]), int(match[2]), int(match[3])
    match = YEAR_LAST.fullmatch(text)
    if match is None:
        return _with_named_month(text)
    first, second = int(match[1]), int(match[2])
    day, month = (second, first) if order == "mdy" else (first, second)
    return _year(match[3]), month, day


def _with_named_month(text: str) -> tuple[int, int, int]:
    plain = _plain(text)
    if match := NAMED.fullmatch(plain):
        day, word, year = match.groups()
    elif match := NAMED_FIRST.fullmatch(plain):
        word, day, year = match.groups()
    elif match := YEAR_NAMED.fullmatch(plain):
        year, word, day = match.groups()
    month = _month(word) if match else 0
    if not month:
        raise Unreadable("day-unreadable", day=text[:40])
    return _year(year), month, int(day)


def _plain(text: str) -> str:
    """Return the text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def _month(word: str) -> int:
    """Return the month that a word or its beginning names; 0 if none or several."""
    months = {place for place, names in enumerate(MONTHS, start=1) if any(name.startswith(word) for name in names)}
    if word == "sept":
        return 9
    return months.pop() if len(months) == 1 else 0


def _year(text: str) -> int:
    return int(text) if len(text) == 4 else 2000 + int(text)


def order_of_days(samples: list[str]) -> DayOrder:
    """Return whether days or months come first, if some of the texts leave no doubt; "" if both are possible."""
    parts = [(int(match[1]), int(match[2])) for text in samples if (match := YEAR_LAST.fullmatch(text.strip()))]
    if any(first > 12 for first, _second in parts):
        return "dmy"
    return "mdy" if any(second > 12 for _first, second in parts) else ""


def is_ambiguous(text: str) -> bool:
    """Return whether the day could also be the month."""
    match = YEAR_LAST.fullmatch(text.strip())
    return match is not None and int(match[1]) <= 12 and int(match[2]) <= 12 and match[1] != match[2]


def is_day(text: str) -> bool:
    """Return whether a text is written like a day."""
    try:
        _year_month_day(" ".join(text.split()), "")
    except Unreadable:
        return False
    return True
