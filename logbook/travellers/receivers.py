"""Receivers: what travellers do when other subjects send signals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from logbook.challenges.signals import outcomes_changed
from logbook.lib import queue
from logbook.tables.models import Attempt, Table
from logbook.tables.signals import attempt_ended
from logbook.travellers.services import positions


def listen() -> None:
    """Subscribe to the ends of attempts, and to rulings."""
    attempt_ended.connect(_attempt_ended, dispatch_uid="travellers")
    outcomes_changed.connect(_outcomes_changed, dispatch_uid="travellers")


def _attempt_ended(*, table: Table, attempt: Attempt, **_kwargs: Any) -> None:
    """Queue the line of a challenge's attempt."""
    if table.stage_id is not None:
        queue.later("travellers.write_line", attempt.pk)


def _outcomes_changed(*, tables: Sequence[int], **_kwargs: Any) -> None:
    """Have the deals of these tables rebuilt: merged entries are one crew's."""
    positions.want_rebuild(tables)
