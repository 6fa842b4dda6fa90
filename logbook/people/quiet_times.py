"""Quiet times of a player: hours of every day and holidays, in which their clocks stand still."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

DAY: Final = timedelta(days=1)

Span = tuple[datetime, datetime]
"""The beginning and the end of a quiet time, in UTC."""


@dataclass(frozen=True, slots=True)
class QuietTimes:
    """A player's quiet times. Days and hours are those of their zone, so they follow its summer time."""

    zone: ZoneInfo
    begins: time | None = None
    ends: time | None = None
    holidays: frozenset[date] = frozenset()

    def is_quiet(self, moment: datetime) -> bool:
        """True if the moment lies in a quiet time."""
        return any(begin <= moment < end for begin, end in self._spans_of(self._day_of(moment)))

    def end_of_quiet(self, moment: datetime) -> datetime:
        """Return the end of the quiet time in which the moment lies, or the moment itself."""
        return self.moment_after(moment, 0)

    def moment_after(self, start: datetime, seconds: float) -> datetime:
        """Return the moment at which so many seconds outside quiet times have passed since `start`."""
        left, now = timedelta(seconds=seconds), start.astimezone(UTC)
        for begin, end in self._spans_from(self._day_of(start) - DAY):
            awake = max(begin - now, timedelta())
            if left < awake:
                break
            left -= awake
            now = max(now, end)
        return now + left

    def _spans_from(self, day: date) -> Iterator[Span]:
        """Yield the quiet times from this day on, in order; endless if there are quiet hours."""
        last = max(self.holidays, default=day)
        while self.begins is not None or day <= last:
            yield from sorted(self._spans_of(day, yesterday=False))
            day += DAY

    def _spans_of(self, day: date, *, yesterday: bool = True) -> Iterator[Span]:
        """Yield the quiet times that begin on this day, and with `yesterday` those that may last until this day."""
        if yesterday:
            yield from self._spans_of(day - DAY, yesterday=False)
        if day in self.holidays:
            yield self._moment(day, time()), self._moment(day + DAY, time())
        if self.begins is not None and self.ends is not None:
            end_day = day if self.begins < self.ends else day + DAY
            yield self._moment(day, self.begins), self._moment(end_day, self.ends)

    def _day_of(self, moment: datetime) -> date:
        return moment.astimezone(self.zone).date()

    def _moment(self, day: date, at: time) -> datetime:
        return datetime.combine(day, at, self.zone).astimezone(UTC)


def hours_between(begins: time, ends: time) -> float:
    """Return the length of quiet hours, also past midnight."""
    first, second = (at.hour * 3600 + at.minute * 60 + at.second for at in (begins, ends))
    return ((second - first) % 86400) / 3600


def days_in_year(days: Collection[date], year: int) -> int:
    """Return how many of these days lie in the year."""
    return sum(day.year == year for day in days)
