"""Quotas of people: guests of one link, and account mails to one receiver."""

from __future__ import annotations

from typing import Final

from logbook.lib import exceptions as lib_exceptions
from logbook.lib.quotas import DAY, Quota
from logbook.people.exceptions import TooManyGuests

GUESTS: Final = Quota("guests", 20, DAY, TooManyGuests)
MAILS: Final = Quota("account-mails", 10, DAY, lib_exceptions.Quota)
"""Mails about passwords and addresses that anyone can ask for, to one address. Further ones are not sent."""
