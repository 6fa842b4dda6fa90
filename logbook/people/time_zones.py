"""Time zones: the player's own, else their browser's, else the site's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings

from logbook.lib.time_zones import time_zone_by_name
from logbook.people.models.players import Player

COOKIE: Final = "time_zone"
"""Set by the page's script to the browser's zone."""


def time_zone_of(player: Player | None, cookies: Mapping[str, str] | None = None) -> ZoneInfo:
    """Return the zone that the player chose, else that of the browser, else the site's."""
    zone = time_zone_by_name(player.time_zone) if player else None
    return zone or time_zone_by_name((cookies or {}).get(COOKIE, "")) or ZoneInfo(settings.TIME_ZONE)
