"""Services of stand-ins: the strongest bot plays for a player who is away, until the player takes the seat back.

The other players at the table agree on one for a player who has been away for two minutes, or without a sign for two
minutes of their turn (`absence`). In turn-based games they cannot while the player's clock runs. A player who
leaves on purpose gets one at once. Every change bumps the table's number, so it lies between two actions.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.bots import strongest_bot
from logbook.people.models.players import Player
from logbook.tables import event_replay, presence
from logbook.tables.exceptions import (
    ClockRuns,
    LastPlayer,
    NoStandInNeeded,
    NotAwayLong,
    NothingRunning,
    PlayedAtTable,
    StandInsOff,
    TurnIsYoung,
)
from logbook.tables.models import Attempt, PreparedCard, Seat, Table
from logbook.tables.services import absence, turn_clocks
from logbook.tables.services.attempts import ActionResult, bump_version, lock_table, seat_of, wake_bots
from logbook.tables.signals import stood_in

AWAY_SECONDS: Final = 120
"""The time after which the other players may have a stand-in play for a player."""


@transaction.atomic
def agree(*, table_id: int, number: int, player: Player | None) -> bool:
    """Agree to a stand-in at another player's seat; return whether it plays now.

    It does once every other player agrees who is at the table. Raises NotSeated, NothingRunning, StandInsOff,
    NoStandInNeeded, ClockRuns, NotAwayLong and TurnIsYoung.
    """
    table = lock_table(table_id)
    own = seat_of(table, player)
    attempt = _running(table)
    seat = table.seats.select_related("player").filter(number=number, player__isnull=False, stand_in="").first()
    if seat is None or seat.player is None or seat.number == own.number or number not in attempt.waiting_on:
        raise NoStandInNeeded
    _ensure_away(table, attempt, seat, seat.player)
    seat.agreed = sorted({*seat.agreed, own.number})
    if missing := missing_agreements(table, attempt, seat):
        _change(table, attempt, seat)
    else:
        _begin(table, attempt, seat)
        stood_in.send(sender=Seat, table=table, attempt=attempt, player=seat.player, by=player)
    return not missing


@transaction.atomic
def leave(*, table_id: int, player: Player | None) -> None:
    """Leave the running attempt on purpose: a stand-in plays at once. Idempotent.

    Raises NotSeated, NothingRunning, StandInsOff, and LastPlayer where only bots would be left.
    """
    table = lock_table(table_id)
    seat = seat_of(table, player)
    attempt = _running(table)
    if seat.stand_in:
        return
    if not _other_people(table, seat):
        raise LastPlayer
    _begin(table, attempt, seat)


@transaction.atomic
def take_back(*, table_id: int, player: Player | None) -> None:
    """Give the player the seat back, between two actions. Idempotent, and possible between attempts too."""
    table = lock_table(table_id)
    seat = seat_of(table, player)
    if seat.stand_in:
        seat.stand_in, seat.agreed, seat.awaited_since = "", [], timezone.now()
        _change(table, table.attempts.filter(state=Attempt.State.PLAYING).first(), seat)


def missing_agreements(table: Table, attempt: Attempt, seat: Seat) -> list[Seat]:
    """Return the other people's seats that have not agreed yet and whose players are there.

    They have the page open, or have acted in the last two minutes.
    """
    others = [other for other in _other_people(table, seat) if other.number not in seat.agreed]
    return [other for other in others if _is_here(attempt, other)]


def _is_here(attempt: Attempt, seat: Seat) -> bool:
    if seat.player_id and presence.is_here(seat.table_id, seat.player_id):
        return True
    return absence.acted_within(attempt, seat, AWAY_SECONDS)


def _other_people(table: Table, seat: Seat) -> list[Seat]:
    """Return the seats at which other people play themselves."""
    return list(table.seats.filter(player__isnull=False, stand_in="").exclude(pk=seat.pk).order_by("number"))


def _running(table: Table) -> Attempt:
    attempt = table.attempts.filter(state=Attempt.State.PLAYING).first()
    if attempt is None:
        raise NothingRunning
    if attempt.is_at_a_real_table:
        raise PlayedAtTable
    if not table.stand_ins:
        raise StandInsOff
    attempt.table = table
    return attempt


def _ensure_away(table: Table, attempt: Attempt, seat: Seat, player: Player) -> None:
    if table.turn_seconds is not None and (seat.decides_by is None or seat.decides_by > timezone.now()):
        raise ClockRuns(name=player.name)
    if absence.seconds_away(attempt, seat) < AWAY_SECONDS:
        known = presence.seconds_away(seat.table_id, player.pk) is not None
        raise (NotAwayLong if known else TurnIsYoung)(name=player.name)


def _begin(table: Table, attempt: Attempt, seat: Seat) -> None:
    PreparedCard.objects.filter(attempt=attempt, seat=seat.number).delete()
    seat.stand_in, seat.agreed = strongest_bot(table.game).slug, []
    _change(table, attempt, seat)


def _change(table: Table, attempt: Attempt | None, seat: Seat) -> None:
    """Store the seat, and queue the bots for the table's new number."""
    seat.save(update_fields=("stand_in", "agreed", "awaited_since"))
    number = bump_version(table)
    if attempt is not None:
        turn_clocks.follow(table, attempt, event_replay.state_of(attempt) if table.turn_seconds else None)
        wake_bots(ActionResult(table.pk, attempt.pk, number, over=False, pause=settings.BOT_PAUSE_SECONDS))
