"""Quotas of typed deals."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import DAY, HOUR, Quota
from logbook.typed_deals.exceptions import TooManyDeals, TooManyHands

DEALS: Final = Quota("typed-deals", 20, DAY, TooManyDeals)
"""Deals of one device."""
DEALS_AT_ADDRESS: Final = Quota("typed-deals-address", 60, DAY, TooManyDeals)
"""Deals of one address: a script keeps no cookie, and a family shares an address."""
HANDS: Final = Quota("typed-hands", 400, HOUR, TooManyHands)
"""Hands and tasks typed in at one address."""
