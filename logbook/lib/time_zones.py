"""Moments, days and time zones as text, and back."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.formats import date_format
from django.utils.timezone import localtime, make_aware
from django.utils.translation import gettext as _

LONGEST_NAME: Final = 64
EARLIEST: Final = datetime(1, 1, 3, tzinfo=UTC)
LATEST: Final = datetime(9999, 12, 29, tzinfo=UTC)


def time_zone_named(name: str) -> ZoneInfo | None:
    """Return the zone of this name; None if there is none."""
    try:
        return ZoneInfo(name) if 0 < len(name) <= LONGEST_NAME else None
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: the name is a path that is no zone.
        return None


def day_begins(day: date) -> datetime:
    """Return the first moment of the day in the current zone, never before the calendar's first moment."""
    try:
        return make_aware(datetime.combine(day, time())).astimezone(UTC)
    except OverflowError:  # East of Greenwich the calendar's first day begins before the calendar.
        return datetime.min.replace(tzinfo=UTC)


def is_a_day_in_every_zone(moment: datetime) -> bool:
    """Return False at the ends of the calendar, where other zones have no date for the moment."""
    return EARLIEST <= moment <= LATEST


def moment_text(when: datetime) -> str:
    """Return a day, a time and the name of the zone, in the current zone and language."""
    here = localtime(when)
    day, clock, zone = (date_format(here, form) for form in ("DATE_FORMAT", "TIME_FORMAT", "T"))
    return _("%(day)s, %(time)s %(zone)s") % {"day": day, "time": clock, "zone": zone}
