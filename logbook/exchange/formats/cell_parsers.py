"""Parsers of table cells: missions, days, results and numbers, as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Final, Literal

import games
from logbook.exchange.formats.entries import Unreadable
from logbook.lib.names import plain

DayOrder = Literal["", "dmy", "mdy"]
EARLIEST: Final = date(2019, 1, 1)
"""The earliest possible day: the first of the games came out this year."""
LONGEST_MINUTES: Final = 999
FEWEST, MOST = 2, 5
MOST_ATTEMPTS: Final = 99
YES: Final = (
    "1 y yes true x ✓ ✔ ☑ + w win won success successful succeeded passed pass done ok completed complete "
    "oui o vrai réussi reussi réussie reussie réussite reussite succès succes gagné gagne gagnée victoire "
    "ja wahr gewonnen erfolg geschafft sí si sì ganado éxito exito vinto"
)
NO: Final = (
    "0 n no false - ✗ ✘ ☒ l loss lost lose fail failed failure f "
    "non faux échec echec échoué echoue perdu perdue raté rate défaite nein falsch verloren gescheitert "
    "perdido fallido perso fallito"
)
WON_CELLS, LOST_CELLS = frozenset(YES.split()), frozenset(NO.split())
SEPARATORS: Final = (";", "|", "\n", ",")
"""Separators between names. Others ("Anna & Bob", "Anna/Bob") may belong to a name, so the importer is asked."""
NUMBER: Final = re.compile(r"\d{1,6}")
ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?")
YEAR_FIRST: Final = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})")
YEAR_LAST: Final = re.compile(r"(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})(?: .*)?")
MISSION_IN_TEXT: Final = re.compile(
    r"(?<!\w)(?:missions?|m|nr\.?|no\.|#|level|niveau)\s*[#:]?\s*(\d{1,3})\b", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def mission_of(game: str, text: str) -> str:
    """Return the mission that a text names, as the game writes it. Raises Unreadable."""
    rules = games.GAMES.get(game)
    if rules is None:
        raise Unreadable("game", game=text)
    if rules.is_race:
        return _scenario_of(rules, text)
    word = text.strip().lstrip("#")
    match = NUMBER.fullmatch(word) or MISSION_IN_TEXT.fullmatch(word)
    if match is None:
        raise Unreadable("mission-unreadable", mission=text[:80]) if text.strip() else Unreadable("mission-missing")
    number = str(int(match[match.re.groups]))
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


@lru_cache(maxsize=4096)
def day_of(text: str, order: DayOrder, today: date) -> date:
    """Return the day that a text names, between the game's release and today. Raises Unreadable."""
    text = text.strip()
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
        raise Unreadable("day-unreadable", day=text[:40])
    first, second, year = int(match[1]), int(match[2]), int(match[3])
    day, month = (second, first) if order == "mdy" else (first, second)
    return (year if year > 99 else 2000 + year), month, day


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


def yes_or_no(text: str, code: str) -> bool:
    """Return what a cell says about success or the distress signal. Raises Unreadable with that code."""
    word = text.strip().casefold()
    if word in WON_CELLS:
        return True
    if word in LOST_CELLS:
        return False
    raise Unreadable(code, text=text.strip()[:40])


def number_of(text: str, code: str, lowest: int, highest: int) -> int | None:
    """Return a number within its bounds; None for an empty cell. Raises Unreadable with that code."""
    word = text.strip()
    if not word:
        return None
    if not NUMBER.fullmatch(word) or not lowest <= int(word) <= highest:
        raise Unreadable(code, text=word[:40], lowest=lowest, highest=highest)
    return int(word)


def names_in(text: str, signs: Sequence[str] = SEPARATORS) -> Iterator[str]:
    """Yield the people whom a cell names, each once."""
    separator = next((sign for sign in signs if sign in text), ";")
    yield from dict.fromkeys(name for part in text.split(separator) if (name := plain(part)[:40]))
