"""Quotas of people: guests of one link, account mails to one receiver, and accounts' forms in one network."""

from __future__ import annotations

from typing import Final

from logbook.lib import exceptions as lib_exceptions
from logbook.lib.quotas import DAY, MINUTE, Quota
from logbook.people.exceptions import TooManyGuests, TooManyInNetwork

GUESTS: Final = Quota("guests", 20, DAY, TooManyGuests)
ACCOUNT_FORMS: Final = Quota("account-forms", 160, MINUTE, TooManyInNetwork)
"""Forms of accounts from a /48, eight times what django-allauth allows an address."""
MAILS: Final = Quota("account-mails", 10, DAY, lib_exceptions.Quota)
"""Mails about passwords and addresses that anyone can ask for, to one address. Further ones are not sent."""
