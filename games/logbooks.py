"""The missions that a logbook can hold: an epilogue is long, but not endless."""

from __future__ import annotations

from functools import cache

from .contract import Setup, UnknownSetup
from .notation import whole_number
from .registry import GAMES, describe


def has_mission(game: str, mission: str) -> bool:
    """Return whether the logbook of the game has a mission of this number."""
    number = whole_number(mission)
    return game in GAMES and number is not None and str(number) == mission and 1 <= number <= last_mission(game)


@cache
def last_mission(game: str) -> int:
    """The last mission playable by a crew of any size; 0 where missions have no numbers.

    Deep Sea's epilogue ends where the task cards no longer add up to its difficulty. With few players that is earlier;
    a logbook outlives changes of the crew, so it ends there for all of them.
    """
    last = 0
    while _can_be_told(game, str(last + 1)):
        last += 1
    return last


def _can_be_told(game: str, mission: str) -> bool:
    try:
        for players in GAMES[game].players:
            describe(Setup(game, mission, players))
    except UnknownSetup:
        return False
    return True
