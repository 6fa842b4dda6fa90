"""Quotas of tests: of webhooks per club, of devices per person."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import HOUR, Quota
from logbook.notifications.exceptions import TooManyPushTests, TooManyTests

TESTS: Final = Quota("webhook-tests", 10, HOUR, TooManyTests)
PUSH_TESTS: Final = Quota("push-tests", 10, HOUR, TooManyPushTests)
