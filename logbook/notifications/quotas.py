"""Quota of webhook tests per club."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import HOUR, Quota
from logbook.notifications.exceptions import TooManyTests

TESTS: Final = Quota("webhook-tests", 10, HOUR, TooManyTests)
