"""Weekly schedule of a series: local times and the moments they mean. Pure.

The local hour stays the same all year. An hour that is skipped in spring moves by as much as the clock jumps; of an
hour that occurs twice in autumn, the first is meant. Whole days of a window are calendar days, so that a window of
seven days closes at the hour at which it opened; remaining hours are elapsed hours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

WEEK = timedelta(days=7)
NEAREST = 4
"""The fewest days between two weeks after a change of the weekday; the most is six more."""


@dataclass(frozen=True, slots=True)
class WeeklySchedule:
    """The weeks of a series: every `weekday` (Monday is 0) at this local time, within these days."""

    first_day: date
    last_day: date
    weekday: int
    hour: int
    minute: int
    time_zone: str
    window_hours: int
    shifted: int = 0
    """The offset in weeks, positive or negative, from the count since the first day."""

    def day(self, number: int) -> date:
        """Return the day of week `number`, from 0."""
        days = (self.weekday - self.first_day.weekday()) % 7
        return self.first_day + timedelta(days=days) + (number + self.shifted) * WEEK

    def spaced_after(self, number: int, last: date) -> WeeklySchedule:
        """Return the schedule, shifted by whole weeks so that week `number` comes 4 to 10 days after the day `last`."""
        days = (self.day(number) - last).days
        return replace(self, shifted=self.shifted - (days - NEAREST) // 7)

    def exists(self, number: int) -> bool:
        """Return whether this week lies within the days."""
        return self.day(number) <= self.last_day

    def opens(self, number: int) -> datetime:
        """Return when week `number` opens."""
        return self._moment(self.day(number))

    def closes(self, number: int) -> datetime:
        """Return when week `number` closes."""
        days, hours = divmod(self.window_hours, 24)
        return self._moment(self.day(number) + timedelta(days=days)) + timedelta(hours=hours)

    def weeks(self) -> Iterator[int]:
        """Yield the numbers of all weeks."""
        number = 0
        while self.exists(number):
            yield number
            number += 1

    def _moment(self, day: date) -> datetime:
        local = datetime.combine(day, time(self.hour, self.minute), tzinfo=ZoneInfo(self.time_zone))
        # The round trip turns a skipped local time into the one that the clock showed instead.
        return local.astimezone(UTC)


def zone_exists(name: str) -> bool:
    """Return whether this is the name of a time zone."""
    return name in available_timezones()
