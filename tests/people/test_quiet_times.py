"""Quiet hours and holidays: when a player's clock stands still."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from logbook.people.exceptions import TooManyHolidays, TooManyQuietHours
from logbook.people.models.players import Player
from logbook.people.models.quiet_times import Holiday
from logbook.people.quiet_times import QuietTimes
from logbook.people.services import quiet_times
from tests.conftest import SignedIn

BERLIN = ZoneInfo("Europe/Berlin")
NIGHTS = QuietTimes(BERLIN, time(22), time(7))
HOUR = 3600


def local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("at", "quiet"),
    [("2026-11-16 21:59", False), ("2026-11-16 22:00", True), ("2026-11-17 06:59", True), ("2026-11-17 07:00", False)],
)
def test_quiet_hours_last_past_midnight(at: str, quiet: bool) -> None:
    assert NIGHTS.is_quiet(local(at)) == quiet


@pytest.mark.parametrize(
    ("start", "hours", "end"),
    [
        ("2026-11-16 12:00", 8, "2026-11-16 20:00"),
        ("2026-11-16 20:00", 8, "2026-11-17 13:00"),
        ("2026-11-16 23:00", 1, "2026-11-17 08:00"),
        ("2026-11-16 12:00", 24, "2026-11-17 21:00"),
        ("2026-03-28 21:00", 2, "2026-03-29 08:00"),  # The clocks go forward in the quiet hours.
        ("2026-10-24 21:00", 2, "2026-10-25 08:00"),  # … and back.
    ],
)
def test_a_clock_stops_in_quiet_hours(start: str, hours: int, end: str) -> None:
    assert NIGHTS.moment_after(local(start), hours * HOUR) == local(end)


def test_a_holiday_is_a_whole_day_and_may_join_a_night() -> None:
    times = QuietTimes(BERLIN, time(22), time(7), frozenset({date(2026, 11, 17)}))
    assert times.moment_after(local("2026-11-16 21:00"), 2 * HOUR) == local("2026-11-18 08:00")
    assert times.end_of_quiet(local("2026-11-17 12:00")) == local("2026-11-18 07:00")
    assert times.end_of_quiet(local("2026-11-16 12:00")) == local("2026-11-16 12:00")
    only = QuietTimes(BERLIN, holidays=frozenset({date(2026, 11, 17)}))
    assert only.moment_after(local("2026-11-16 23:00"), 2 * HOUR) == local("2026-11-18 01:00")


DAYS = st.dates(date(2026, 1, 1), date(2027, 12, 31))


@given(
    st.sampled_from(["Europe/Berlin", "America/Santiago", "Africa/Cairo", "Asia/Kathmandu", "UTC"]),
    st.times(),
    st.floats(0.5, 10),
    st.frozensets(DAYS, max_size=14),
    st.integers(0, 600 * 24 * HOUR),
    st.integers(1, 72 * HOUR),
)
def test_so_many_seconds_outside_quiet_times_pass(
    zone: str, begins: time, hours: float, holidays: frozenset[date], start: int, seconds: int
) -> None:
    ends = (datetime.combine(date(2026, 1, 1), begins) + timedelta(hours=hours)).time()
    times = QuietTimes(ZoneInfo(zone), begins, ends, holidays)
    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=start)
    end = times.moment_after(now, seconds)
    assert end >= now + timedelta(seconds=seconds)
    assert times.moment_after(end, 0) == end or times.is_quiet(end)
    halfway = times.moment_after(now, seconds / 2)
    assert abs(times.moment_after(halfway, seconds / 2) - end) < timedelta(milliseconds=1)


# --- what a player sets


@pytest.mark.django_db
def test_quiet_hours_are_ten_at_most(alice: Player) -> None:
    quiet_times.set_quiet_hours(player=alice, begins=time(22), ends=time(8))
    with pytest.raises(TooManyQuietHours):
        quiet_times.set_quiet_hours(player=alice, begins=time(21, 59), ends=time(8))
    assert quiet_times.quiet_times_of(alice).begins == time(22)
    quiet_times.set_quiet_hours(player=alice, begins=None, ends=None)
    assert quiet_times.quiet_times_of(alice).begins is None


@pytest.mark.django_db
def test_holidays_are_fourteen_a_year_at_most(alice: Player) -> None:
    quiet_times.add_holidays(player=alice, first=date(2026, 12, 25), last=date(2027, 1, 5))
    quiet_times.add_holidays(player=alice, first=date(2026, 12, 25), last=date(2026, 12, 25))
    assert Holiday.objects.count() == 12
    quiet_times.add_holidays(player=alice, first=date(2027, 2, 1), last=date(2027, 2, 9))
    with pytest.raises(TooManyHolidays):
        quiet_times.add_holidays(player=alice, first=date(2027, 3, 1), last=date(2027, 3, 1))
    assert Holiday.objects.count() == 21


@pytest.mark.django_db
def test_the_page_sets_them_and_keeps_what_was_wrong(alice: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(alice), reverse("profile-quiet-times")
    assert client.post(address, {"form": "hours", "begins": "22:30", "ends": "07:00"}).status_code == 302
    html = client.get(address).text
    assert 'value="22:30"' in html
    answer = client.post(address, {"form": "hours", "begins": "20:00", "ends": "09:00"})
    assert (answer.status_code, "up to 10 hours a day" in answer.text, 'value="20:00"' in answer.text) == (
        422,
        True,
        True,
    )
    answer = client.post(address, {"form": "hours", "begins": "20:00", "ends": ""})
    assert "Enter both times, or neither." in answer.text
    answer = client.post(address, {"form": "holidays", "first": "2030-01-02", "last": "2030-01-01"})
    assert "The last day can’t be before the first." in answer.text
    assert client.post(address, {"form": "holidays", "first": "2030-01-02", "last": ""}).status_code == 302
    holiday = Holiday.objects.get()
    assert "Remove 2 January 2030" in client.get(address).text
    assert client.post(reverse("profile-holiday-remove", args=(holiday.pk,))).status_code == 302
    assert not Holiday.objects.exists()


@pytest.mark.django_db
def test_nobody_removes_anothers_holiday(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    quiet_times.add_holidays(player=alice, first=date(2030, 1, 2), last=date(2030, 1, 2))
    signed_in(bob).post(reverse("profile-holiday-remove", args=(Holiday.objects.get().pk,)))
    assert Holiday.objects.exists()
