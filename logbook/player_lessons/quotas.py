"""Quota of lessons by players."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import DAY, Quota
from logbook.player_lessons.exceptions import TooManyLessons

LESSONS: Final = Quota("player-lessons", 30, DAY, TooManyLessons)
"""New lessons of one player."""
