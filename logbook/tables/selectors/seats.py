"""Selectors of a table's seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logbook.lib.compiled_queries import CompiledQuery
from logbook.lib.translation import gettext as _
from logbook.people.models.players import Player
from logbook.tables.contest import FREE, contest_of
from logbook.tables.models import Attempt, Seat, Sitting, Table

_SEATS: Final = CompiledQuery(
    lambda table: Seat.objects.filter(table=table).order_by("number").select_related("player")
)
_SITTINGS: Final = CompiledQuery(lambda attempt: Sitting.objects.filter(attempt=attempt).select_related("player"))

SOME_BOT: Final = "random"
"""The bot of a seat that a player has taken since: which one it was is not stored, and its label names none."""


def seats_of(table: Table) -> list[Seat]:
    """Return the table's seats in order, with their players."""
    seats = _SEATS.rows(table.pk)
    for seat in seats:
        seat.table = table
    return seats


def seats_in(attempt: Attempt, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats with the players of the attempt: once it is over, seats may go to others. One query.

    While it runs, and where nobody noted who sat there, these are the table's `seats`.
    """
    if attempt.state == Attempt.State.PLAYING:
        return list(seats)
    sittings = {sitting.number: sitting for sitting in _SITTINGS.rows(attempt.pk)}
    return [_seat_in(seat, sittings.get(seat.number)) for seat in seats] if sittings else list(seats)


def _seat_in(seat: Seat, sitting: Sitting | None) -> Seat:
    """Return the seat with the player of the sitting, or with a bot where no person sat."""
    if sitting is None:
        return seat if seat.bot else Seat(table=seat.table, number=seat.number, bot=SOME_BOT)
    if sitting.player_id is not None and sitting.player_id == seat.player_id:
        return seat
    player = sitting.player or Player(name=_("a former player"))
    return Seat(table=seat.table, number=seat.number, player=player)


def own_seat_of(seats: Sequence[Seat], player: Player | None) -> int | None:
    """Return the number of the player's seat among these; None if the player has none."""
    return next((seat.number for seat in seats if player is not None and seat.player_id == player.pk), None)


def has_free_seat(seats: Sequence[Seat]) -> bool:
    """True if a seat has neither player nor bot."""
    return any(seat.player_id is None and not seat.bot for seat in seats)


def seats_move(table: Table, seats: Sequence[Seat]) -> bool:
    """True if seats may change: before and between attempts; at a free table also after a win, until it goes on.

    In a challenge they are fixed once a deal was seen, but a seat that a removal freed may be filled. Where every
    player races at a table of their own, seats are fixed.
    """
    if table.soloist_id is not None:
        return False
    if table.state == Table.State.WON:
        return contest_of(table) is FREE and not Table.objects.filter(follows=table).exists()
    dealt = table.stage_id is not None and table.attempts.filter(place=Attempt.Place.ONLINE).exists()
    return table.state in (Table.State.GATHERING, Table.State.BETWEEN) and (not dealt or has_free_seat(seats))
