"""Scenes of a mission against the clock, and of the ends of its attempt."""

from __future__ import annotations

from logbook.tables.models import Event, Table
from tests.tables.attempts_scenes import verify

AT_ONCE = "real-time=60 value-gap=9"
"""A mission of the players' own without tasks: its clock runs from the deal on."""


def ended(table: Table) -> list[tuple[int, str, int | None]]:
    """The last event, of an attempt that ran out of time."""
    table.refresh_from_db()
    attempt = table.attempts.latest("number")
    assert (attempt.state, attempt.reason_code, table.state) == ("failure", "time-out", Table.State.BETWEEN)
    verify(attempt)
    return list(Event.objects.filter(text="timeout").values_list("seat", "text", "player"))
