"""Service that undoes a player's last action in a race, and its rule.

A player of a race may undo their last action until chance or another player has answered it. In the Crew games a card
that was shown is known, so nothing is undone there.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

import games
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.exceptions import NothingToUndo
from logbook.tables.models import Attempt, Event, Seat, Table
from logbook.tables.services import turn_clocks
from logbook.tables.services.attempts import (
    ActionResult,
    follow_attempt,
    lock_table,
    running_attempt,
    seat_of,
    wake_bots,
)
from logbook.tables.services.projections import PROJECTION, project


def undoable_event(attempt: Attempt, states: Sequence[games.State], seat: Seat) -> Event | None:
    """Return the last event if the seat's player may undo it. `states` end with the attempt's last two."""
    if len(states) < 2 or attempt.state != Attempt.State.PLAYING or seat.acting_bot:
        return None
    before, after = states[-2:]
    if after.log[-1].seat != seat.number or not games.GAMES[attempt.table.game].may_be_undone(before, after):
        return None
    event = attempt.events.latest("sequence")
    return None if event.by_stand_in or event.player_id != seat.player_id else event


@transaction.atomic
def undo_action(*, table_id: int, player: Player | None, seen: int) -> ActionResult:
    """Delete the player's last action, as if it had not happened; the table's number grows.

    Raises NotSeated, Stale, NothingRunning, PlayedAtTable, NothingToUndo, and what has stopped the contest.
    """
    table = lock_table(table_id)
    seat = seat_of(table, player)
    attempt = running_attempt(table, seen)
    states = event_replay.moments_of(attempt)
    event = undoable_event(attempt, states, seat)
    if event is None:
        raise NothingToUndo
    event.delete()
    attempt.length, attempt.undone_by = attempt.length - 1, seat.number
    project(attempt, states[-2])
    attempt.save(update_fields=(*PROJECTION, "undone_by"))
    result = follow_attempt(table, attempt, states[-2])
    _resume_clock(table, attempt, seat)
    return wake_bots(result)


def _resume_clock(table: Table, attempt: Attempt, seat: Seat) -> None:
    """Have the player's time for a turn run on from when the table began to wait for the action that is undone."""
    before = attempt.events.order_by("sequence").last()
    turn_clocks.resume(table, seat, before.at if before else attempt.started_at)
    if seat.decides_by is not None and seat.decides_by <= timezone.now():
        raise NothingToUndo
