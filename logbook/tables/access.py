"""Access to tables, for seated players and for the members of a table's crew."""

from __future__ import annotations

from typing import Final

from django.db.models import BigIntegerField, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

import games
from logbook.clubs.access import acquaintances_of
from logbook.clubs.models import ClubRemoval
from logbook.crews.access import crews_of
from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player
from logbook.tables.models import Seat, Sitting, Table

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
    # Seated players ask with every move, so one query also fetches what a challenge's table needs.
    table = _TABLE_OF_SITTER.first(pk, player.pk) if player is not None and pk <= LARGEST_KEY else None
    return table or get_object_or_404(tables_of(player).select_related("crew", "stage__challenge__club"), pk=pk)


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
    tables = Seat.objects.filter(player=reader).values("table")
    attempts = Sitting.objects.filter(player=reader).values("attempt")
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
