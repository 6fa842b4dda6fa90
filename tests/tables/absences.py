"""Scenes of players without a sign: their turn began long ago."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F

from logbook.tables.models import Attempt, Table


def awaited_for(table: Table, seconds: float) -> None:
    """Move everything that happened in the table's running attempt so far into the past."""
    attempt = table.attempts.get(state=Attempt.State.PLAYING)
    earlier = timedelta(seconds=seconds)
    Attempt.objects.filter(pk=attempt.pk).update(started_at=F("started_at") - earlier)
    attempt.events.update(at=F("at") - earlier)
