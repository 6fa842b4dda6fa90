"""Quotas of first tables and of requests for a seat: no person meets them, programs do."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import HOUR, Quota
from logbook.tables.exceptions import TooManyFirstTables, TooManySeatRequests

VISITORS: Final = Quota("visitors", 30, HOUR, TooManyFirstTables)
"""Guests made at one address: a class behind one router may begin at once."""
FIRST_TABLES: Final = Quota("first-tables", 20, HOUR, TooManyFirstTables)
"""Tables dealt to one player by "Play now", or for practice with help."""
SEAT_REQUESTS: Final = Quota("seat-requests", 10, HOUR, TooManySeatRequests)
"""Requests for a seat at one table. Each is a message to the player who shared the link."""
