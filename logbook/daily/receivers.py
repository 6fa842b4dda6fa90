"""Receivers of the deals of the day, and what a guest hands over."""

from __future__ import annotations

from typing import Any

from logbook.challenges.signals import challenge_changed
from logbook.daily.contest import ArchiveTable, DailyTable
from logbook.daily.models import DailyDeal
from logbook.daily.services import results
from logbook.lib import queue
from logbook.people import handover
from logbook.tables.contest import CONTESTS
from logbook.tables.counting import PlayedFor
from logbook.tables.models import Attempt, Table
from logbook.tables.signals import attempt_ended


def listen() -> None:
    """Register the contest of daily tables and the handover of guests, and subscribe to attempts and challenges."""
    CONTESTS.register(PlayedFor.DAY.name, DailyTable())
    CONTESTS.register(PlayedFor.ARCHIVE.name, ArchiveTable())
    attempt_ended.connect(_attempt_ended, dispatch_uid="daily")
    challenge_changed.connect(_challenge_changed, dispatch_uid="daily")
    handover.HANDED_OVER.register("DailySeat.player", results.hand_over)


def _attempt_ended(*, table: Table, attempt: Attempt, **_kwargs: Any) -> None:
    if table.played_for.is_daily:
        results.note_end(table, attempt)


def _challenge_changed(*, challenge_id: int, what: str, **_kwargs: Any) -> None:
    """Count a deal as soon as all its attempts are over."""
    deal = DailyDeal.objects.filter(challenge=challenge_id).first() if what == "results" else None
    if deal is not None:
        queue.later("daily.count_day", deal.pk)
