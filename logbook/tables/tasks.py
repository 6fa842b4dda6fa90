"""Tasks of tables: play bots, end clocks."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from logbook.lib import fair_queue, queue
from logbook.tables.models import Seat
from logbook.tables.services import attempts, bots, prepare, signal_declines, turn_clocks
from logbook.tables.signals import turn_reminder

BOTS: Final = "bots"
LOST_AFTER: Final = timedelta(seconds=settings.BOT_LOST_SECONDS)
LOST_ON_THE_CLOCK_AFTER: Final = timedelta(seconds=3)
"""A bot that has not acted so long after its pause has lost its task."""


@shared_task
def play_bots(attempt_id: int, seen: int, *, hurried: bool = False) -> None:
    """Play one action of a bot at a table at number `seen`; queue the next one after a pause.

    Once `hurried`, the bots leave no more time until a player acts. The bots of one player's tables act one at a time.
    """
    job = fair_queue.Job("tables.play_bots", (attempt_id, seen), {"hurried": hurried})
    with fair_queue.turn(BOTS, bots.owner_of_attempt(attempt_id), job) as is_mine:
        if is_mine:
            _play_bots(attempt_id, seen, hurried=hurried)


def _play_bots(attempt_id: int, seen: int, *, hurried: bool) -> None:
    moved = bots.play_bot_step(attempt_id=attempt_id, seen=seen, hurried=hurried)
    while moved is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        # Without a worker there is no queue: one nested call for each action would go very deep.
        moved = bots.play_bot_step(attempt_id=attempt_id, seen=moved.number, hurried=hurried)
    if moved is not None:
        pause = settings.BOT_PAUSE_SECONDS if hurried else moved.pause
        queue.send("tables.play_bots", attempt_id, moved.number, countdown=pause, hurried=hurried)


@shared_task
def play_prepared(attempt_id: int, seat: int, seen: int) -> None:
    """Play a prepared card at a table at number `seen`. A late or repeated call does no harm."""
    prepare.play_prepared(attempt_id=attempt_id, seat=seat, seen=seen)


@shared_task
def resume_bots() -> None:
    """Queue bots and prepared cards again whose turn has lasted too long: their first task was lost."""
    for attempt_id, seat, number in prepare.forgotten_cards(timezone.now()):
        queue.send("tables.play_prepared", attempt_id, seat, number)
    for attempt_id, number in bots.attempts_waiting_for_bots(since=timezone.now() - LOST_AFTER):
        queue.send("tables.play_bots", attempt_id, number)


@shared_task
def follow_turn_clocks() -> None:
    """At turn-based tables: remind players at half time, decide at the end, and end the wait for signals."""
    now = timezone.now()
    for seat in turn_clocks.seats_to_remind(now):
        turn_reminder.send(sender=Seat, table=seat.table, player=seat.player)
    for seat in turn_clocks.seats_out_of_time(now):
        queue.send("tables.decide_for_player", seat.pk)
    for attempt in turn_clocks.attempts_past_signals(now):
        signal_declines.end_wait_for_signals(attempt_id=attempt.pk)


@shared_task
def decide_for_player(seat_id: int) -> None:
    """Have a stand-in make one decision for a player whose time is over. A late or repeated call does no harm."""
    job = fair_queue.Job("tables.decide_for_player", (seat_id,))
    with fair_queue.turn(BOTS, bots.owner_of_seat(seat_id), job) as is_mine:
        if is_mine:
            bots.decide_for_player(seat_id=seat_id)


@shared_task
def time_out(table_id: int) -> None:
    """End a table's attempt whose time is up. An early, late or repeated call does no harm."""
    attempts.time_out_attempt(table_id=table_id)


@shared_task
def end_overdue_clocks() -> None:
    """End overdue attempts whose task was lost, and wake bots that keep a running clock waiting."""
    for table_id in attempts.tables_out_of_time():
        queue.send("tables.time_out", table_id)
    forgotten = timezone.now() - LOST_ON_THE_CLOCK_AFTER
    for attempt_id, number in bots.attempts_waiting_for_bots(since=forgotten, timed=True):
        queue.send("tables.play_bots", attempt_id, number)
