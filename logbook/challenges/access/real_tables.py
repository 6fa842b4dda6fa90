"""Access to attempts at real tables, for the crews that play there."""

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
    """Return a challenge's table of a crew that the player is in today, or raise 404."""
    tables = tables_of(player).filter(stage__isnull=False, crew__in=crews_of(player))
    return get_object_or_404(tables.select_related("crew", "stage__challenge__club"), pk=pk)


def attempt_for(player: Player | None, pk: int, number: int) -> Attempt:
    """Return a crew's running attempt at a real table, for a player who may see its cards; else raise 404."""
    table = crew_table_for(player, pk)
    running = table.attempts.filter(state=Attempt.State.PLAYING, place=Attempt.Place.TABLE)
    attempt = get_object_or_404(running, number=number)
    attempt.table = table
    return attempt


def seat_page_for(token: str) -> SeatHandout:
    """Return the seat page of a link, even an ended one; 404 for an unknown link."""
    handout = sheets.handout_of(token)
    if handout is None:
        raise Http404
    return handout
