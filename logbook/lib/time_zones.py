"""Moments, days and time zones as text, and back.

Midnight is the end of a day and is named with that day: what closes as Monday begins is open until Sunday, midnight.
The script in every page (`crewsite.js`) names moments by the same rules.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.utils.formats import date_format
from django.utils.timezone import localtime, make_aware, now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

LONGEST_NAME: Final = 64
EARLIEST: Final = datetime(1, 1, 3, tzinfo=UTC)
LATEST: Final = datetime(9999, 12, 29, tzinfo=UTC)
DAYS_BY_NAME: Final = 6
"""The number of days ahead for which the weekday alone names the day."""


_FIRST: Final = re.compile(r"(?<!\d)1(?= [^\W\d])")


def time_zone_by_name(name: str) -> ZoneInfo | None:
    """Return the zone of this name; None if there is none."""
    try:
        return ZoneInfo(name) if 0 < len(name) <= LONGEST_NAME else None
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: the name is a path that is no zone.
        return None


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names of all time zones that people choose from."""
    zones = sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return ("UTC", *zones)


def zone_label(name: str) -> str:
    """Return a zone's name as people read it: America/New York."""
    return name.replace("_", " ")


def day_begins(day: date) -> datetime:
    """Return the first moment of the day in the current zone, never before the calendar's first moment."""
    try:
        return make_aware(datetime.combine(day, time())).astimezone(UTC)
    except OverflowError:  # East of Greenwich the calendar's first day begins before the calendar.
        return datetime.min.replace(tzinfo=UTC)


def is_a_day_in_every_zone(moment: datetime) -> bool:
    """Return False at the ends of the calendar, where other zones have no date for the moment."""
    return EARLIEST <= moment <= LATEST


def words_of_the_clock() -> tuple[str, str]:
    """Return the words for midnight and noon: 12 am and 12 pm are often taken for each other."""
    return pgettext("time of day", "midnight"), pgettext("time of day", "noon")


def _clock_text(local: datetime) -> str:
    """Return a time of day: 8 pm, 20:00, noon."""
    midnight, noon = words_of_the_clock()
    words = {time(0): midnight, time(12): noon}
    named = words.get(local.time().replace(second=0, microsecond=0))
    return named or date_format(local, "TIME_FORMAT").replace(".m.", "m")


def _day_of(local: datetime) -> date:
    """Return the day that a moment is named with."""
    return (local - timedelta(minutes=1)).date() if (local.hour, local.minute) == (0, 0) else local.date()


def date_text(day: date, form: str = "DATE_FORMAT") -> str:
    """Return a day as the language writes it, also the first of a month: 1 February 2027, « 1er février 2027 »."""
    first = pgettext("day of the month", "1")
    return _FIRST.sub(first, date_format(day, form))


def moment_text(when: datetime) -> str:
    """Return a date, a time and the name of the zone, in the current zone and language."""
    local = localtime(when)
    day = date_text(_day_of(local))
    params = {"day": day, "time": _clock_text(local), "zone": date_format(local, "T")}
    return _("%(day)s, %(time)s %(zone)s") % params


def near_moment_text(when: datetime) -> str:
    """Return a moment as people say it today: tomorrow, 8 pm; Friday, 8 pm; 20 November, 8 pm."""
    local = localtime(when)
    return _("%(day)s, %(time)s") % {"day": _near_day(_day_of(local), localtime().date()), "time": _clock_text(local)}


def time_left_text(until: datetime) -> str:
    """Return the time until a moment in its two largest units: 1 day 8 h; 3 h 20 min; 20 min."""
    hours, minutes = divmod(max(0, int((until - now()).total_seconds())) // 60, 60)
    days, hours = divmod(hours, 24)
    parts = [ngettext("%(days)d day", "%(days)d days", days) % {"days": days}] if days else []
    parts += [pgettext("duration", "%(hours)d h") % {"hours": hours}] if hours else []
    if not days and (minutes or not hours):
        parts.append(pgettext("duration", "%(minutes)d min") % {"minutes": minutes})
    return " ".join(parts)


def _near_day(day: date, today: date) -> str:
    distance = (day - today).days
    if distance in (-1, 0, 1):
        return (_("today"), _("tomorrow"), _("yesterday"))[distance]
    if 1 < distance <= DAYS_BY_NAME:
        return date_format(day, "l")
    return date_text(day, "MONTH_DAY_FORMAT" if day.year == today.year else "DATE_FORMAT")
