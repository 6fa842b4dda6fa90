"""What a person chooses to be told, kind by kind, and quiet times in which mails wait."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time, timedelta

import pytest
import time_machine
from django.urls import reverse
from pytest_django.fixtures import Settings

from logbook.clubs.models import Club
from logbook.clubs.services import news
from logbook.notifications.models import ClubEvent, MessageChoice, MessageKind, OutboxMail, PushMessage
from logbook.notifications.services import choices, mails, outbox, turns
from logbook.notifications.services.choices import Channels
from logbook.people.models.players import Player
from logbook.people.services import quiet_times
from logbook.tables import presence
from logbook.tables.models import Attempt
from logbook.tables.services import nudges
from tests.challenges.scenes import NOON
from tests.conftest import SignedIn
from tests.notifications.push_service import Browser, PushService
from tests.notifications.scenes import settle, told
from tests.notifications.turns_scenes import awaited, others
from tests.tables.absences import awaited_for
from tests.tables.attempts_scenes import act_on, open_table, started

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def real_redis(settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    presence._redis.cache_clear()


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def attempt(clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player) -> Attempt:
    return started(open_table(alice, bob, olga), alice)


# --- the page


def test_the_page_shows_what_is_usual_and_stores_what_is_chosen(alice: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(alice), reverse("profile-mails")
    page = client.get(address).text
    for kind in MessageKind:
        for channel in ("page", "push", "mail"):
            checked = f'name="{kind}-{channel}" aria-label="{kind.label}: ' in page
            assert checked == (channel != "mail" or kind in choices.MAILED), (kind, channel)
    assert not MessageChoice.objects.exists()
    assert client.post(address, {"time_zone": "", "nudged-push": "on", "table-full-mail": "on"}).status_code == 302
    chosen = choices.channels_by_kind(alice)
    assert chosen[MessageKind.NUDGED] == Channels(page=False, push=True, mail=False)
    assert chosen[MessageKind.TABLE_FULL] == Channels(page=False, push=False, mail=True)
    assert chosen[MessageKind.YOUR_TURN] == Channels(page=False, push=False, mail=False)


def test_a_wrong_choice_keeps_all_others_as_they_were(alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).post(reverse("profile-mails"), {"time_zone": "Mars/Base", "nudged-push": "on"})
    assert page.status_code == 422
    assert "This time zone doesn’t exist" in page.text
    assert 'name="nudged-push" aria-label="A player nudges me: notification" id="id_nudged-push" checked' in page.text
    assert 'id="id_nudged-mail" checked' not in page.text
    assert not MessageChoice.objects.exists()


def test_each_kind_is_chosen_by_itself(attempt: Attempt, clock: time_machine.Traveller) -> None:
    player, (number,) = awaited(attempt), attempt.waiting_on
    choices.set_channels(player=player, channels={MessageKind.YOUR_TURN: Channels(mail=False)})
    clock.shift(11 * MINUTE)
    settle(clock)
    assert told() == []
    other, _number = others(attempt)
    nudges.nudge(table_id=attempt.table_id, number=number, player=other)
    settle(clock)
    assert [subject for _name, subject in told()] == [f"{other.name} nudged you: it’s your turn"]


def test_a_kind_without_notifications_reaches_no_device(attempt: Attempt, push_service: PushService) -> None:
    player, (number,) = awaited(attempt), attempt.waiting_on
    for name in ("phone", "laptop"):
        Browser(name).subscribed(player)
    choices.set_channels(player=player, channels={MessageKind.NUDGED: Channels(push=False)})
    awaited_for(attempt.table, nudges.AWAY_SECONDS)
    nudges.nudge(table_id=attempt.table_id, number=number, player=others(attempt)[0])
    assert not PushMessage.objects.exists()


def test_an_unsubscribe_link_leaves_the_other_channels(alice: Player) -> None:
    choices.set_channels(player=alice, channels={MessageKind.NUDGED: Channels(page=False, push=True, mail=True)})
    choices.stop_mails(player_id=alice.pk, kinds=choices.ABOUT_TABLES)
    assert choices.channels_of(alice, MessageKind.NUDGED) == Channels(page=False, push=True, mail=False)
    assert choices.channels_of(alice, MessageKind.YOUR_TURN) == Channels(page=True, push=True, mail=False)


# --- quiet times


def test_a_mail_waits_for_the_end_of_quiet_hours_and_is_one(attempt: Attempt, clock: time_machine.Traveller) -> None:
    player = awaited(attempt)
    quiet_times.set_quiet_hours(player=player, begins=time(12), ends=time(22))
    clock.shift(11 * MINUTE)
    for _ in range(9):
        settle(clock)
        clock.shift(timedelta(minutes=56))
    assert told() == []
    assert OutboxMail.objects.get().tries == 0
    clock.shift(timedelta(hours=1))
    settle(clock)
    assert told() == [(player.name.lower(), "Your turn: Mission 1")]


def test_a_mail_that_is_overtaken_in_quiet_hours_is_never_sent(attempt: Attempt, clock: time_machine.Traveller) -> None:
    player = awaited(attempt)
    quiet_times.set_quiet_hours(player=player, begins=time(12), ends=time(22))
    clock.shift(11 * MINUTE)
    turns.write_turn_mails()
    while awaited(attempt) == player:
        act_on(attempt.table, attempt)
    clock.shift(timedelta(hours=12))
    mails.send_outbox_mail(outbox_mail_id=OutboxMail.objects.get(player=player).pk)
    assert player.name.lower() not in [name for name, _subject in told()]
    assert OutboxMail.objects.get(player=player).note == "nothing to send"


def test_a_mail_about_a_club_waits_too(each: Club, bob: Player, olga: Player, clock: time_machine.Traveller) -> None:
    quiet_times.set_quiet_hours(player=bob, begins=time(12), ends=time(13))
    news.write_news(club=each, by=olga, title="We meet", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    settle(clock)
    assert "bob" not in [name for name, _subject in told()]
    clock.shift(timedelta(hours=1))
    settle(clock)
    assert "bob" in [name for name, _subject in told()]
