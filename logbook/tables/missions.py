"""The missions of the logbooks, in order and as stages of a challenge. A race's missions are its scenarios."""

from __future__ import annotations

import games
from logbook.tables.kinds import kind_of
from logbook.tables.models import Table

UNTIMED = "untimed"


def mission_after(table: Table) -> str | None:
    """Return the next mission of the logbook; None after the last, after a custom one, and in a challenge."""
    if not table.played_for.goes_on:
        return None
    return kind_of(table.game).mission_after(table.game, table.mission)


def options_that_count(table: Table) -> str:
    """Return the options that matter at this mission: the table keeps `untimed` even for untimed missions."""
    timed = is_timed(table.game, table.mission, table.players)
    return " ".join(word for word in table.options.split() if timed or word != UNTIMED)


def is_timed(game: str, mission: str, players: int) -> bool:
    """True if the mission is in real time, so that a crew chooses to play with the clock or without."""
    return bool(games.describe(games.Setup(game, mission, players)).params.get("real_time"))


def usually_allows_stand_ins(game: str, mission: str, players: int) -> bool:
    """True for missions; False for races and for missions in real time, where a bot would decide too much."""
    return kind_of(game).suits_stand_ins and not is_timed(game, mission, players)


def next_is_timed(table: Table) -> bool:
    """True if the next mission is in real time."""
    following = mission_after(table)
    return following is not None and is_timed(table.game, following, table.players)


def options_with_clock(table: Table, timed: bool | None) -> str:
    """Return the table's options for its next mission: with the clock, without it, or (None) as before."""
    others = [word for word in table.options.split() if word != UNTIMED]
    if timed is None or not next_is_timed(table):
        return table.options
    return " ".join(others if timed else [*others, UNTIMED])


def tasks_may_stay(table: Table) -> bool:
    """True if a crew that failed may keep its tasks: where tasks are drawn, but not in a challenge.

    There the seed of attempt k decides, so that its tasks are the same for every crew.
    """
    if not table.played_for.goes_on:
        return False
    setup = games.Setup(table.game, table.mission, table.players, options=tuple(table.options.split()))
    return bool(games.describe(setup).params.get("difficulty"))


def exists(game: str, mission: str) -> bool:
    """True if the game's logbook has a mission of this number that every crew can play.

    For a race, true if it has the scenario.
    """
    return kind_of(game).has_mission(game, mission)


def mission_place(mission: str | None) -> int:
    """Return the mission's number in the printed logbook, or a scenario's in its book; 0 for none."""
    if mission and mission.isdecimal():
        return int(mission)
    places = {named: place for game in games.GAMES.values() for place, named in enumerate(game.missions, start=1)}
    return places.get(mission or "", 0)


def game_and_mission(line: str, game: str) -> tuple[str, str]:
    """Return the game and the mission of a stage: the line begins with its game if that is another one."""
    first, _space, rest = line.strip().partition(" ")
    return (first, rest.strip()) if first in games.GAMES else (game, line.strip())


def options_of(game: str, options: str) -> tuple[str, ...]:
    """Return the challenge's options for this game; an option unknown to every game stays, to be refused."""
    known = {word for other in games.GAMES.values() for word in other.options}
    return tuple(word for word in options.split() if word in games.GAMES[game].options or word not in known)
