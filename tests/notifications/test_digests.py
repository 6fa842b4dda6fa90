"""Digests: one mail a week with every event."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.test import Client

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.clubs.services import news
from logbook.notifications import tasks
from logbook.notifications.models import NotificationChoice
from logbook.notifications.services import digests
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, make
from tests.notifications.scenes import DAY, choose, settle, stop_of

MONDAY = datetime(2026, 11, 23, 8, tzinfo=UTC)


def digested(player: Player) -> list[str]:
    return [
        str(message.body)
        for message in mail.outbox
        if message.to[0].startswith(player.name.lower()) and message.subject == "Your clubs this week"
    ]


def sweep() -> None:
    digests.write_digests()
    tasks.send_overlooked_notifications()


def test_one_digest_a_week_and_none_when_nothing_happened(club: Club, olga: Player, alice: Player, bob: Player) -> None:
    choose(bob, club, "each")
    with time_machine.travel(MONDAY - 2 * DAY, tick=False) as clock:
        news.write_news(club=club, by=olga, title="We meet", text="At eight.")
        make(club, olga, opens_at=MONDAY + DAY, closes_at=MONDAY + 5 * DAY)
        settle(clock)
        mail.outbox.clear()
        clock.move_to(MONDAY - timedelta(minutes=1))
        sweep()
        assert not mail.outbox
        for _ in range(4):
            clock.shift(timedelta(minutes=5))
            sweep()
        assert [len(digested(player)) for player in (alice, olga, bob)] == [1, 1, 0]
        assert "We meet" in digested(alice)[0]
        assert "At eight." in digested(alice)[0]
        assert "Week 47" in digested(alice)[0]
        # A digest lists only events: the next week sends nothing.
        Challenge.objects.all().delete()
        clock.move_to(MONDAY + 7 * DAY + HOUR)
        sweep()
        clock.shift(HOUR)
        sweep()
        assert [len(digested(player)) for player in (alice, olga)] == [1, 1]


def test_one_digest_tells_all_of_it_after_an_outage(club: Club, olga: Player, alice: Player) -> None:
    with time_machine.travel(MONDAY - DAY, tick=False) as clock:
        news.write_news(club=club, by=olga, title="First", text="x")
        clock.move_to(MONDAY + HOUR)
        sweep()
        clock.shift(HOUR)
        sweep()
        mail.outbox.clear()
        clock.move_to(MONDAY + 3 * DAY)
        news.write_news(club=club, by=olga, title="Second", text="x")
        clock.move_to(MONDAY + 9 * DAY)
        news.write_news(club=club, by=olga, title="Third", text="x")
        clock.move_to(MONDAY + 15 * DAY)
        for _ in range(3):
            sweep()
            clock.shift(HOUR)
    (body,) = digested(alice)
    assert "Second" in body
    assert "Third" in body
    assert "First" not in body


def test_the_digest_comes_on_monday_morning_where_one_lives(club: Club, olga: Player, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(time_zone="America/New_York")
    with time_machine.travel(MONDAY - DAY, tick=False) as clock:
        news.write_news(club=club, by=olga, title="First", text="x")
        clock.move_to(MONDAY + HOUR)
        sweep()
        clock.shift(HOUR)
        sweep()
        assert [len(digested(player)) for player in (alice, olga)] == [0, 1]
        clock.move_to(MONDAY + 5 * HOUR)
        sweep()
        clock.shift(HOUR)
        sweep()
        assert [len(digested(player)) for player in (alice, olga)] == [1, 1]


@pytest.mark.parametrize(
    ("now", "monday"),
    [
        ("2026-10-26T06:59+00:00", "2026-10-19T08:00+02:00"),  # Summer time ended on the day before.
        ("2026-10-26T07:00+00:00", "2026-10-26T08:00+01:00"),
        ("2026-03-30T06:00+00:00", "2026-03-30T08:00+02:00"),
        ("2026-03-30T05:59+00:00", "2026-03-23T08:00+01:00"),
    ],
)
def test_monday_morning_when_the_clocks_change(now: str, monday: str) -> None:

    found = digests.last_monday(datetime.fromisoformat(now), ZoneInfo("Europe/Berlin"))
    assert found == datetime.fromisoformat(monday)


def test_stopping_the_digests(club: Club, olga: Player, alice: Player) -> None:
    with time_machine.travel(MONDAY + HOUR, tick=False) as clock:
        with time_machine.travel(MONDAY - DAY, tick=False):
            news.write_news(club=club, by=olga, title="First", text="x")
        sweep()
        clock.shift(HOUR)
        sweep()
        message = next(message for message in mail.outbox if message.to == ["alice@example.org"])
        page = Client().post(stop_of(message)).content.decode()
    assert "You’ll no longer get your clubs’ digest." in page
    assert NotificationChoice.objects.get(player=alice).how == "off"
