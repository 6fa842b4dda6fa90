"""Services of departures: seats at challenge tables become free when a player leaves a crew or club."""

from __future__ import annotations

from collections.abc import Iterable

from games.bots import bots_of
from logbook.people.models.players import Player
from logbook.tables.models import Seat, Table
from logbook.tables.services import attempts, former_players

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


def vacate_seat(seat: Seat) -> None:
    """Free the seat; in the middle of an attempt a bot takes it, so that the others can play on."""
    table = attempts.lock_table(seat.table_id)
    seat.player = None
    seat.bot = next(iter(bots_of(table.game))) if table.state == Table.State.PLAYING else ""
    seat.save(update_fields=["player", "bot"])
    attempts.bump_version(table)
