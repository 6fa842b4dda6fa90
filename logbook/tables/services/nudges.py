"""Service of the nudge: it reminds a player who is away that the table waits for them."""

from __future__ import annotations

from typing import Final

from django.utils import timezone

from logbook.lib import quotas
from logbook.people.models.players import Player
from logbook.tables.exceptions import NotAwaited, NothingRunning, NudgedAlready, NudgedOften, PlayerIsHere
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.services import absence
from logbook.tables.services.attempts import seat_of
from logbook.tables.signals import seat_nudged

AWAY_SECONDS: Final = 60
"""The time after which a player who is away, or without a sign in their turn, may be nudged."""
LIVE_SECONDS: Final = 60
"""The time for a decision at a live table, after which its player may be nudged, away or not."""
ONCE_A_MINUTE: Final = quotas.Quota("nudge", most=1, seconds=60, refusal=NudgedAlready)
A_DAY: Final = quotas.Quota("nudges", most=20, seconds=quotas.DAY, refusal=NudgedOften)
"""Nudges of one player, at all tables and by all others."""


def nudge(*, table_id: int, number: int, player: Player | None) -> None:
    """Remind the player of a seat, on behalf of another player at the table.

    Once a minute at most, and twenty times a day.

    Raises NotSeated, NothingRunning, NotAwaited for a seat that the table does not wait for (or the player's own),
    PlayerIsHere for one who was here in the last minute (except at a live table after a minute), NudgedAlready
    and NudgedOften.
    """
    table = Table.objects.select_related("stage__challenge").get(pk=table_id)
    own = seat_of(table, player)
    attempt = table.attempts.filter(state=Attempt.State.PLAYING, place=Attempt.Place.ONLINE).first()
    if attempt is None:
        raise NothingRunning
    seat = table.seats.select_related("player").filter(number=number, player__isnull=False).first()
    if seat is None or seat.player is None or seat.number == own.number or number not in attempt.waiting_on:
        raise NotAwaited
    if not _is_slow(table):
        _ensure_away(table, attempt, seat, seat.player)
    quotas.take(ONCE_A_MINUTE, seat.pk)
    quotas.take(A_DAY, seat.player.pk)
    seat_nudged.send(sender=Seat, table=table, player=seat.player, by=player)


def _is_slow(table: Table) -> bool:
    waited = (timezone.now() - table.moved_at).total_seconds()
    return table.pace == Table.Pace.LIVE and waited >= LIVE_SECONDS


def _ensure_away(table: Table, attempt: Attempt, seat: Seat, player: Player) -> None:
    attempt.table = table
    if absence.seconds_away(attempt, seat) < AWAY_SECONDS:
        raise PlayerIsHere(name=player.name)
