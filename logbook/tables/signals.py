"""Signals of tables. Receivers run inside the transaction; the tasks that they queue leave on commit."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

attempt_started: Final = Signal()
"""An attempt was dealt at a table: `table` and `attempt`."""

attempt_ended: Final = Signal()
"""An attempt has ended, and its table's columns are written: `table` and `attempt`."""

table_filled: Final = Signal()
"""A player has taken the last free seat of a lobby: `table` and `player`."""

turn_reminder: Final = Signal()
"""Half of a player's time for a turn is over: `table` and `player`."""

stood_in: Final = Signal()
"""A bot decides for a player: `table`, `attempt`, `player`, and `by`, who let it play, or None where time was over."""

seat_asked: Final = Signal()
"""A player asks for a seat at a full table: `table`, `player`, who invited them, and `by`, who asks."""

seat_given: Final = Signal()
"""A player has the seat that they asked for: `table`, `player`, and `by`, who made room."""

seat_nudged: Final = Signal()
"""A player was reminded that the table waits for them: `table`, `player`, and `by`, the player who did it."""
