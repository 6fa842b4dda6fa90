"""Days and weeks in the reader's zone: from midnight there, in the furthest zones, and across clock changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from hypothesis import example, given
from hypothesis import strategies as st

from logbook.clubs.models import Club
from logbook.clubs.services import news
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.selectors.boards import Filters
from logbook.notifications.models import OutboxMail
from logbook.notifications.services import digests
from logbook.people.models.players import Player
from logbook.seasons.schedule import WEEK, WeeklySchedule
from tests.conftest import SignedIn, person
from tests.leaderboards.scenes import sat, strangers

FURTHEST_EAST, FURTHEST_WEST = "Pacific/Kiritimati", "Etc/GMT+12"
ZONES = [
    FURTHEST_EAST,
    FURTHEST_WEST,
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",  # Its clocks change at midnight, so such a day begins at one.
    "Africa/Cairo",  # As in Santiago; in autumn back from midnight to eleven.
    "Australia/Lord_Howe",  # By half an hour.
    "Asia/Kathmandu",
    "Pacific/Chatham",
]
MOMENTS = st.integers(1_700_000_000, 1_930_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
DAYS = st.dates(date(2024, 1, 1), date(2030, 12, 31))


# --- the Monday of a digest


@given(MOMENTS, st.sampled_from(ZONES))
@example(datetime(2026, 11, 22, 18, 0, tzinfo=UTC), FURTHEST_EAST)  # There it is Monday, eight o'clock.
@example(datetime(2026, 11, 22, 17, 59, 59, tzinfo=UTC), FURTHEST_EAST)
@example(datetime(2026, 11, 23, 20, 0, tzinfo=UTC), FURTHEST_WEST)
@example(datetime(2026, 11, 23, 19, 59, 59, tzinfo=UTC), FURTHEST_WEST)
def test_the_last_monday_is_the_latest_that_has_begun_there(now: datetime, zone: str) -> None:
    here = ZoneInfo(zone)
    found = digests.last_monday(now, here)
    shown = found.astimezone(here)
    assert (shown.weekday(), shown.time()) == (0, time(8))
    assert found <= now
    following = datetime.combine(shown.date() + WEEK, time(8), tzinfo=here)
    assert now < following


@given(MOMENTS, st.sampled_from(ZONES), st.timedeltas(timedelta(0), WEEK))
def test_mondays_follow_each_other(now: datetime, zone: str, later: timedelta) -> None:
    """A later moment has no earlier Monday, and within a week at most the next one."""
    first, second = (digests.last_monday(moment, ZoneInfo(zone)) for moment in (now, now + later))
    assert (second.date() - first.date()).days in (0, 7)


def test_around_the_world_a_week_has_one_monday() -> None:
    """One subject, so that a player who moves gets no second digest of the week."""
    noon = datetime(2026, 11, 24, 12, tzinfo=UTC)
    east, west = (digests.last_monday(noon, ZoneInfo(zone)) for zone in (FURTHEST_EAST, FURTHEST_WEST))
    assert west - east == timedelta(hours=26)
    assert east.date() == west.date() == date(2026, 11, 23)


@pytest.mark.django_db
@pytest.mark.parametrize(("left", "came"), [(FURTHEST_EAST, FURTHEST_WEST), (FURTHEST_WEST, FURTHEST_EAST)])
def test_who_moves_across_the_world_gets_one_digest_a_week(club: Club, alice: Player, left: str, came: str) -> None:
    with time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC), tick=False) as clock:
        news.write_news(club=club, by=alice, title="We meet", text="x")
        Player.objects.filter(pk=alice.pk).update(time_zone=left)
        for hours in range(6 * 24):
            clock.shift(timedelta(hours=1))
            if hours == 72:  # 12:00 UTC on Monday: sent in the east, not yet in the west.
                Player.objects.filter(pk=alice.pk).update(time_zone=came)
            digests.write_digests()
    assert OutboxMail.objects.filter(player=alice, event="digest").count() == 1


# --- the weeks of a series

RHYTHMS = st.builds(
    lambda first, days, *rest: WeeklySchedule(first, first + timedelta(days=days), *rest),
    DAYS,
    st.integers(0, 100),
    st.integers(0, 6),
    st.integers(0, 23),
    st.integers(0, 59),
    st.sampled_from(ZONES),
    st.integers(1, 24 * 28),
)


@given(RHYTHMS)
@example(WeeklySchedule(date(2026, 9, 6), date(2026, 9, 20), 6, 0, 0, "America/Santiago", 24))
@example(WeeklySchedule(date(2026, 10, 23), date(2026, 11, 13), 4, 0, 0, "Africa/Cairo", 24))
@example(WeeklySchedule(date(2026, 11, 20), date(2026, 12, 20), 0, 0, 0, FURTHEST_EAST, 168))
@example(WeeklySchedule(date(2026, 11, 20), date(2026, 12, 20), 6, 23, 59, FURTHEST_WEST, 168))
def test_weeks_lie_in_the_days_of_the_place_and_follow_each_other(rhythm: WeeklySchedule) -> None:
    here = ZoneInfo(rhythm.time_zone)
    numbers = list(rhythm.weeks())
    opened = [rhythm.opens(number) for number in numbers]
    for opens in opened:
        shown = opens.astimezone(here)
        assert shown.weekday() == rhythm.weekday
        assert rhythm.first_day <= shown.date() <= rhythm.last_day
        wished = datetime.combine(shown.date(), time(rhythm.hour, rhythm.minute))
        assert timedelta(0) <= shown.replace(tzinfo=None) - wished <= timedelta(hours=1)
        assert shown.fold == 0, "of an hour that comes twice the first"
    for one, other in pairwise(opened):
        assert abs(other - one - WEEK) <= timedelta(hours=1)
    missed = rhythm.first_day + timedelta(days=len(numbers) * 7 + (rhythm.weekday - rhythm.first_day.weekday()) % 7)
    assert missed > rhythm.last_day


@given(RHYTHMS)
def test_a_window_of_whole_days_closes_at_the_hour_at_which_it_opened(rhythm: WeeklySchedule) -> None:
    here, (days, hours) = ZoneInfo(rhythm.time_zone), divmod(rhythm.window_hours, 24)
    opens, closes = rhythm.opens(0), rhythm.closes(0)
    assert opens < closes
    wished = datetime.combine(rhythm.day(0) + timedelta(days=days), time(rhythm.hour, rhythm.minute), tzinfo=here)
    assert closes == wished.astimezone(UTC) + timedelta(hours=hours)


@given(RHYTHMS, st.integers(0, 5), st.dates(date(2024, 1, 1), date(2030, 12, 31)))
def test_a_week_after_a_change_comes_four_to_ten_days_after_the_last(
    rhythm: WeeklySchedule, number: int, last: date
) -> None:
    assert 4 <= (rhythm.spaced_after(number, last).day(number) - last).days <= 10


# --- filters from a day on


def finished_from(since: date, zone: str) -> datetime:
    """Return the first moment of a board that starts on this day."""
    with timezone.override(ZoneInfo(zone)):
        wanted = Filters(since=since)._conditions()
    conditions = [one for one in wanted.children if isinstance(one, tuple)]
    found = next(value for name, value in conditions if name == "finished_at__gte")
    assert isinstance(found, datetime)
    return found


@given(DAYS, st.sampled_from(ZONES))
@example(date(2026, 9, 6), "America/Santiago")
@example(date(2026, 4, 24), "Africa/Cairo")
@example(date(2026, 10, 30), "Africa/Cairo")
def test_a_day_begins_with_its_first_moment_there(since: date, zone: str) -> None:
    here, begins = ZoneInfo(zone), finished_from(since, zone).astimezone(UTC)
    assert begins.astimezone(here).date() == since
    assert (begins - timedelta(microseconds=1)).astimezone(here).date() == since - timedelta(days=1)


@pytest.fixture
def board(db: None) -> dict[str, datetime]:
    """Create runs one second before and at the start of November 20 in the furthest east, and one in the west."""
    moments = {
        "Before": datetime(2026, 11, 19, 9, 59, 59, tzinfo=UTC),
        "East": datetime(2026, 11, 19, 10, tzinfo=UTC),
        "Midway": datetime(2026, 11, 20, 11, 59, 59, tzinfo=UTC),
        "West": datetime(2026, 11, 20, 12, tzinfo=UTC),
    }
    for name, moment in moments.items():
        crew = Crew.objects.create(name=name, slug=name.lower())
        CrewMember.objects.create(crew=crew, player=person(name))
        sat("success", people=strangers(3), crew=crew, players=3, at=moment)
    return moments


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        (FURTHEST_EAST, {"East", "Midway", "West"}),
        ("UTC", {"Midway", "West"}),
        (FURTHEST_WEST, {"West"}),
    ],
)
def test_a_board_from_a_day_on_is_of_the_readers_day(
    board: dict[str, datetime], alice: Player, zone: str, shown: set[str], signed_in: SignedIn
) -> None:
    Player.objects.filter(pk=alice.pk).update(time_zone=zone)
    page = signed_in(alice).get("/leaderboards/planet-nine/1/?since=2026-11-20").text
    assert {name for name in board if name in page} == shown
    stranger = Client()
    stranger.cookies["time_zone"] = zone
    page = stranger.get("/leaderboards/planet-nine/1/?since=2026-11-20").text
    assert {name for name in board if name in page} == shown


EXTREMES = ["0001-01-01", "0001-01-02", "1000-01-01", "9999-12-31"]


@pytest.mark.django_db
@pytest.mark.parametrize("zone", [FURTHEST_EAST, FURTHEST_WEST, "Europe/Berlin"])
@pytest.mark.parametrize("day", EXTREMES)
def test_the_first_and_last_days_of_the_calendar_are_answered(day: str, zone: str) -> None:
    stranger = Client()
    stranger.cookies["time_zone"] = zone
    for board in ("planet-nine/1", "deep-blue/reefs-ahead"):
        for address in (f"/leaderboards/{board}/", f"/api/v1/leaderboards/{board}/"):
            assert stranger.get(f"{address}?since={day}").status_code == 200


@pytest.mark.parametrize("day", EXTREMES)
@pytest.mark.parametrize("zone", ["America/New_York", "Europe/Berlin"])
def test_dates_at_the_ends_of_the_calendar_are_answered_in_a_sentence(
    club: Club, alice: Player, day: str, zone: str, signed_in: SignedIn
) -> None:
    Player.objects.filter(pk=alice.pk).update(time_zone=zone)
    browser, slug = signed_in(alice), club.slug
    season = {"name": "S", "starts_on": day, "ends_on": day, "best_n": "3"}
    assert browser.post(f"/clubs/{slug}/seasons/new/", season).status_code == 422
    challenge = {
        "title": "W", "game": "planet-nine", "missions": "1", "players": "3", "policy": "single", "max_attempts": "1",
        "opens_at": f"{day}T00:30", "closes_at": f"{day}T23:30", "difficulty": "any", "playouts": "0",
    }  # fmt: skip
    assert browser.post(f"/clubs/{slug}/challenges/new/", challenge).status_code == 422
