"""Services of departures: seats at challenge tables become free when a player leaves a crew or club.

When the departure is undone, they are the player's again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress

from django.db import transaction

from games.bots import strongest_bot
from logbook.lib.exceptions import Refusal
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.services import attempt_counts, attempts, former_players
from logbook.tables.services import tables as seating
from logbook.tables.services.occupants import give_seat

OVER = (Table.State.WON, Table.State.ENDED)


def lock_tables(player: Player, **where: object) -> list[Table]:
    """Lock the tables of running challenges where the player sits: before the crew or the club is locked."""
    seats = Seat.objects.filter(player=player, table__stage__isnull=False, table__soloist=None, **where)
    going = seats.exclude(table__state__in=OVER).order_by("table").values_list("table", flat=True)
    return [attempts.lock_table(pk) for pk in going]


def free_seats(tables: Iterable[Table]) -> None:
    """Free the seats at tables between attempts; at the others the end of the running attempt does so."""
    for table in tables:
        if table.state in former_players.WAITING:
            former_players.free_seats(table)
            attempts.bump_version(table)


def leave_seats(player: Player, tables: Collection[Table]) -> list[int]:
    """Free the player's seats at these locked tables as `free_seats` does, and return the seats."""
    seats = list(Seat.objects.filter(player=player, table__in=tables).order_by("pk").values_list("pk", flat=True))
    free_seats(tables)
    return seats


def return_to_seats(player: Player, seats: Collection[int]) -> None:
    """Seat the player at these seats again, where they are free and the table still takes the player."""
    for seat in Seat.objects.filter(pk__in=seats, player=None, bot="").select_related("table").order_by("table"):
        if not seat.table.seats.filter(player=player).exists():
            with suppress(Refusal), transaction.atomic():
                seating.take_seat(table=seat.table, player=player, number=seat.number)


def lock_tables_of(seats: Collection[int]) -> None:
    """Lock the tables of these seats, before the crew or the club is locked."""
    for pk in Seat.objects.filter(pk__in=seats).order_by("table").values_list("table", flat=True):
        attempts.lock_table(pk)


def vacate_seat(seat: Seat) -> None:
    """Free the seat; in the middle of an attempt a bot takes it, so that the others can play on."""
    table = attempts.lock_table(seat.table_id)
    give_seat(seat, bot=strongest_bot(table.game).slug if table.state == Table.State.PLAYING else "")
    for attempt in table.attempts.filter(state=Attempt.State.PLAYING):
        attempt.mixed = True
        attempt.counts = attempt_counts.counts_of(attempt)
        attempt.save(update_fields=("mixed", "counts"))
    attempts.bump_version(table)
