"""Selector of a player's page: what the player shows, as far as the reader may see it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from logbook.campaigns.selectors.attended_missions import attended_missions
from logbook.challenges.access.replays import open_attempts
from logbook.challenges.models.challenges import none_running
from logbook.crews.access import crews_of
from logbook.crews.models.crews import Crew
from logbook.daily import schedule
from logbook.daily.selectors.calendar import open_days, streaks
from logbook.daily.streaks import A_DAY, Streak
from logbook.people.models.players import SECTIONS, Player
from logbook.tables.counting import is_practice
from logbook.tables.models import Attempt
from logbook.tables.selectors.played_missions import ALL, MissionMap, mission_maps

ROUNDS: Final = 10
LOOKED_AT: Final = 50
"""The latest attempts among which the rounds that the visitor may see are looked for."""
NOT_RUNNING: Final = none_running("attempt__table__stage__challenge")


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player as a reader sees them. A section that is not shown is empty."""

    player: Player
    is_own: bool
    shows: frozenset[str]
    maps: tuple[MissionMap, ...]
    solved: Streak
    """Days in a row with the deal of the day solved."""
    won_first: Streak
    """Days in a row with the deal of the day won at the first try."""
    rounds: tuple[Attempt, ...]
    crews: tuple[Crew, ...]
    readable_crews: frozenset[int]
    """The crews whose pages the reader may open."""


def player_page(player: Player, reader: Player | None) -> PlayerPage:
    """Return the page; the player sees every section of their own."""
    is_own = reader is not None and reader.pk == player.pk
    shows = frozenset(SECTIONS) if is_own else player.shows
    solved, won_first = _streaks(player, is_own) if "streaks" in shows else (Streak(), Streak())
    return PlayerPage(
        player=player,
        is_own=is_own,
        shows=shows,
        maps=_maps(player, is_own) if "missions" in shows else (),
        solved=solved,
        won_first=won_first,
        rounds=_rounds(player, reader) if "rounds" in shows else (),
        crews=tuple(crews_of(player).order_by("name", "pk")) if "crews" in shows else (),
        readable_crews=_keys(crews_of(reader)) if "crews" in shows else frozenset(),
    )


def _maps(player: Player, is_own: bool) -> tuple[MissionMap, ...]:
    return tuple(mission_maps(player, among=ALL if is_own else NOT_RUNNING, logged=attended_missions(player)))


def _streaks(player: Player, is_own: bool) -> tuple[Streak, Streak]:
    """Return the player's streaks; for others until the last day whose deals are closed."""
    if is_own:
        return streaks(player)
    first_open = min(open_days(), default=schedule.today() + A_DAY)
    return streaks(player, first_open - A_DAY)


def _keys(crews: Collection[Crew]) -> frozenset[int]:
    return frozenset(crew.pk for crew in crews)


def _rounds(player: Player, reader: Player | None) -> tuple[Attempt, ...]:
    """Return the player's latest rounds whose replay the reader may open."""
    ended = Attempt.objects.filter(sittings__player=player, length__gt=0).exclude(state=Attempt.State.PLAYING)
    ended = ended.exclude(is_practice("table__"))
    ended = ended.select_related("table__crew", "table__stage__challenge").order_by("-started_at", "-pk")
    attempts = list(ended[:LOOKED_AT])
    visible = open_attempts(reader, attempts)
    return tuple([attempt for attempt in attempts if attempt.pk in visible][:ROUNDS])
