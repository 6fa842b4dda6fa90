"""Quota of talk."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import HOUR, MINUTE, Quota
from logbook.talk.exceptions import TooManyLines, TooManyReports

LINES: Final = Quota("talk", 20, MINUTE, TooManyLines)
"""Lines of one player, at all tables."""
REPORTS: Final = Quota("talk-reports", 10, HOUR, TooManyReports)
"""Reports of one player. Each is a message to several people."""
