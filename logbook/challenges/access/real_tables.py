"""Attempts at real tables, for the crews that play there."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404

from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.selectors import sheets
from logbook.crews.access import crews_of
from logbook.people.models.players import Player
from logbook.tables.access import tables_of
from logbook.tables.models import Attempt, Table


def crew_table_for(player: Player | None, pk: int) -> Table:
    """A challenge's table of a crew the person is in today, or 404."""
    tables = tables_of(player).filter(stage__isnull=False, crew__in=crews_of(player))
    return get_object_or_404(tables.select_related("crew", "stage__challenge__club"), pk=pk)


def paper_for(player: Player | None, pk: int, number: int) -> Attempt:
    """A crew's attempt that is now played at a real table, by somebody who may see its cards; else 404."""
    table = crew_table_for(player, pk)
    running = table.attempts.filter(state=Attempt.State.PLAYING, place=Attempt.Place.TABLE)
    attempt = get_object_or_404(running, number=number)
    attempt.table = table
    return attempt


def seat_page_for(token: str) -> SeatHandout:
    """The page that a link opens, if only to say that it has ended; 404 for a link that never was."""
    found = sheets.handout_of(token)
    if found is None:
        raise Http404
    return found
