"""Finished attempts, one moment at a time, with all hands open. Who may see them is decided at the door."""

from __future__ import annotations

from typing import Any

import games
from logbook import folds
from logbook.models import Attempt, Player


def record_of(attempt: Attempt) -> str:
    """The attempt as a record with its deal spelled out."""
    state: Any = folds.state_of(attempt)
    return str(games.Record(state.spelled_out, state.log, attempt.rules))


def replay_of(attempt: Attempt, player: Player | None, *, step: int) -> object:
    """One moment of the attempt."""
    raise NotImplementedError
