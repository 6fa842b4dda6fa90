"""Quotas of guests for one link, and of accounts' forms in one network."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import DAY, MINUTE, Quota
from logbook.people.exceptions import TooManyGuests, TooManyInNetwork

GUESTS: Final = Quota("guests", 20, DAY, TooManyGuests)
ACCOUNT_FORMS: Final = Quota("account-forms", 160, MINUTE, TooManyInNetwork)
"""Forms of accounts from a /48, eight times what django-allauth allows an address."""
