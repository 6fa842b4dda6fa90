"""Signals of replays."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

replay_answered: Final = Signal()
"""An attempt is analysed, or a question to bots or the solver about it is answered: `attempt_id`."""
