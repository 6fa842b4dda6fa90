"""Quotas of lessons by players."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import DAY, HOUR, Quota
from logbook.player_lessons.exceptions import TooManyLessons, TooManyReports, TooManyVisitors

LESSONS: Final = Quota("player-lessons", 30, DAY, TooManyLessons)
"""New lessons of one player."""
REPORTS: Final = Quota("player-lesson-reports", 10, HOUR, TooManyReports)
"""Reports of one player."""
VISITORS: Final = Quota("player-lesson-visitors", 60, HOUR, TooManyVisitors)
"""Lessons that visitors begin at one address: each begun one is a row."""
