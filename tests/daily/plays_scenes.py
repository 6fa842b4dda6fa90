"""Scenes that the tests of plays share with others."""

from __future__ import annotations

from logbook.tables.models import Attempt, Table
from logbook.tables.services import bots


def play_bots_until(table: Table, seat: int) -> None:
    """Let the bots act until the table waits for this seat."""
    attempt = table.attempts.get(state=Attempt.State.PLAYING)
    while seat not in seats_awaited(attempt):
        seen = Table.objects.values_list("version", flat=True).get(pk=table.pk)
        bots.play_bot_step(attempt_id=attempt.pk, seen=seen, hurried=True)


def seats_awaited(attempt: Attempt) -> list[int]:
    attempt.refresh_from_db()
    return list(attempt.waiting_on)
