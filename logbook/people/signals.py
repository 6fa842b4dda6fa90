"""Signals of people. Receivers run inside the transaction."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

quiet_times_changed: Final = Signal()
"""A player's quiet hours, holidays or time zone have changed: `player`."""
