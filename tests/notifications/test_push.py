"""Push messages: to every device of the awaited player, who is away; encrypted, signed, and never too late."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time, timedelta

import http_ece
import pytest
import time_machine
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings
from redis import Redis

from logbook.notifications import tasks
from logbook.notifications.models import MessageKind, PushMessage, PushSubscription
from logbook.notifications.services import choices, push_messages, push_subscriptions
from logbook.notifications.services.choices import Channels
from logbook.people.models.players import Player
from logbook.people.services import quiet_times
from logbook.tables import presence
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, turn_clocks
from logbook.tables.tasks import follow_turn_clocks
from tests.challenges.scenes import NOON
from tests.conftest import SignedIn
from tests.notifications.push_service import HOST, Browser, PushService
from tests.notifications.turns_scenes import MINUTE, awaited, beat, nudge, others
from tests.tables.absences import awaited_for
from tests.tables.attempts_scenes import act_on, open_table, started

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def real_redis(settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    settings.SITE_ADDRESS = "https://crew.example.org"
    presence._redis.cache_clear()


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def attempt(clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player) -> Attempt:
    return started(open_table(alice, bob, olga), alice)


@pytest.fixture
def phone(attempt: Attempt, push_service: PushService) -> Browser:
    """The awaited player's phone."""
    browser = Browser("phone")
    browser.subscribed(awaited(attempt))
    return browser


def sweep(clock: time_machine.Traveller, after: timedelta = MINUTE) -> None:
    """Let the time pass, and beat queue its task."""
    clock.shift(after)
    tasks.send_due_push_messages()


def play_on(attempt: Attempt, player: Player) -> None:
    """Play until the table waits for somebody else."""
    while awaited(attempt) == player:
        act_on(attempt.table, attempt)


# --- what is sent


def test_the_awaited_player_is_told_and_only_the_browser_can_read_it(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    sweep(clock)
    (request,) = push_service.heard
    assert phone.read(request) == {
        "title": "It’s your turn",
        "sentence": "A table is waiting for you: Mission 1, Planet Nine.",
        "path": f"/tables/{attempt.table_id}/",
        "tag": f"table-{attempt.table_id}",
    }
    with pytest.raises(http_ece.ECEException):
        Browser("another").read(request)
    assert b"Mission" not in request.body


def test_the_request_is_signed_by_the_site(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    sweep(clock)
    (request,) = push_service.heard
    claims, key = request.claims()
    now = int(NOON.timestamp()) + 60
    assert claims["aud"] == f"https://{HOST}"
    assert claims["sub"] == "https://crew.example.org"
    assert now < claims["exp"] <= now + 24 * 3600
    assert key == push_subscriptions.public_key(), "the key that the browser subscribed with"
    names = ("host", "content-encoding", "ttl", "topic", "urgency")
    expected = (HOST, "aes128gcm", "3600", f"table-{attempt.table_id}", "high")
    assert tuple(request.headers[name] for name in names) == expected


def test_every_device_is_told_once_a_turn(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    player, laptop = awaited(attempt), Browser("laptop")
    laptop.subscribed(player)
    for _ in range(3):
        sweep(clock)
    assert sorted(request.path for request in push_service.heard) == ["/send/laptop", "/send/phone"]
    play_on(attempt, player)
    while awaited(attempt) != player:
        act_on(attempt.table, attempt)
    sweep(clock)
    assert len(push_service.heard) == 4, "the next turn is another one"


def test_a_quick_player_is_told_nothing(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    sweep(clock, timedelta(seconds=19))
    assert push_service.heard == []
    sweep(clock, timedelta(seconds=1))
    assert len(push_service.heard) == 1


def test_a_nudge_names_the_player_who_nudges(
    attempt: Attempt,
    phone: Browser,
    push_service: PushService,
    signed_in: SignedIn,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    other, number = others(attempt)
    awaited_for(attempt.table, 60)
    with django_capture_on_commit_callbacks(execute=True):
        nudge(attempt.table, other, number, signed_in)
    (request,) = push_service.heard
    assert phone.read(request)["title"] == f"{other.name} nudged you"


def test_half_of_the_time_by_turns_is_said_with_its_end(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    Table.objects.update(pace=Table.Pace.HOURS)
    table, player = Table.objects.get(), awaited(attempt)
    seat = table.seats.get(player=player)
    turn_clocks.start_clock(seat, NOON, 8 * 3600, quiet_times.quiet_times_of(player))
    clock.shift(timedelta(hours=4))
    follow_turn_clocks()
    assert push_service.heard == [], "a task that was lost"
    tasks.send_due_push_messages()
    (request,) = push_service.heard
    text = phone.read(request)
    assert text["title"] == "Half your time is up"
    assert text["sentence"].startswith("Decide by 20 November 2026, 8 pm UTC: Mission 1, ")
    assert request.headers["ttl"] == str(25 * 3600)


def test_each_device_speaks_its_players_language(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    Player.objects.filter(pk=awaited(attempt).pk).update(language="fr")
    sweep(clock)
    assert phone.read(push_service.heard[0])["title"] == "C’est à vous"


# --- what is overtaken


def test_a_player_at_the_table_is_told_nothing(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller, cache_server: Redis
) -> None:
    clock.shift(MINUTE)
    beat(attempt.table, awaited(attempt), cache_server)
    tasks.send_due_push_messages()
    assert not PushMessage.objects.exists()
    sweep(clock)
    assert len(push_service.heard) == 1, "the page was closed"


@pytest.mark.parametrize("what", ["came back", "played", "over"])
def test_what_is_overtaken_is_not_sent(
    what: str,
    attempt: Attempt,
    phone: Browser,
    push_service: PushService,
    clock: time_machine.Traveller,
    cache_server: Redis,
) -> None:
    push_service.answers["phone"] = 503
    sweep(clock)
    player = awaited(attempt)
    if what == "played":
        play_on(attempt, player)
    else:
        table = Table.objects.get()
        choices.set_channels(player=player, channels={MessageKind.ATTEMPT_OVER: Channels(push=False)})
        attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version)
    clock.move_to(NOON + 2 * MINUTE)
    if what == "came back":
        beat(attempt.table, player, cache_server)
    message = PushMessage.objects.get()
    push_messages.send_push_message(push_message_id=message.pk)
    assert len(push_service.heard) == 1, "the first try alone"
    message.refresh_from_db()
    assert (message.ended_at is not None, message.note) == (True, "no longer up to date")


def test_quiet_times_are_waited_for(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    player = awaited(attempt)
    quiet_times.set_quiet_hours(player=player, begins=time(11), ends=time(14))
    Player.objects.filter(pk=player.pk).update(time_zone="UTC")
    sweep(clock)
    clock.move_to(NOON.replace(hour=13, minute=59))
    tasks.send_due_push_messages()
    assert push_service.heard == []
    clock.move_to(NOON.replace(hour=14))
    tasks.send_due_push_messages()
    assert len(push_service.heard) == 1


def test_a_turn_that_is_over_by_the_end_of_quiet_times_is_not_told(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    player = awaited(attempt)
    quiet_times.set_quiet_hours(player=player, begins=time(11), ends=time(14))
    Player.objects.filter(pk=player.pk).update(time_zone="UTC")
    sweep(clock)
    play_on(attempt, player)
    clock.move_to(NOON.replace(hour=14))
    tasks.send_due_push_messages()
    assert push_service.heard == []


def test_one_message_about_a_table_waits_for_the_end_of_quiet_times(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller, signed_in: SignedIn
) -> None:
    player, (other, number) = awaited(attempt), others(attempt)
    Player.objects.filter(pk=player.pk).update(time_zone="UTC")
    quiet_times.set_quiet_hours(player=player, begins=time(11), ends=time(14))
    sweep(clock)
    nudge(attempt.table, other, number, signed_in)
    clock.move_to(NOON.replace(hour=14))
    tasks.send_due_push_messages()
    assert [phone.read(request)["title"] for request in push_service.heard] == [f"{other.name} nudged you"]


# --- failures


@pytest.mark.parametrize("status", [404, 410])
def test_a_dead_address_is_dropped_and_the_other_device_is_not(
    status: int, attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    Browser("laptop").subscribed(awaited(attempt))
    push_service.answers["phone"] = status
    sweep(clock)
    assert len(push_service.heard) == 2
    assert [one.endpoint for one in PushSubscription.objects.all()] == [Browser("laptop").endpoint]


def test_a_push_service_that_is_away_is_tried_a_few_times(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    push_service.answers["phone"] = 503
    for minutes in (1, 1, 4, 16, 30, 30):
        sweep(clock, timedelta(minutes=minutes, seconds=1))
    assert len(push_service.heard) == 4
    assert PushSubscription.objects.get().failures == 1
    assert PushMessage.objects.get().note == "the push service answered 503"


def test_a_device_that_never_answers_is_dropped_after_five_messages(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller, signed_in: SignedIn
) -> None:
    push_service.answers["phone"] = 403
    sweep(clock)
    other, number = others(attempt)

    def nudged() -> int:
        clock.shift(MINUTE)
        nudge(attempt.table, other, number, signed_in)
        tasks.send_due_push_messages()
        device = PushSubscription.objects.first()
        return device.failures if device is not None else -1

    assert [nudged() for _ in range(3)] == [2, 3, 4]
    push_service.answers.clear()
    assert nudged() == 0, "five in a row"
    push_service.answers["phone"] = 403
    assert [nudged() for _ in range(5)] == [1, 2, 3, 4, -1]
    assert not PushSubscription.objects.exists()


def test_an_address_that_has_become_private_is_not_asked(
    attempt: Attempt,
    phone: Browser,
    push_service: PushService,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("socket.getaddrinfo", lambda *_args, **_params: [(2, 1, 6, "", ("10.0.0.1", 443))])
    sweep(clock)
    assert push_service.heard == []
    assert PushMessage.objects.get().note == "address not allowed"


def test_a_repeated_task_sends_nothing_twice(
    attempt: Attempt, phone: Browser, push_service: PushService, clock: time_machine.Traveller
) -> None:
    sweep(clock)
    tasks.send_push_message(PushMessage.objects.get().pk)
    assert len(push_service.heard) == 1
    clock.shift(timedelta(days=8))
    push_messages.delete_old_messages()
    assert not PushMessage.objects.exists()


# --- devices


def test_a_browser_shows_the_messages_of_its_last_person_alone(
    push_service: PushService, attempt: Attempt, phone: Browser, charlie: Player, clock: time_machine.Traveller
) -> None:
    push_service.answers["phone"] = 503
    sweep(clock)
    phone.subscribed(charlie)
    push_service.answers.clear()
    sweep(clock, 5 * MINUTE)
    assert len(push_service.heard) == 1
    assert PushSubscription.objects.get().player == charlie
