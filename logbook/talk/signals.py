"""Signals of talk. Receivers run inside the transaction."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

line_reported: Final = Signal()
"""A player has reported a line: `report`, and `moderators`, who may read it now."""

line_said: Final = Signal()
"""A player has said something to their table: `line`."""
