"""Quotas of imports: how many files a player may import."""

from __future__ import annotations

from typing import Final

from logbook.exchange.exceptions import TooManyImports
from logbook.lib.quotas import DAY, Quota

IMPORTS: Final = Quota("imports", 40, DAY, TooManyImports)
