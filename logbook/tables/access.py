"""Access to tables, for seated players, for the members of a table's crew, and for those who may watch it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.db.models import BigIntegerField, Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

import games
from logbook.clubs.access import acquaintances_of, clubs_of
from logbook.clubs.models import ClubCrew, ClubRemoval
from logbook.crews.access import crews_of
from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player
from logbook.tables.contest import contest_of
from logbook.tables.counting import PlayedFor
from logbook.tables.models import Attempt, Seat, Sitting, Table

LARGEST_KEY: Final = BigIntegerField.MAX_BIGINT
"""Django finds no row for a larger key by itself; a compiled query does not check it."""
_TABLE_OF_SITTER: Final = CompiledQuery(
    lambda pk, player: Table.objects.filter(pk=pk, stage=None, seats__player=player), 2
)


def tables_of(player: Player | None) -> QuerySet[Table]:
    """The tables where the player sits, which they have opened, or which belong to a crew of theirs.

    A challenge's table belongs to its crew, whichever member opened it.
    """
    if player is None:
        return Table.objects.none()
    seated = Q(pk__in=Seat.objects.filter(player=player).values("table"))
    tables = Table.objects.filter(seated | Q(opened_by=player, stage=None) | Q(crew__in=crews_of(player)))
    # A player whom a club removed is out of its challenges, also as a member of a crew that plays in them.
    return tables.exclude(stage__challenge__club__in=ClubRemoval.objects.filter(player=player).values("club"))


def table_for(player: Player | None, pk: int) -> Table:
    """Return a table that the player may see, or raise 404."""
    table = _table_of_sitter(player, pk)
    return table or get_object_or_404(tables_of(player).select_related("crew", "stage__challenge__club"), pk=pk)


def helped_table_for(player: Player | None, pk: int) -> Table:
    """Return a practice table with help at which the player sits, or raise 404."""
    table = table_for(player, pk)
    if table.played_for is not PlayedFor.HELPED:
        raise Http404
    return table


def _table_of_sitter(player: Player | None, pk: int) -> Table | None:
    """Return the table, free or of an archived deal, if the player sits there. One query: they ask with every move."""
    return _TABLE_OF_SITTER.first(pk, player.pk) if player is not None and pk <= LARGEST_KEY else None


def watched_table_for(player: Player | None, pk: int) -> Table:
    """Return a table whose page the reader may open: one that they may see, or one that lets them watch. Else 404.

    Where the contest keeps watchers away, only those who may see the table find it.
    """
    try:
        return table_for(player, pk)
    except Http404:
        table = open_to_watchers(player).select_related("crew", "stage__challenge__club").filter(pk=pk).first()
        if table is None or not contest_of(table).may_be_watched(table):
            raise
        return table


def followed_table_for(player: Player | None, pk: int) -> Table:
    """Return a table that the reader may follow by a stream, or raise 404.

    That is every table whose page they may open, but none from whose running attempt the watchers were sent away.
    """
    if (table := _table_of_sitter(player, pk)) is not None:
        return table
    table = watched_table_for(player, pk)
    # The contest of a stage's table has no watchers to send away; at every other table, the reader has no seat.
    if table.stage_id is None and table.attempts.filter(state=Attempt.State.PLAYING, unwatched=True).exists():
        raise Http404
    return table


def followed_by_everyone(tables: Collection[int]) -> set[int]:
    """Return those of these tables that every reader may follow now. One query."""
    sent_away = Attempt.objects.filter(table=OuterRef("pk"), state=Attempt.State.PLAYING, unwatched=True)
    free = open_to_watchers(None).filter(~Exists(sent_away), pk__in=tables, stage=None)
    return set(free.values_list("pk", flat=True))


def open_to_watchers(player: Player | None) -> QuerySet[Table]:
    """The tables that let this reader watch, beside those that they may see anyway (`tables_of`)."""
    everyone = Q(watching__in=(Table.Watching.LINK, Table.Watching.EVERYONE))
    if player is None:
        return Table.objects.filter(everyone)
    return Table.objects.filter(everyone | Q(watching=Table.Watching.CLUB, crew__in=_crews_of_clubs(player)))


def tables_of_clubs(player: Player, tables: Collection[int]) -> set[int]:
    """Return those of these tables that belong to crews of the player's clubs."""
    own = Table.objects.filter(pk__in=tables, crew__in=_crews_of_clubs(player))
    return set(own.values_list("pk", flat=True))


def _crews_of_clubs(player: Player) -> QuerySet[ClubCrew, Any]:
    return ClubCrew.objects.filter(club__in=clubs_of(player)).values("crew")


def players_open_to(reader: Player | None, *, section: str = "") -> QuerySet[Player]:
    """The players with an account whose page this reader may open, and who show a section there, if one is named."""
    accounts = Player.objects.filter(user__is_active=True)
    shown = Q(page_sections__contains=section) if section else Q()
    everyone = shown & Q(page_audience=Player.Audience.EVERYONE)
    if reader is None:
        return accounts.filter(everyone)
    known = shown & Q(page_audience=Player.Audience.KNOWN) & _known_to(reader)
    return accounts.filter(everyone | known | Q(pk=reader.pk))


def _known_to(reader: Player) -> Q:
    """Return the condition of players with whom the reader is in a crew or club, or has sat at a table."""
    # Another person may have dealt a practice table to both.
    tables = Seat.objects.filter(player=reader, table__practice=False).values("table")
    attempts = Sitting.objects.filter(player=reader, attempt__table__practice=False).values("attempt")
    return (
        Q(pk__in=acquaintances_of(reader).values("pk"))
        | Q(pk__in=Seat.objects.filter(table__in=tables, player__isnull=False).values("player"))
        | Q(pk__in=Sitting.objects.filter(attempt__in=attempts, player__isnull=False).values("player"))
    )


def mission_or_404(game: str, mission: str) -> str:
    """Return the mission under the name of stages and results; 404 for an unknown game or mission."""
    try:
        return games.GAMES[game].mission_text(mission)
    except (KeyError, games.UnknownSetup):
        raise Http404 from None


def game_or_404(game: str) -> games.Game:
    """Return the game, or raise 404."""
    if game not in games.GAMES:
        raise Http404
    return games.GAMES[game]
