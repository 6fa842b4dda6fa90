"""What tables do when something happens elsewhere, and what a guest hands over at them."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from logbook.people import handover
from logbook.people.models.players import Player
from logbook.tables.models import Event, Seat, Sitting, Table
from logbook.tables.services import departures


def listen() -> None:
    """Register which foreign keys to a player a guest hands over."""
    handover.register("Seat.player", _seats)  # First: what follows goes by who sits where.
    handover.register("Table.opened_by", _tables)
    handover.register("Event.player", _events)
    handover.register("Sitting.player", _sittings)
    handover.stays("Attempt.reported_by", "Table.soloist")


# --- a guest signs in


def _seats(guest: Player, player: Player) -> None:
    """Where both sit at one table, the guest's seat becomes free."""
    tables = Seat.objects.filter(player=player).values("table")
    for seat in Seat.objects.filter(player=guest, table__in=tables):
        departures.seat_vacate(seat)
    Seat.objects.filter(player=guest).update(player=player)


def _tables(guest: Player, player: Player) -> None:
    Table.objects.filter(opened_by=guest).update(opened_by=player)


def _events(guest: Player, player: Player) -> None:
    Event.objects.filter(player=guest).update(player=player)


def _sittings(guest: Player, player: Player) -> None:
    """A player sits on one seat of an attempt, their own."""
    own = Sitting.objects.filter(attempt=OuterRef("attempt"), player=player)
    Sitting.objects.filter(~Exists(own), player=guest).update(player=player)
