"""Selectors of a table's seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player
from logbook.tables.models import Seat, Table

_SEATS: Final = CompiledQuery(lambda table: Seat.objects.filter(table=table).order_by("number"))
_SITTING: Final = CompiledQuery(lambda table: Player.objects.filter(seats__table=table))


def seats_of(table: Table) -> list[Seat]:
    """Return the table's seats in order, with their players."""
    seats = _SEATS.rows(table.pk)
    people = {player.pk: player for player in _SITTING.rows(table.pk)}
    for seat in seats:
        seat.table = table
        if seat.player_id in people:  # A former player is queried when shown.
            seat.player = people[seat.player_id]
    return seats


def own_seat_of(seats: Sequence[Seat], player: Player | None) -> int | None:
    """Return the number of the player's seat among these; None if the player has none."""
    return next((seat.number for seat in seats if player is not None and seat.player_id == player.pk), None)
