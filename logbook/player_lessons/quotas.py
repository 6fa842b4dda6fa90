"""Quotas of lessons by players."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import DAY, HOUR, Quota
from logbook.player_lessons.exceptions import TooManyLessons, TooManyReports

LESSONS: Final = Quota("player-lessons", 30, DAY, TooManyLessons)
"""New lessons of one player."""
REPORTS: Final = Quota("player-lesson-reports", 10, HOUR, TooManyReports)
"""Reports of one player."""
