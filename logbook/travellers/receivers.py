"""Receivers: what travellers do when other subjects send signals."""

from __future__ import annotations

from typing import Any

from logbook.lib import queue
from logbook.tables.missions import RACES
from logbook.tables.models import Attempt, Table
from logbook.tables.signals import attempt_ended


def listen() -> None:
    """Subscribe to the ends of attempts."""
    attempt_ended.connect(_attempt_ended, dispatch_uid="travellers")


def _attempt_ended(*, table: Table, attempt: Attempt, **_kwargs: Any) -> None:
    """Queue the line of a challenge's attempt."""
    if table.stage_id is not None and table.game not in RACES:
        queue.later("travellers.write_line", attempt.pk)
