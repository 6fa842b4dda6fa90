"""Service of players who will not signal before the next trick, or in the whole attempt.

Nobody else is shown it. The table's number does not change, unless a turn-based table need wait no longer.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from logbook.lib import queue
from logbook.lib.exceptions import Unreadable
from logbook.people.models.players import Player
from logbook.tables import bot_timing, event_replay
from logbook.tables.exceptions import NothingRunning, NothingToSignal, PlayedAtTable
from logbook.tables.models import Attempt, Table
from logbook.tables.services import turn_clocks
from logbook.tables.services.attempts import bump_version, follow_attempt, lock_table, seat_of, wake_bots

CHOICES: Final = ("trick", "round", "none")
"""Decline before the next trick, for the rest of the attempt, or not any more."""


@transaction.atomic
def decline(*, table_id: int, player: Player | None, choice: str) -> None:
    """Store that the player will not signal before the next trick or in this attempt, or may signal again.

    Raises NotSeated, NothingRunning, PlayedAtTable, NothingToSignal and Unreadable.
    """
    table = lock_table(table_id)
    seat = seat_of(table, player)
    attempt = table.attempts.filter(state=Attempt.State.PLAYING).first()
    if attempt is None:
        raise NothingRunning
    if attempt.is_at_a_real_table:
        raise PlayedAtTable
    if choice not in CHOICES:
        raise Unreadable
    attempt.table = table
    trick = _declined_until(attempt, seat.number, choice)
    attempt.declines = attempt.declines | {str(seat.number): trick}
    attempt.save(update_fields=("declines",))
    _go_on(table, attempt)


def _declined_until(attempt: Attempt, seat: int, choice: str) -> int:
    if choice == "none":
        return 0
    state = event_replay.state_of(attempt)
    if choice == "round":
        return bot_timing.WHOLE_ATTEMPT
    if not bot_timing.may_signal(state, [seat]):
        raise NothingToSignal
    return bot_timing.coming_trick(state)


def _go_on(table: Table, attempt: Attempt) -> None:
    """Have the bots, or the leader at a turn-based table, wait no longer if no player is left who may signal."""
    state = event_replay.state_of(attempt)
    waited = attempt.signals_until is not None
    turn_clocks.follow(table, attempt, state)
    if waited and attempt.signals_until is None:
        bump_version(table)
    silent = bot_timing.silent_seats(attempt.declines, state)
    people = [seat.number for seat in table.seats.filter(bot="", stand_in="")]
    if not bot_timing.may_signal(state, [seat for seat in people if seat not in silent]):
        queue.later("tables.play_bots", attempt.pk, table.version, countdown=settings.BOT_PAUSE_SECONDS)


def end_wait_for_signals(*, attempt_id: int) -> None:
    """Let the trick begin once the time for signals before it is over. Idempotent."""
    with transaction.atomic():
        table = lock_table(Attempt.objects.values_list("table_id", flat=True).get(pk=attempt_id))
        attempt = Attempt.objects.get(pk=attempt_id)
        attempt.table = table
        if attempt.signals_until is None or attempt.signals_until > timezone.now():
            return
        attempt.signals_until = None
        attempt.save(update_fields=("signals_until",))
        wake_bots(follow_attempt(table, attempt, event_replay.state_of(attempt)))
