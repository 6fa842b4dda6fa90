"""Selectors of the missions that a player has won and lost, and of the one to go on with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q

import games
from logbook.people.models.players import Player
from logbook.tables.missions import RACES, exists, mission_after
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


def mission_maps(player: Player, *, among: Q = ALL) -> list[MissionMap]:
    """Return a map of each game in whose missions the player has sat, online or at a real table.

    `among` limits the sittings: other readers are shown nothing of a challenge that is still open.
    """
    over = Sitting.objects.filter(among, player=player, attempt__state__in=(Attempt.State.SUCCESS, *LOST))
    won = Count("pk", filter=Q(attempt__state=Attempt.State.SUCCESS))
    by_mission = over.order_by().values_list("attempt__table__game", "attempt__table__mission")
    rows = by_mission.annotate(attempts=Count("pk"), wins=won)
    played = {(game, mission): (attempts, wins) for game, mission, attempts, wins in rows}
    shown = [game for game in games.GAMES if game not in RACES]
    maps = [MissionMap(game, tuple(_mark(game, mission, played) for mission in _missions(game))) for game in shown]
    return [one for one in maps if any(mark.attempts for mark in one.marks)]


def _missions(game: str) -> list[str]:
    return list(map(str, games.GAMES[game].missions))


def _mark(game: str, mission: str, played: dict[tuple[str, str], tuple[int, int]]) -> MissionMark:
    attempts, wins = played.get((game, mission), (0, 0))
    return MissionMark(mission, bool(wins), attempts)


def next_mission(player: Player) -> NextMission | None:
    """Return the mission to go on with after the player's latest attempt outside of challenges and deals of the day.

    It is the mission that was lost, or the first one after a win that the player has not won. None before the first
    attempt, after a custom mission, and after the last one.
    """
    own = Attempt.objects.filter(sittings__player=player, table__stage=None, table__daily=False)
    ended = own.exclude(state=Attempt.State.PLAYING).exclude(table__game__in=RACES).exclude(ended_at=None)
    latest = ended.select_related("table").order_by("-ended_at", "-pk").first()
    if latest is None or not latest.table.mission.isdecimal():
        return None
    table, won = latest.table, latest.state == Attempt.State.SUCCESS
    mission = _first_open(player, table) if won else table.mission
    if mission is None:
        return None
    return NextMission(table.game, mission, table.players, not won, _table_under_way(player, table.game, mission))


def _first_open(player: Player, table: Table) -> str | None:
    mission = mission_after(table)
    won = Sitting.objects.filter(player=player, attempt__state=Attempt.State.SUCCESS, attempt__table__game=table.game)
    done = set(won.values_list("attempt__table__mission", flat=True))
    while mission is not None and mission in done:
        following = str(int(mission) + 1)
        mission = following if exists(table.game, following) else None
    return mission


def _table_under_way(player: Player, game: str, mission: str) -> Table | None:
    own = Table.objects.filter(seats__player=player, stage=None, daily=False, state__in=UNDER_WAY)
    return own.filter(game=game, mission=mission).order_by("-moved_at", "-pk").first()
