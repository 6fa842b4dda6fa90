"""Opening and closing times of weeks: the local hour stays, also across clock changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logbook.seasons.schedule import WeeklySchedule, zone_exists


def rhythm(
    zone: str, *, first: date, weekday: int = 6, at: tuple[int, int] = (2, 30), hours: int = 24 * 7
) -> WeeklySchedule:
    return WeeklySchedule(first, first + timedelta(days=60), weekday, *at, zone, hours)


def times(rhythm: WeeklySchedule, number: int = 3) -> list[str]:
    return [rhythm.opens(n).strftime("%m-%d %H:%M") for n in range(number)]


def test_the_first_week_begins_at_the_first_such_weekday() -> None:
    monday = date(2026, 11, 23)
    assert rhythm("UTC", first=monday, weekday=0).day(0) == monday
    assert rhythm("UTC", first=monday, weekday=2).day(0) == date(2026, 11, 25)
    assert rhythm("UTC", first=date(2026, 11, 24), weekday=0).day(1) == date(2026, 12, 7)


@pytest.mark.parametrize(
    ("zone", "first", "opens"),
    [
        # Skipped on the night of the change: as much later as the clock jumps.
        ("Europe/Berlin", date(2026, 3, 22), ["03-22 01:30", "03-29 01:30", "04-05 00:30"]),
        ("America/New_York", date(2026, 3, 1), ["03-01 07:30", "03-08 07:30", "03-15 06:30"]),
        # Occurs twice: the first is meant.
        ("Europe/Berlin", date(2026, 10, 18), ["10-18 00:30", "10-25 00:30", "11-01 01:30"]),
    ],
)
def test_the_hour_stays_when_the_clocks_change(zone: str, first: date, opens: list[str]) -> None:
    assert times(rhythm(zone, first=first)) == opens


def test_an_hour_that_comes_twice_is_the_first() -> None:
    american = rhythm("America/New_York", first=date(2026, 10, 25), at=(1, 30))
    assert times(american) == ["10-25 05:30", "11-01 05:30", "11-08 06:30"]


def test_whole_days_close_at_the_hour_at_which_they_opened() -> None:
    berlin, zone = rhythm("Europe/Berlin", first=date(2026, 3, 22), at=(18, 0)), ZoneInfo("Europe/Berlin")
    assert [berlin.closes(n).astimezone(zone).hour for n in range(3)] == [18, 18, 18]
    assert berlin.closes(0) - berlin.opens(0) == timedelta(hours=24 * 7 - 1)
    short = rhythm("Europe/Berlin", first=date(2026, 3, 29), at=(1, 30), hours=2)
    assert short.closes(0) - short.opens(0) == timedelta(hours=2)


@given(
    st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"]),
    st.dates(date(2024, 1, 1), date(2030, 1, 1)),
    st.integers(0, 6),
    st.integers(0, 23),
    st.sampled_from([0, 30, 59]),
    st.integers(1, 24 * 28),
)
def test_every_week_shows_the_hour_unless_the_clock_left_it_out(
    zone: str, first: date, weekday: int, hour: int, minute: int, hours: int
) -> None:
    found = rhythm(zone, first=first, weekday=weekday, at=(hour, minute), hours=hours)
    assert list(found.weeks()) == list(range(len(list(found.weeks()))))
    for number in found.weeks():
        shown: datetime = found.opens(number).astimezone(ZoneInfo(zone))
        assert found.opens(number) < found.closes(number)
        assert shown.date() == found.day(number)
        assert first <= shown.date() <= found.last_day
        late = (shown.hour * 60 + shown.minute) - (hour * 60 + minute)
        assert late == 0 or 0 < late <= 60


def test_zones_are_known_by_name() -> None:
    assert zone_exists("Europe/Berlin")
    assert not zone_exists("Europe/Atlantis")
    assert not zone_exists("../etc/passwd")


def test_a_week_on_the_last_day_belongs_to_the_series() -> None:
    first = date(2026, 11, 23)
    fortnight = WeeklySchedule(first, first + timedelta(days=7), 0, 18, 0, "UTC", 24)
    assert list(fortnight.weeks()) == [0, 1]
    assert list(replace(fortnight, last_day=first + timedelta(days=6)).weeks()) == [0]
