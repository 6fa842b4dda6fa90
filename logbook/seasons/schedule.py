"""When the weeks of a series open and close: wall clocks of a place, and the moments they mean. Pure.

The hour on the clock stays the same all the year. An hour that the clock leaves out in spring is as much later as the
clock jumps; of one that comes twice in autumn the first is meant. Whole days of a window are days on the calendar, so
that a window of seven days closes at the hour at which it opened; what remains are hours on a stopwatch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

WEEK = timedelta(days=7)
NEAREST = 4
"""So many days lie between two weeks at least when the weekday changes, and six more at most."""


@dataclass(frozen=True, slots=True)
class WeeklySchedule:
    """The weeks of a series: every `weekday` (Monday is 0) at this time of this place, within these days."""

    first_day: date
    last_day: date
    weekday: int
    hour: int
    minute: int
    time_zone: str
    window_hours: int
    shifted: int = 0
    """So many weeks later, or earlier, than counted from the first day."""

    def day(self, number: int) -> date:
        """The day of week `number`, from 0."""
        ahead = (self.weekday - self.first_day.weekday()) % 7
        return self.first_day + timedelta(days=ahead) + (number + self.shifted) * WEEK

    def spaced_after(self, number: int, last: date) -> WeeklySchedule:
        """The same rhythm, shifted by whole weeks so that week `number` comes 4 to 10 days after the day `last`."""
        ahead = (self.day(number) - last).days
        return replace(self, shifted=self.shifted - (ahead - NEAREST) // 7)

    def exists(self, number: int) -> bool:
        """Whether this week is still within the days."""
        return self.day(number) <= self.last_day

    def opens(self, number: int) -> datetime:
        """When week `number` opens."""
        return self._moment(self.day(number))

    def closes(self, number: int) -> datetime:
        """When week `number` closes."""
        days, hours = divmod(self.window_hours, 24)
        return self._moment(self.day(number) + timedelta(days=days)) + timedelta(hours=hours)

    def weeks(self) -> Iterator[int]:
        """The numbers of all weeks."""
        number = 0
        while self.exists(number):
            yield number
            number += 1

    def _moment(self, day: date) -> datetime:
        local = datetime.combine(day, time(self.hour, self.minute), tzinfo=ZoneInfo(self.time_zone))
        # There and back: a wall clock that was left out becomes the one that was shown instead.
        return local.astimezone(UTC)


def zone_exists(name: str) -> bool:
    """Whether this is the name of a time zone."""
    return name in available_timezones()
