"""Reader of the free text of a play: the missions it names, and the distress signal.

A text states a mission only where it leaves no other reading. Everything else is a guess, which the importer is asked
about.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from logbook.exchange.formats.cell_words import LOST_CELLS, WON_CELLS

MOST_MISSIONS: Final = 10
"""The most missions of one play: a range of more is something else."""
_WORD: Final = r"(?:missions?\b|level\b|niveau\b|(?<!['’])m(?=\d))"
_SIGN: Final = r"(?:\s*(?:#|:|number\b|num[ée]ro\b|nummer\b|n[or]\b\.?|n°))?\s*"
_JOINED: Final = r"\s*(?:,\s*(?:and|et|und)\b|[,;/&+–-]|and\b|et\b|und\b|to\b|à\b|bis\b|then\b|puis\b)\s*"
_END: Final = rf"(?=\s*(?:$|[.!?)\n]|{_JOINED}(?:{_WORD}{_SIGN}|#)?\d))"
MISSION: Final = re.compile(rf"(?<!\w){_WORD}{_SIGN}(\d{{1,3}})(?![\w]|[.,:]\d)", re.IGNORECASE)
LIST: Final = re.compile(
    rf"(?<!\w){_WORD}{_SIGN}\d{{1,3}}(?:{_JOINED}(?:{_WORD}{_SIGN}|#)?\d{{1,3}}\b{_END})+", re.IGNORECASE
)
RANGE: Final = re.compile(r"(\d{1,3})\s*(?:-|–|to\b|à\b|bis\b)\s*(?:missions?\s*)?#?(\d{1,3})", re.IGNORECASE)
NUMBER: Final = re.compile(r"\d{1,3}")
SIGNAL: Final = re.compile(r"\b(?:distress|sos|detresse|notsignal|notruf)\b|🆘")
NEGATION: Final = re.compile(
    r"\b(?:no|not|nor|never|none|neither|without|unused|unneeded|avoid\w*|refus\w*|declin\w*|hardly|instead|pas|sans|non|"
    r"jamais|aucune?|ni|ne|inutile\w*|inutilis\w*|evit\w*|kein\w*|nicht|ohne|nie|0x?)\b|\bn['’](?=[aeiouyh])|n['’]t\b|[❌✗✘]"
)
_CLAUSES: Final = re.compile(
    r"[.;!\n]+|\?(?!\s*(?:no|non|nein|none|0)\b)|\b(?:but|mais|aber)\b|,(?!\s*(?:but\s+)?(?:no|not|never|un\w*|non|pas|sans|jamais|nicht)\b)"
)
"""The ends of a clause. A negation after a comma still speaks of the word before it."""


@dataclass(frozen=True, slots=True)
class TextReading:
    """The facts that the texts of a play state."""

    missions: tuple[str, ...]
    """The missions they name, in their order: none, one, or several of one evening."""
    is_stated: bool
    """Whether the texts leave no other reading of the mission."""
    mentions_signal: bool
    distress: bool
    """Whether a clause mentions the distress signal without a negation."""


def read_texts(board: str, texts: Sequence[str]) -> TextReading:
    """Return what the texts of a play say; `board` is the field that some tools have for a mission."""
    clauses = [clause for text in (board, *texts) for clause in _CLAUSES.split(_folded(text)) if SIGNAL.search(clause)]
    distress = any(not NEGATION.search(clause) for clause in clauses)
    missions, is_stated = _missions(board, texts)
    return TextReading(missions, is_stated, bool(clauses), distress)


def _folded(text: str) -> str:
    """Return the text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def _missions(board: str, texts: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    if NUMBER.fullmatch(board.strip()):
        return (str(int(board)),), True
    if (stated := _stated_mission(board)) is not None:
        return (stated,), True
    named = tuple(dict.fromkeys(mission for text in (board, *texts) for mission in _named_missions(text)))
    stated = next((one for text in texts if (one := _stated_mission(text)) is not None), None)
    return named, stated is not None and named == (stated,)


def _stated_mission(text: str) -> str | None:
    """Return the mission with which a text begins, if nothing behind it could mean another one."""
    text = unicodedata.normalize("NFC", text).strip()
    match = MISSION.match(text)
    if match is None:
        return None
    rest = text[match.end() :].strip()
    first = re.match(r"[^\W\d_]+", rest)
    is_plain = first is None or first[0].casefold() in WON_CELLS | LOST_CELLS
    return str(int(match[1])) if is_plain and not re.search(r"\d", rest) else None


def _named_missions(text: str) -> list[str]:
    text = unicodedata.normalize("NFC", text)
    found: list[str] = []
    for listed in LIST.finditer(text):
        found += _numbers_of(listed[0])
    found += [str(int(number)) for number in MISSION.findall(LIST.sub(" ", text))]
    return found if len(found) <= MOST_MISSIONS else []


def _numbers_of(listed: str) -> list[str]:
    """Return the numbers of a list like "5, 6 and 7" or "5 to 7"."""

    def spread(match: re.Match[str]) -> str:
        first, last = int(match[1]), int(match[2])
        return " ".join(map(str, range(first, last + 1))) if 0 <= last - first < MOST_MISSIONS else match[0]

    return [str(int(number)) for number in NUMBER.findall(RANGE.sub(spread, listed))]
