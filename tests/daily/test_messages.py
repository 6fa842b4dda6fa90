"""Messages and the calendar of the deals of the day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar
from pytest_django import DjangoCaptureOnCommitCallbacks

from logbook.clubs.services.clubs import create_club
from logbook.daily import tasks
from logbook.daily.models import DailyDeal, DailyResult, DailySeat
from logbook.daily.services import counting
from logbook.notifications.message_texts import message_text
from logbook.notifications.models import Message, MessageKind, PushMessage
from logbook.notifications.services import messages, relevance
from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.daily.counting_scenes import earlier_days, old_account
from tests.daily.scenes import CLOSE, DAY, begin, close, lose, open_deals, unproven_deal, win

pytestmark = pytest.mark.django_db


def test_players_with_an_account_are_told_their_place_once(
    deal: DailyDeal, alice: Player, guest: Player, clock: time_machine.Traveller
) -> None:
    ann = old_account("Ann")
    earlier_days(deal, ann)
    win(begin(deal, ann))
    for player in (alice, guest):
        lose(begin(deal, player), player)
    clock.move_to(CLOSE)
    close()
    messages.tell_day_counted(deal_id=deal.pk)
    counting.count(deal_id=deal.pk)
    counted = Message.objects.filter(kind=MessageKind.DAY_COUNTED)
    told = {message.player.name: message_text(message).sentence for message in counted.select_related("player")}
    assert told == {
        "Ann": "Planet Nine, 23 November 2026: you came 1st.",
        "Alice": "Planet Nine, 23 November 2026: the rankings are in.",
    }
    message = counted.get(player=ann)
    assert message_text(message).path == "/daily/2026-11-23/planet-nine/"
    assert not PushMessage.objects.exists()


def solved(player: Player, *days: date) -> None:
    for day in days:
        deal = DailyDeal.objects.filter(date=day, game="deep-sea").first() or unproven_deal(day, "deep-sea")
        table = Table.objects.create(game="deep-sea", mission="1", players=4)
        result = DailyResult.objects.create(deal=deal, table=table, people=1, rank_key=0, solved_on=2)
        DailySeat.objects.create(result=result, deal=deal, player=player, alone=True)


def test_a_streak_is_called_once_half_a_day_before_the_close(
    deal: DailyDeal,
    alice: Player,
    bob: Player,
    charlie: Player,
    guest: Player,
    clock: time_machine.Traveller,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    days = [DAY - timedelta(days=n) for n in range(6)]
    solved(alice, *days[1:3], *days[4:])  # The day between is bridged, so the next missed one ends the streak.
    solved(guest, *days[1:3], *days[4:])
    solved(bob, *days[1:])  # A missed day would be bridged.
    solved(charlie, *days[:3], *days[4:])
    clock.move_to(CLOSE - timedelta(hours=12, seconds=1))
    tasks.announce_closing_deals()
    assert not DailyDeal.objects.exclude(closing_announced_at=None).exists()
    clock.move_to(CLOSE - timedelta(hours=12))
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            tasks.announce_closing_deals()
    message = Message.objects.get()
    assert (message.kind, message.player) == (MessageKind.DAY_CLOSES, alice)
    assert message_text(message).path in {
        f"/daily/2026-11-23/{game}/" for game in ("planet-nine-easy", "planet-nine", "deep-sea-easy", "deep-sea")
    }
    assert "Your streak ends unless you solve a deal of the day for 23 November." in message_text(message).sentence
    assert relevance.still_matters(message)
    clock.move_to(CLOSE - timedelta(minutes=30))
    assert not relevance.still_matters(message)
    clock.move_to(CLOSE - timedelta(hours=3))
    messages.delete_overtaken()
    assert Message.objects.exists()
    solved(alice, DAY)
    assert not relevance.still_matters(message)
    messages.delete_overtaken()
    assert not Message.objects.exists()


def test_more_players_than_one_batch_are_told(
    deal: DailyDeal, alice: Player, bob: Player, charlie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "PEOPLE_PER_BATCH", 2)
    for player in (alice, bob, charlie):
        lose(begin(deal, player), player)
    DailyResult.objects.update(percentile=50)
    messages.tell_day_counted(deal_id=deal.pk)
    told = Message.objects.filter(kind=MessageKind.DAY_COUNTED).values_list("player__name", flat=True)
    assert sorted(told) == ["Alice", "Bob", "Charlie"]


def test_the_calendar_lists_the_days_and_leads_to_their_page(deal: DailyDeal, client: Client) -> None:
    assert "/clubs/deal-of-the-day/calendar.ics" in client.get("/daily/").text
    feed = Calendar.from_ical(client.get("/clubs/deal-of-the-day/calendar.ics").content)
    events = {str(event["summary"]): str(event["url"]) for event in feed.walk("VEVENT")}
    for moment in ("opens", "closes"):
        assert f"Planet Nine, 2026-11-23 {moment} (Deal of the day)" in events
    assert all(address.endswith("/daily/") for address in events.values())


def test_a_club_of_the_same_name_is_in_nobodys_way(
    alice: Player, clock: time_machine.Traveller, client: Client
) -> None:
    theirs = create_club(player=alice, name="Deal of the day", public=True)
    assert theirs.slug == "deal-of-the-day"
    assert "planet-nine" in open_deals()
    assert client.get("/clubs/deal-of-the-day/").status_code == 200
    assert client.get("/clubs/deal-of-the-day-2/").headers["Location"] == "/daily/"
