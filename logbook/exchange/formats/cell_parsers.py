"""Parsers of table cells: missions, results, numbers and durations, as people write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import games
from logbook.exchange.formats.cell_words import BLANKS, LOST_CELLS, UNUSED_CELLS, USED_CELLS, WON_CELLS
from logbook.exchange.formats.entries import Unreadable
from logbook.lib.names import plain
from logbook.tables.kinds import kind_of

LONGEST_MINUTES: Final = 999
FEWEST, MOST = 2, 5
MOST_ATTEMPTS: Final = 99
WHOLE: Final = re.compile(r"(\d{1,6})(?:[.,]0*)?")
"""A whole number, also as a spreadsheet writes it where the column has decimals."""
CLOCK: Final = re.compile(r"(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?: ?h)?")
DURATION: Final = re.compile(
    r"(?:~ ?)?(?:(\d{1,2}(?:\.\d+)?) ?(?:h|hrs?|hours?|heures?|std|stunden?)\.?(?:[ ,]| and | et )*)?"
    r"(?:(\d{1,3}(?:\.\d+)?) ?(?:m|mn|mins?|minutes?|minuten?|'|′|’)?\.?)?"
)
MOST_HOURS: Final = 5
"""The hours of "3:25"; more are a clock's time, or minutes with seconds."""
EMOJI_VARIANTS: Final = re.compile("[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")
SEPARATORS: Final = (";", "|", "\n", ",")
"""Separators between names. Others ("Anna & Bob", "Anna/Bob") may belong to a name, so the importer is asked."""
MISSION_IN_TEXT: Final = re.compile(
    r"(?<!\w)(?:missions?|m|nr\.?|no\.|#|level|niveau)\s*[#:]?\s*(\d{1,3})\b", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def mission_of(game: str, text: str) -> str:
    """Return the mission that a text names, as the game writes it. Raises Unreadable."""
    rules = games.GAMES.get(game)
    if rules is None:
        raise Unreadable("game", game=text)
    if not kind_of(game).is_numbered:
        return _scenario_of(rules, text)
    word = "" if is_blank(text) else text.strip().lstrip("#")
    match = WHOLE.fullmatch(word) or MISSION_IN_TEXT.fullmatch(word)
    if match is None:
        raise Unreadable("mission-unreadable", mission=text[:80]) if word else Unreadable("mission-missing")
    number = str(int(match[1]))
    if not games.has_mission(game, number):
        raise Unreadable("mission", mission=number, game=game, last=games.last_mission(game))
    return number


def _scenario_of(race: games.Game, text: str) -> str:
    if not text.strip():
        raise Unreadable("mission-missing")
    try:
        return race.mission_text(text)
    except games.UnknownSetup:
        raise Unreadable("mission-unreadable", mission=text[:80]) from None


def yes_or_no(text: str, code: str) -> bool:
    """Return what a cell says about success or the distress signal. Raises Unreadable with that code."""
    word = _word(text)
    if word in WON_CELLS or (code == "distress" and word in USED_CELLS):
        return True
    if word in LOST_CELLS or (code == "distress" and word in UNUSED_CELLS):
        return False
    raise Unreadable(code, text=text.strip()[:40])


def _word(text: str) -> str:
    """Return a cell's word without case, accents of a second sign, variants of emoji and marks around it."""
    word = unicodedata.normalize("NFC", EMOJI_VARIANTS.sub("", text)).casefold()
    return " ".join(word.split()).strip("!.()[]*\"'") or text.strip()


def is_blank(text: str) -> bool:
    """Return whether a cell says that there is nothing to say: "", "–", "n/a", "?"."""
    return " ".join(text.casefold().split()) in BLANKS


def number_of(text: str, code: str, lowest: int, highest: int) -> int | None:
    """Return a number within its bounds; None for an empty cell. Raises Unreadable with that code."""
    if is_blank(text):
        return None
    match = WHOLE.fullmatch(text.strip())
    if match is None or not lowest <= int(match[1]) <= highest:
        raise Unreadable(code, text=text.strip()[:40], lowest=lowest, highest=highest)
    return int(match[1])


def minutes_of(text: str) -> int | None:
    """Return a duration in minutes: "25", "25 min", "0:25", "0:25:00", "1h05", "1 h 5 min"; None for an empty cell.

    Raises Unreadable, also where a clock's time or minutes with seconds may be meant.
    """
    if is_blank(text):
        return None
    word = " ".join(text.casefold().replace(",", ".").split())
    if match := CLOCK.fullmatch(word):
        minutes = 60.0 * int(match[1]) + int(match[2])
        minutes = minutes if int(match[1]) <= MOST_HOURS else -1
    elif (match := DURATION.fullmatch(word)) and any(match.groups()):
        minutes = 60 * float(match[1] or 0) + float(match[2] or 0)
    else:
        minutes = -1
    if not 0 <= round(minutes) <= LONGEST_MINUTES:
        raise Unreadable("minutes", text=text.strip()[:40], lowest=0, highest=LONGEST_MINUTES)
    return round(minutes)


def names_in(text: str, signs: Sequence[str] = SEPARATORS) -> Iterator[str]:
    """Yield the people whom a cell names, each once."""
    separator = next((sign for sign in signs if sign in text), ";")
    yield from dict.fromkeys(name for part in text.split(separator) if (name := plain(part)[:40]))
