"""Nudges, and the mails that say whose turn it is."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from pytest_django.fixtures import Settings
from redis import Redis

from logbook.notifications.models import OutboxMail
from logbook.notifications.services import mails, turns
from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests.conftest import SignedIn
from tests.notifications.scenes import settle, stop_of, told
from tests.notifications.turns_scenes import MINUTE, attempt, awaited, beat, clock, nudge, others, table
from tests.tables.attempts_scenes import act_on, open_table, started

__all__ = ["attempt", "clock", "table"]  # Fixtures.

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def real_redis(settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    presence._redis.cache_clear()


# --- nudges


def test_a_player_who_is_away_is_nudged_once_a_minute(
    attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    other, number = others(attempt)
    clock.shift(MINUTE - timedelta(seconds=1))
    early = nudge(attempt.table, other, number, signed_in, status=409)
    assert "or their turn has only just begun" in early, "without a beat the wait begins with the turn"
    clock.shift(timedelta(seconds=1))
    nudge(attempt.table, other, number, signed_in)
    assert "Someone has just nudged" in nudge(attempt.table, other, number, signed_in, status=429)
    clock.shift(MINUTE)
    nudge(attempt.table, other, number, signed_in)
    settle(clock)
    assert told() == [(awaited(attempt).name.lower(), f"{other.name} nudged you: it’s your turn")]


def test_a_player_is_nudged_twenty_times_a_day(
    attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    other, number = others(attempt)
    for _ in range(20):
        clock.shift(MINUTE)
        nudge(attempt.table, other, number, signed_in)
    clock.shift(MINUTE)
    assert "nudged 20 times in a day" in nudge(attempt.table, other, number, signed_in, status=429)
    clock.shift(timedelta(days=1))
    nudge(attempt.table, other, number, signed_in)


def test_a_player_who_was_here_in_the_last_minute_is_not_nudged(
    attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller, cache_server: Redis
) -> None:
    other, number = others(attempt)
    beat(attempt.table, awaited(attempt), cache_server)
    clock.shift(MINUTE - timedelta(seconds=1))
    assert "was here less than a minute ago, or their turn" in nudge(
        attempt.table, other, number, signed_in, status=409
    )
    clock.shift(timedelta(seconds=1))
    nudge(attempt.table, other, number, signed_in)


def test_only_another_player_whom_the_table_waits_for_is_nudged(
    attempt: Attempt, signed_in: SignedIn, charlie: Player
) -> None:
    player, (number,) = awaited(attempt), attempt.waiting_on
    other, _number = others(attempt)
    quiet = attempt.table.seats.exclude(number=number).exclude(player=other).get().number
    for by, seat in ((player, number), (other, quiet), (other, 9)):
        assert "isn’t waiting for that player" in nudge(attempt.table, by, seat, signed_in, status=409)
    nudge(attempt.table, charlie, number, signed_in, status=404)
    assert signed_in(other).post(reverse("table-nudge", args=(attempt.table_id,)), {"number": "x"}).status_code == 400
    assert not OutboxMail.objects.exists()


def test_nothing_is_nudged_before_the_deal(table: Table, alice: Player, signed_in: SignedIn) -> None:
    assert "No attempt is in progress" in nudge(table, alice, 1, signed_in, status=409)


def test_a_nudge_and_a_turn_are_one_mail_an_hour(
    attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    player, (number,) = awaited(attempt), attempt.waiting_on
    clock.shift(MINUTE)
    for seat in attempt.table.seats.exclude(number=number):
        assert seat.player is not None
        nudge(attempt.table, seat.player, number, signed_in)
        clock.shift(2 * MINUTE)
    clock.shift(11 * MINUTE)
    settle(clock)
    assert [name for name, _subject in told()] == [player.name.lower()]


# --- turns


def test_a_player_is_mailed_once_a_table_has_waited_for_ten_minutes(
    attempt: Attempt, clock: time_machine.Traveller
) -> None:
    settle(clock)
    assert told() == []
    clock.shift(10 * MINUTE)
    settle(clock)
    assert told() == [(awaited(attempt).name.lower(), "Your turn: Mission 1")]
    assert f"/tables/{attempt.table_id}/" in str(mail.outbox[0].body)
    clock.shift(timedelta(hours=3))
    settle(clock)
    assert len(mail.outbox) == 1, "the same turn is mailed once"


def test_a_new_turn_is_mailed_an_hour_later_at_the_earliest(attempt: Attempt, clock: time_machine.Traveller) -> None:
    clock.shift(11 * MINUTE)
    settle(clock)
    first = awaited(attempt)
    while True:
        act_on(attempt.table, attempt)
        if awaited(attempt) == first:
            break
    clock.shift(11 * MINUTE)
    settle(clock)
    names = [name for name, _subject in told()]
    assert names.count(first.name.lower()) == 1
    clock.shift(timedelta(minutes=50))
    settle(clock)
    assert [name for name, _subject in told()].count(first.name.lower()) == 2


def test_one_mail_lists_every_table_that_waits(
    attempt: Attempt, alice: Player, bob: Player, olga: Player, clock: time_machine.Traveller
) -> None:
    player = awaited(attempt)
    again = started(open_table(alice, bob, olga), alice)
    assert awaited(again) == player, "the same deal"
    clock.shift(11 * MINUTE)
    settle(clock)
    assert told() == [(player.name.lower(), "Your turn at 2 tables")]
    assert str(mail.outbox[0].body).count("/tables/") == 2


def test_relaxed_tables_are_in_a_daily_digest_for_a_week(attempt: Attempt, clock: time_machine.Traveller) -> None:
    assert attempt.table.pace == Table.Pace.RELAXED
    player = awaited(attempt).name.lower()
    clock.shift(11 * MINUTE)
    settle(clock)
    assert len(told()) == 1
    clock.shift(timedelta(hours=23))
    settle(clock)
    assert len(told()) == 1
    for _day in range(10):
        clock.shift(timedelta(days=1))
        settle(clock)
    assert [name for name, _subject in told()] == [player] * 7, "at once, and on six days more"
    assert str(mail.outbox[-1].body).count("/tables/") == 1


def test_a_live_table_is_in_no_digest(attempt: Attempt, clock: time_machine.Traveller) -> None:
    Table.objects.update(pace=Table.Pace.LIVE)
    clock.shift(timedelta(days=2))
    settle(clock)
    assert told() == []


def test_what_is_overtaken_is_not_sent(attempt: Attempt, clock: time_machine.Traveller, cache_server: Redis) -> None:
    clock.shift(11 * MINUTE)
    turns.write_turn_mails()
    beat(attempt.table, awaited(attempt), cache_server)
    mails.send_outbox_mail(outbox_mail_id=OutboxMail.objects.get().pk)
    assert told() == [], "the player came back"
    assert OutboxMail.objects.get().note == "nothing to send"


def test_a_player_at_the_table_is_not_mailed(
    attempt: Attempt, clock: time_machine.Traveller, cache_server: Redis
) -> None:
    clock.shift(11 * MINUTE)
    beat(attempt.table, awaited(attempt), cache_server)
    turns.write_turn_mails()
    assert not OutboxMail.objects.exists()


def test_an_attempt_that_is_over_waits_for_no_one(attempt: Attempt, clock: time_machine.Traveller) -> None:
    table = Table.objects.get(pk=attempt.table_id)
    clock.shift(11 * MINUTE)
    turns.write_turn_mails()
    attempts.abandon_attempt(table_id=table.pk, player=awaited(attempt), seen=table.version)
    settle(clock)
    assert told() == []


def test_a_person_can_turn_these_mails_off(
    attempt: Attempt, clock: time_machine.Traveller, signed_in: SignedIn
) -> None:
    player = awaited(attempt)
    page = reverse("profile-mails")
    assert 'name="your-turn-mail"' in signed_in(player).get(page).text
    assert signed_in(player).post(page, {"time_zone": ""}).status_code == 302
    clock.shift(11 * MINUTE)
    settle(clock)
    assert told() == []
    assert signed_in(player).post(page, {"time_zone": "", "your-turn-mail": "on"}).status_code == 302
    settle(clock)
    assert len(told()) == 1


def test_the_link_in_the_mail_turns_them_off(
    attempt: Attempt, clock: time_machine.Traveller, signed_in: SignedIn
) -> None:
    clock.shift(11 * MINUTE)
    settle(clock)
    address = stop_of(mail.outbox[0])
    client = signed_in(awaited(attempt))
    assert "Unsubscribe from emails about your tables?" in client.get(address).text
    assert turns.wants_turn_mails(awaited(attempt))
    assert "no longer get emails about your tables" in client.post(address).text
    assert not turns.wants_turn_mails(awaited(attempt))
