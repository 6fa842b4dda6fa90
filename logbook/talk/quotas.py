"""Quota of talk."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import MINUTE, Quota
from logbook.talk.exceptions import TooManyLines

LINES: Final = Quota("talk", 20, MINUTE, TooManyLines)
"""Lines of one player, at all tables."""
