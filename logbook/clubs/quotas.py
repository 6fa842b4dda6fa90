"""The quota of clubs that one player opens."""

from __future__ import annotations

from typing import Final

from logbook.clubs.exceptions import TooManyClubs
from logbook.lib.quotas import DAY, Quota

CLUBS: Final = Quota("clubs", 5, DAY, TooManyClubs)
