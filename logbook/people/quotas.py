"""The quota of guests for one link."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import DAY, Quota
from logbook.people.exceptions import TooManyGuests

GUESTS: Final = Quota("guests", 20, DAY, TooManyGuests)
