"""The plan of the deals of the day: which mission on which weekday, from when until when. Pure.

Deals get harder from Monday to Sunday: by the mission, and early in the week also by the bots' win rate. The weekend's
missions are those of which four of the strongest bots won about half of the deals (Saturday) and 25 to 42 percent
(Sunday); a deal with a certain win rate there would take a worker ten minutes and more to find.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

import games
from logbook.tables.kinds import games_where, kind_of

OPEN_FOR: Final = timedelta(hours=36)
"""From 0:00 UTC until 12:00 UTC of the next day: every time zone has a whole evening."""
PLAYERS: Final = 4
FIRST_YEAR: Final = 2000
LAST_YEAR: Final = 2999
"""The years of the calendar."""
GAMES: Final = ("planet-nine", "deep-sea")
"""The games with a deal every day."""

MISSIONS: Final[Mapping[str, Sequence[Sequence[str]]]] = {
    "planet-nine": (
        ("2", "3", "4", "6"),
        ("7", "8", "9", "10"),
        ("12", "14", "15", "17"),
        ("18", "19", "20", "22"),
        ("24", "25", "26", "28"),
        ("31", "32", "34", "36"),
        ("40", "41", "45", "47", "49", "50"),
    ),
    "deep-sea": (
        ("1", "2", "3", "4"),
        ("5", "6", "7"),
        ("9", "10", "11"),
        ("12", "13", "14"),
        ("16", "17", "18"),
        ("20", "22", "24"),
        ("25", "27", "28", "29"),
    ),
}
"""The missions of each weekday, Monday first; week after week the next one."""

EASY_MISSIONS: Final[Mapping[str, Sequence[str]]] = {
    "planet-nine": ("1", "2", "3", "4", "6", "7", "8", "10", "13"),
    "deep-sea": ("1", "2", "3", "4", "5", "8"),
}
"""The missions of the easy deals, day after day the next one: early ones of each book, of which careful bots win
four deals of ten and more at least seven times of eight. So one is found among the twelve that a worker rates."""

EASY_ENDING: Final = "-easy"
"""The ending of an easy deal's address, after the game."""

DIFFICULTIES: Final = ("easy", "easy", "easy", "easy", "any", "any", "any")
"""The bots' win rate that a deal must have (`challenges/difficulty.py`), by weekday."""


@dataclass(frozen=True, slots=True)
class PlannedDeal:
    """A deal of the day before it is made."""

    game: str
    date: date
    mission: str
    opens_at: datetime
    closes_at: datetime
    difficulty: str = "any"
    easy: bool = False

    @property
    def is_for_a_week(self) -> bool:
        """True for the race of a week."""
        return kind_of(self.game).deals_last_a_week

    @property
    def missions(self) -> tuple[str, ...]:
        """The mission of each stage: alone, and as a crew. Races are raced alone."""
        return (self.mission,) if self.is_for_a_week else (self.mission, self.mission)


def planned_deals(day: date) -> list[PlannedDeal]:
    """Return the deals of this day: an easy one and another in each game, and the race of its week."""
    of_day = [deal for game in GAMES for deal in (_easy(game, day), _planned(game, day))]
    return of_day + [_of_week(game, day) for game in games_where(lambda kind: kind.deals_last_a_week)]


def easy_mission(game: str, day: date) -> str:
    """Return the mission of the easy deal: of the missions in turn, the first that is not the day's other one."""
    missions, other = EASY_MISSIONS[game], _mission(game, day)
    first = day.toordinal() % len(missions)
    return next(mission for mission in (*missions[first:], *missions) if mission != other)


def slug_of(game: str, *, easy: bool) -> str:
    """Return what stands for a deal's game in addresses."""
    return f"{game}{EASY_ENDING}" if easy else game


def game_of(slug: str) -> tuple[str, bool]:
    """Return the game that an address names, and whether it names the easy deal."""
    return slug.removesuffix(EASY_ENDING), slug.endswith(EASY_ENDING)


def _easy(game: str, day: date) -> PlannedDeal:
    opens_at = _midnight(day)
    return PlannedDeal(game, day, easy_mission(game, day), opens_at, opens_at + OPEN_FOR, "very-easy", easy=True)


def _mission(game: str, day: date) -> str:
    choice = MISSIONS[game][day.weekday()]
    return choice[_week(day) % len(choice)]


def _planned(game: str, day: date) -> PlannedDeal:
    opens_at = _midnight(day)
    return PlannedDeal(game, day, _mission(game, day), opens_at, opens_at + OPEN_FOR, DIFFICULTIES[day.weekday()])


def _of_week(game: str, day: date) -> PlannedDeal:
    monday = day - timedelta(days=day.weekday())
    missions = tuple(games.GAMES[game].missions)
    mission = missions[_week(day) % len(missions)]
    return PlannedDeal(game, monday, mission, _midnight(monday), _midnight(monday + timedelta(days=7)))


def _week(day: date) -> int:
    """Return the number of the week since the calendar began; Monday begins a week."""
    return (day.toordinal() - 1) // 7


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def month_of(text: str) -> date | None:
    """Return the first day of a month such as `2026-11`; None for "". Raises ValueError for what is no month here."""
    if not text:
        return None
    first = date.fromisoformat(f"{text}-01")
    if not FIRST_YEAR <= first.year <= LAST_YEAR:
        raise ValueError(text)
    return first


def today() -> date:
    """Return today's date in UTC, by which days begin."""
    return datetime.now(UTC).date()
