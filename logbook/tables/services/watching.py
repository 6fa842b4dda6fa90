"""Services of watching: who may watch a table, and sending the watchers away from a running attempt."""

from __future__ import annotations

from django.db import transaction

from logbook.lib.exceptions import Unreadable
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.contest import contest_of
from logbook.tables.exceptions import NothingRunning, PlayedAtTable, WatchedByNone, WatchingFixed
from logbook.tables.models import Attempt, Table
from logbook.tables.services.attempts import bump_version, follow_attempt, lock_table, seat_of, wake_bots


@transaction.atomic
def choose_watching(*, table_id: int, by: Player | None, watching: str) -> None:
    """Set who may watch the table's attempts. Idempotent.

    Raises NotSeated, WatchedByNone where the contest keeps watchers away, WatchingFixed during an attempt, and
    Unreadable for an unknown value.
    """
    table = _lock(table_id, by)
    if watching not in Table.Watching.values:
        raise Unreadable
    if table.state == Table.State.PLAYING:
        raise WatchingFixed
    if table.watching != watching:
        table.watching = watching
        bump_version(table, fields=("watching",))


@transaction.atomic
def send_watchers_away(*, table_id: int, by: Player | None) -> None:
    """Hide the running attempt from everyone but its players until it is over. Idempotent.

    Raises NotSeated, WatchedByNone, NothingRunning, and PlayedAtTable at a real table.
    """
    table = _lock(table_id, by)
    attempt = table.attempts.filter(state=Attempt.State.PLAYING).first()
    if attempt is None:
        raise NothingRunning
    if attempt.is_at_a_real_table:
        raise PlayedAtTable
    if attempt.unwatched:
        return
    attempt.table = table
    attempt.unwatched = True
    attempt.save(update_fields=("unwatched",))
    # A new number makes every stream check its reader's access; bots wait for the number that they were queued with.
    wake_bots(follow_attempt(table, attempt, event_replay.state_of(attempt)))


def _lock(table_id: int, by: Player | None) -> Table:
    table = lock_table(table_id)
    seat_of(table, by)
    if not contest_of(table).may_be_watched(table):
        raise WatchedByNone
    return table
