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
DAYS_BY_NAME: Final = 6
"""So many days ahead the weekday alone says which day is meant."""


def time_zone_by_name(name: str) -> ZoneInfo | None:
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


def clock_text(local: datetime) -> str:
    """Return a time of day: 8 pm, 20:00."""
    return date_format(local, "TIME_FORMAT").replace(".m.", "m")


def moment_text(when: datetime) -> str:
    """Return a date, a time and the name of the zone, in the current zone and language."""
    local = localtime(when)
    params = {"day": date_format(local, "DATE_FORMAT"), "time": clock_text(local), "zone": date_format(local, "T")}
    return _("%(day)s, %(time)s %(zone)s") % params


def near_moment_text(when: datetime) -> str:
    """Return a moment as people say it today: tomorrow, 8 pm; Friday, 8 pm; 20 November, 8 pm."""
    local = localtime(when)
    return _("%(day)s, %(time)s") % {"day": _near_day(local.date(), localtime().date()), "time": clock_text(local)}


def _near_day(day: date, today: date) -> str:
    distance = (day - today).days
    if distance in (-1, 0, 1):
        return (_("today"), _("tomorrow"), _("yesterday"))[distance]
    if 1 < distance <= DAYS_BY_NAME:
        return date_format(day, "l")
    return date_format(day, "MONTH_DAY_FORMAT" if day.year == today.year else "DATE_FORMAT")
