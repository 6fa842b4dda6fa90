"""Selectors of the missions that a player has won and lost, and of the one to go on with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db.models import Count, Q

import games
from logbook.people.models.players import Player
from logbook.tables.counting import PlayedFor, is_practice
from logbook.tables.kinds import games_where, games_without
from logbook.tables.missions import exists
from logbook.tables.models import Attempt, Sitting, Table

LOST: Final = (Attempt.State.FAILURE, Attempt.State.ABANDONED)
UNDER_WAY: Final = (Table.State.GATHERING, Table.State.PLAYING, Table.State.BETWEEN)
ALL: Final = Q()


@dataclass(frozen=True, slots=True)
class MissionMark:
    """A mission of a logbook, and what the player made of it."""

    mission: str
    won: bool
    attempts: int
    """Attempts that are over, those given up among them."""

    @property
    def lost(self) -> bool:
        """True if it was played and not won yet."""
        return bool(self.attempts) and not self.won


@dataclass(frozen=True, slots=True)
class MissionMap:
    """All missions of a game's logbook, in order."""

    game: str
    marks: tuple[MissionMark, ...]

    @property
    def won(self) -> int:
        """The number of missions won."""
        return sum(mark.won for mark in self.marks)


@dataclass(frozen=True, slots=True)
class NextMission:
    """The mission to go on with, and the table under way at which the player sits there, if any."""

    game: str
    mission: str
    players: int
    is_retry: bool
    """True if the player has lost it."""
    table: Table | None


@dataclass(frozen=True, slots=True)
class LatestMission:
    """The mission that a player has attempted last; `at` is the moment of its end, or of its entry in a logbook."""

    game: str
    mission: str
    players: int
    won: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class LoggedMissions:
    """A player's missions in logbooks, besides the sittings: other subjects know them.

    `played` has the attempts of each game's mission and how many of them were won.
    """

    played: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    latest: LatestMission | None = None


NOTHING_LOGGED: Final = LoggedMissions()


def mission_maps(player: Player, *, among: Q = ALL, logged: LoggedMissions = NOTHING_LOGGED) -> list[MissionMap]:
    """Return a map of each game in whose missions the player has sat, online or at a real table.

    `among` limits the sittings: other readers are shown nothing of a challenge that is still open. The attempts that
    are `logged` count too.
    """
    over = Sitting.objects.filter(among, player=player, attempt__state__in=(Attempt.State.SUCCESS, *LOST))
    over = over.exclude(is_practice("attempt__table__"))
    won = Count("pk", filter=Q(attempt__state=Attempt.State.SUCCESS))
    by_mission = over.order_by().values_list("attempt__table__game", "attempt__table__mission")
    rows = by_mission.annotate(attempts=Count("pk"), wins=won)
    played = dict(logged.played)
    for game, mission, attempts, wins in rows:
        more, won_too = played.get((game, mission), (0, 0))
        played[game, mission] = (attempts + more, wins + won_too)
    shown = games_where(lambda kind: kind.is_numbered)
    maps = [MissionMap(game, tuple(_mark(game, mission, played) for mission in _missions(game))) for game in shown]
    return [one for one in maps if any(mark.attempts for mark in one.marks)]


def _missions(game: str) -> list[str]:
    return list(map(str, games.GAMES[game].missions))


def _mark(game: str, mission: str, played: dict[tuple[str, str], tuple[int, int]]) -> MissionMark:
    attempts, wins = played.get((game, mission), (0, 0))
    return MissionMark(mission, bool(wins), attempts)


def next_mission(player: Player, logged: LoggedMissions = NOTHING_LOGGED) -> NextMission | None:
    """Return the mission to go on with after the player's latest attempt outside of challenges and deals of the day.

    It is the mission that was lost, or the first one after a win that the player has not won, online or in what is
    `logged`. None before the first attempt, after a custom mission, and after the last one.
    """
    found = [one for one in (_latest(player), logged.latest) if one is not None]
    latest = max(found, key=lambda one: one.at, default=None)
    if latest is None or not (latest.mission.isdecimal() and exists(latest.game, latest.mission)):
        return None
    mission = _first_open(player, latest, logged) if latest.won else latest.mission
    if mission is None:
        return None
    under_way = _table_under_way(player, latest.game, mission)
    return NextMission(latest.game, mission, latest.players, not latest.won, under_way)


def _latest(player: Player) -> LatestMission | None:
    own = Attempt.objects.filter(PlayedFor.FREE.rows("table__"), sittings__player=player)
    unnumbered = games_without(lambda kind: kind.is_numbered)
    ended = own.exclude(state=Attempt.State.PLAYING).exclude(table__game__in=unnumbered).exclude(ended_at=None)
    latest = ended.select_related("table").order_by("-ended_at", "-pk").first()
    if latest is None or latest.ended_at is None:
        return None
    table, won = latest.table, latest.state == Attempt.State.SUCCESS
    return LatestMission(table.game, table.mission, table.players, won, latest.ended_at)


def _first_open(player: Player, latest: LatestMission, logged: LoggedMissions) -> str | None:
    """Return the first mission after the latest one that the player has not won."""
    game = latest.game
    won = Sitting.objects.filter(player=player, attempt__state=Attempt.State.SUCCESS, attempt__table__game=game)
    won = won.exclude(is_practice("attempt__table__"))
    done = set(won.values_list("attempt__table__mission", flat=True))
    done |= {mission for (one, mission), (_attempts, wins) in logged.played.items() if one == game and wins}
    following = int(latest.mission) + 1
    while str(following) in done:
        following += 1
    return str(following) if exists(game, str(following)) else None


def _table_under_way(player: Player, game: str, mission: str) -> Table | None:
    own = Table.objects.filter(PlayedFor.FREE.rows(), seats__player=player, state__in=UNDER_WAY)
    return own.filter(game=game, mission=mission).order_by("-moved_at", "-pk").first()
