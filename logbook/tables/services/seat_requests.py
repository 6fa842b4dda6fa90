"""Services of requests for a seat: a player finds the table full and asks, and a player at the table makes room.

Room is made between two attempts, and after a win: the seats then go on to the next mission. A bot gives up its seat.
"""

from __future__ import annotations

from django.db import transaction

from logbook.lib import quotas as lib_quotas
from logbook.people.models.players import Player
from logbook.tables import quotas
from logbook.tables.contest import contest_of
from logbook.tables.exceptions import AllPeople, NotInCrew, SeatNotAsked, SeatsFixed, TableNotFull
from logbook.tables.models import Seat, SeatRequest, Table
from logbook.tables.services.attempts import bump_version, lock_table, seat_of
from logbook.tables.services.occupants import give_seat
from logbook.tables.signals import seat_asked, seat_given

MAKES_ROOM = (Table.State.GATHERING, Table.State.BETWEEN, Table.State.WON, Table.State.ENDED)


@transaction.atomic
def ask(*, table_id: int, player: Player, of: Player | None) -> None:
    """Note that the player asks for a seat, and tell the player who invited them. Idempotent.

    Raises NotInCrew at a table that takes no guests, TooManySeatRequests, and what the contest of a practice table
    raises. A player who sits there asks for nothing.
    """
    table = lock_table(table_id)
    if table.stage_id is not None or not contest_of(table).may_invite(table):
        raise NotInCrew
    if table.seats.filter(player=player).exists():
        return
    if table.practice:  # The phone is known here, and no longer when the seat is given.
        contest_of(table).ensure_may_sit(table, player)
    request, new = SeatRequest.objects.get_or_create(table=table, player=player)
    if new:
        lib_quotas.take(quotas.SEAT_REQUESTS, table.pk)
    if new and table.state != Table.State.PLAYING:
        bump_version(table)  # During an attempt, the pages learn it at its end.
    if new and of is not None:
        seat_asked.send(sender=SeatRequest, table=table, player=of, by=player, request_id=request.pk)


@transaction.atomic
def ask_as_watcher(*, table_id: int, player: Player) -> None:
    """Note that a watcher asks for a seat, and tell the founder if they sit there, else the first player who does.

    Raises what `ask` raises, and TableNotFull where a seat is free.
    """
    table = lock_table(table_id)
    seats = list(table.seats.select_related("player").order_by("number"))
    if any(seat.player_id is None and not seat.bot for seat in seats):
        raise TableNotFull
    people = [seat.player for seat in seats if seat.player is not None]
    founder = next((one for one in people if one.pk == table.opened_by_id), None)
    ask(table_id=table_id, player=player, of=founder or next(iter(people), None))


@transaction.atomic
def withdraw(*, table_id: int, player: Player) -> None:
    """Delete the player's request here, or at a table that follows this one. Idempotent."""
    table: Table | None = lock_table(table_id)
    while table is not None:
        _delete(table, player.pk)
        table = Table.objects.select_for_update().filter(follows=table).first()


@transaction.atomic
def decline(*, table_id: int, by: Player | None, player_id: int) -> None:
    """Delete the request of a player; they may ask again. Raises NotSeated and SeatNotAsked."""
    table = lock_table(table_id)
    seat_of(table, by)
    if not _delete(table, player_id):
        raise SeatNotAsked


def _delete(table: Table, player_id: int) -> bool:
    """Delete the player's request at the table, and return whether there was one."""
    deleted, _by_model = SeatRequest.objects.filter(table=table, player=player_id).delete()
    if deleted and table.state != Table.State.PLAYING:
        bump_version(table)
    return bool(deleted)


@transaction.atomic
def grant(*, table_id: int, by: Player | None, player_id: int) -> Seat:
    """Seat the player who asked: on a free seat, or on that of the last bot.

    Raises NotSeated, SeatsFixed during an attempt and once the players have gone on, SeatNotAsked, and AllPeople.
    """
    table = lock_table(table_id)
    seat_of(table, by)
    if table.state not in MAKES_ROOM or Table.objects.filter(follows=table).exists():
        raise SeatsFixed
    request = SeatRequest.objects.select_related("player").filter(table=table, player=player_id).first()
    if request is None:
        raise SeatNotAsked
    seat = _room(table)
    give_seat(seat, player=request.player)
    request.delete()
    bump_version(table)
    seat_given.send(sender=SeatRequest, table=table, player=request.player, by=by)
    return seat


def _room(table: Table) -> Seat:
    free = table.seats.filter(player=None, bot="").order_by("number").first()
    seat = free or table.seats.filter(player=None).order_by("-number").first()
    if seat is None:
        raise AllPeople
    return seat
