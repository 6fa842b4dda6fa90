"""Messages: the bell and its list, what is written there once, and what is overtaken."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time, timedelta

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import Settings
from redis import Redis

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.notifications import tasks
from logbook.notifications.models import ClubEvent, Message, MessageKind, OutboxMail, PushMessage
from logbook.notifications.services import choices, messages, outbox
from logbook.notifications.services.choices import Channels
from logbook.people.models.players import Player
from logbook.people.services import players, quiet_times
from logbook.tables import presence
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, nudges, tables
from tests.challenges.scenes import NOON, make
from tests.conftest import SignedIn
from tests.notifications.messages_scenes import sentences
from tests.notifications.push_service import Browser, PushService
from tests.notifications.scenes import choose, settle
from tests.notifications.turns_scenes import awaited, beat, others
from tests.tables.attempts_scenes import act_on, open_table, started

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
GAME = "Planet Nine"


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
    attempt = started(open_table(alice, bob, olga), alice)
    messages.delete_overtaken()  # The table is no longer full: it is dealt.
    return attempt


def sweep(clock: time_machine.Traveller, after: timedelta = MINUTE) -> None:
    """Let the time pass, and beat queue its task."""
    clock.shift(after)
    tasks.send_due_push_messages()


def play_on(attempt: Attempt, player: Player) -> None:
    while awaited(attempt) == player:
        act_on(attempt.table, attempt)


def bell(client: Client) -> str:
    """What the bell says to a screen reader."""
    page = client.get(reverse("leaderboard-list")).text
    return page.partition('class="bell"')[2].partition('visually-hidden">')[2].partition("<")[0]


# --- the bell and the list


def test_a_turn_rings_the_bell_until_its_list_is_opened(
    attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    client = signed_in(awaited(attempt))
    assert bell(client) == "Messages"
    for _ in range(3):
        sweep(clock)
    assert bell(client) == "Messages: 1 unread"
    assert sentences(client) == [f"It’s your turn: Mission 1, {GAME}. NEW"]
    assert f'href="/tables/{attempt.table_id}/"' in client.get(reverse("message-list")).text
    assert client.post(reverse("messages-read")).status_code == 302
    assert bell(client) == "Messages"
    assert sentences(client) == [f"It’s your turn: Mission 1, {GAME}."]
    assert bell(signed_in(others(attempt)[0])) == "Messages", "it is nobody else's turn"


def test_the_bell_speaks_french(attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller) -> None:
    player = awaited(attempt)
    players.set_language(player=player, language="fr")
    sweep(clock)
    client = signed_in(player)
    assert bell(client) == "Messages\u00a0: 1 non lu"
    assert sentences(client)[0].startswith("C’est à vous\u00a0: Mission 1, ")


def test_a_turn_that_was_taken_leaves_the_list(
    attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    player = awaited(attempt)
    sweep(clock)
    play_on(attempt, player)
    assert sentences(signed_in(player)) == []
    assert "No messages yet" in signed_in(player).get(reverse("message-list")).text
    sweep(clock)
    assert not Message.objects.filter(player=player).exists()


def test_a_quick_player_and_one_at_the_table_are_told_nothing(
    attempt: Attempt, clock: time_machine.Traveller, cache_server: Redis
) -> None:
    sweep(clock, timedelta(seconds=19))
    beat(attempt.table, awaited(attempt), cache_server)
    sweep(clock, timedelta(seconds=10))
    assert not Message.objects.exists()


def test_the_tables_page_reads_its_messages(
    attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    player = awaited(attempt)
    sweep(clock)
    client = signed_in(player)
    page = client.get(reverse("table", args=(attempt.table_id,))).text
    assert f'hx-vals=\'{{"table": "{attempt.table_id}"}}\'' in page
    assert bell(client) == "Messages: 1 unread", "looking at a page writes nothing"
    read = client.post(reverse("messages-read"), {"table": attempt.table_id}, HTTP_HX_REQUEST="true").text
    assert "unread" not in read
    assert "hx-post" not in read
    assert bell(client) == "Messages"
    sweep(clock)
    assert bell(client) == "Messages", "the same turn is told once"


def test_a_nudge_stands_for_the_turn_and_both_are_told_once(
    attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    player, other = awaited(attempt), others(attempt)[0]
    sweep(clock)
    nudges.nudge(table_id=attempt.table_id, number=attempt.waiting_on[0], player=other)
    for _ in range(3):
        sweep(clock)
    assert sentences(signed_in(player)) == [f"{other.name} nudged you: Mission 1, {GAME}. NEW"]


def test_a_person_without_messages_of_a_kind_sees_none(
    attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    player = awaited(attempt)
    choices.set_channels(player=player, channels={MessageKind.YOUR_TURN: Channels(page=False)})
    sweep(clock)
    assert bell(signed_in(player)) == "Messages"
    assert sentences(signed_in(player)) == []


def test_parts_of_a_page_ask_for_no_messages(attempt: Attempt, signed_in: SignedIn) -> None:
    client = signed_in(awaited(attempt))
    for name, number in (("table", 1), ("table-round", 0)):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse(name, args=(attempt.table_id,))).status_code == 200
        assert sum('"logbook_message"' in query["sql"] for query in queries) == number, name


def test_visitors_and_guests_have_no_bell(guest: Player, signed_in: SignedIn) -> None:
    assert 'class="bell"' not in signed_in(guest).get("/leaderboards/").text
    assert 'class="bell"' not in Client().get("/leaderboards/").text
    assert Client().get(reverse("message-list")).status_code == 302


def test_a_hundred_messages_are_kept_for_thirty_days(alice: Player, bob: Player, clock: time_machine.Traveller) -> None:
    table = open_table(bob, count=3)
    for number in range(103):
        Message.objects.create(player=alice, kind="attempt-over", subject=f"over:{number}", table=table)
        clock.shift(MINUTE)
    Message.objects.create(player=bob, kind="attempt-over", subject="over:1", table=table)
    messages.delete_old_messages()
    assert set(Message.objects.values_list("player", "subject")) == {
        (bob.pk, "over:1"),
        *((alice.pk, f"over:{number}") for number in range(3, 103)),
    }
    clock.shift(timedelta(days=31))
    messages.delete_old_messages()
    assert not Message.objects.exists()


def test_more_than_99_are_counted_no_further(alice: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, count=3)
    Message.objects.bulk_create(
        Message(player=alice, kind="attempt-over", subject=f"over:{n}", table=table) for n in range(120)
    )
    assert "99+</span>" in signed_in(alice).get("/leaderboards/").text


# --- full tables and attempts that are over


@pytest.fixture
def full(clock: time_machine.Traveller, alice: Player, bob: Player) -> Table:
    """Alice opened the table and left; Bob takes the last seat."""
    table = open_table(alice, count=3, bots=1)
    tables.take_seat(table=table, player=bob)
    return table


def test_a_full_table_is_told_to_those_who_are_away(
    full: Table, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    assert sentences(signed_in(alice)) == [f"Your table is full, and the cards can be dealt: Mission 1, {GAME}. NEW"]
    assert sentences(signed_in(bob)) == []
    tables.leave_seat(table_id=full.pk, player=bob)
    assert sentences(signed_in(alice)) == [], "a seat is free again"


def test_a_full_table_is_no_news_once_it_is_dealt(
    full: Table, alice: Player, bob: Player, clock: time_machine.Traveller
) -> None:
    deals.start_attempt(table_id=full.pk, player=bob)
    sweep(clock, timedelta(seconds=1))
    assert not Message.objects.filter(kind=MessageKind.TABLE_FULL).exists()


def test_a_player_who_is_at_the_table_sees_that_it_is_full(
    alice: Player, bob: Player, clock: time_machine.Traveller, cache_server: Redis
) -> None:
    table = open_table(alice, count=2 + 1, bots=1)
    beat(table, alice, cache_server)
    tables.take_seat(table=table, player=bob)
    assert not Message.objects.exists()


def test_a_full_table_is_mailed_where_that_is_chosen(alice: Player, bob: Player, clock: time_machine.Traveller) -> None:
    choices.set_channels(player=alice, channels={MessageKind.TABLE_FULL: Channels(mail=True)})
    table = open_table(alice, count=3, bots=1)
    tables.take_seat(table=table, player=bob)
    settle(clock)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([alice.user.email], "Your table is full")  # type: ignore[union-attr]
    assert f"/tables/{table.pk}/" in str(sent.body)
    assert "List-Unsubscribe" in sent.extra_headers


def test_a_mail_about_a_full_table_is_not_sent_once_it_is_dealt(
    alice: Player, bob: Player, clock: time_machine.Traveller
) -> None:
    choices.set_channels(player=alice, channels={MessageKind.TABLE_FULL: Channels(mail=True)})
    table = open_table(alice, count=3, bots=1)
    tables.take_seat(table=table, player=bob)
    deals.start_attempt(table_id=table.pk, player=bob)
    settle(clock)
    assert mail.outbox == []
    assert OutboxMail.objects.get(event="message").note == "nothing to send"


def test_the_end_of_an_attempt_is_told_and_ends_the_turns(
    attempt: Attempt, signed_in: SignedIn, clock: time_machine.Traveller, cache_server: Redis
) -> None:
    player, (other, _number) = awaited(attempt), others(attempt)
    sweep(clock)
    beat(attempt.table, other, cache_server)
    attempts.abandon_attempt(table_id=attempt.table_id, player=other, seen=Table.objects.get().version)
    assert sentences(signed_in(player)) == [f"The attempt was given up: Mission 1, {GAME}. NEW"]
    assert sentences(signed_in(other)) == [], "who was there knows it"


@pytest.mark.parametrize(
    ("state", "sentence"),
    [("success", "Your crew succeeded"), ("failure", "Your crew failed"), ("finished", "The race is over")],
)
def test_the_outcome_is_said(attempt: Attempt, alice: Player, signed_in: SignedIn, state: str, sentence: str) -> None:
    Attempt.objects.update(state=state)
    attempt.refresh_from_db()
    messages.tell_attempt_over(table=attempt.table, attempt=attempt)
    (told,) = sentences(signed_in(alice))
    assert told.startswith(f"{sentence}: Mission 1, ")
    assert attempt.seed not in signed_in(alice).get(reverse("message-list")).text


# --- challenges


def happened(challenge: Challenge, kind: str) -> ClubEvent:
    event = ClubEvent.objects.create(club=challenge.club, kind=kind, challenge=challenge, at=NOON)
    outbox.fan_out_event(club_event_id=event.pk)
    return event


@pytest.fixture
def challenge(clock: time_machine.Traveller, club: Club, olga: Player) -> Challenge:
    challenge = make(club, olga)
    ClubEvent.objects.all().delete()
    Challenge.objects.update(state="open", opened_at=NOON)
    challenge.refresh_from_db()
    return challenge


def test_the_clubs_members_are_told_of_its_challenge(
    challenge: Challenge, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    happened(challenge, "opened")
    Challenge.objects.update(state="closed")
    happened(challenge, "results")
    assert sentences(signed_in(bob)) == [
        "The results of “Week 47” are in. NEW",
        "“Week 47” is open until today, 2 pm. NEW",
    ]
    assert sentences(signed_in(charlie)) == []
    address = reverse("challenge", args=(challenge.pk,))
    assert f'href="{address}">The results' in signed_in(alice).get(reverse("message-list")).text


def test_nothing_is_told_about_a_club_of_which_a_person_wants_nothing(challenge: Challenge, bob: Player) -> None:
    choose(bob, challenge.club, "off")
    happened(challenge, "opened")
    assert not Message.objects.filter(player=bob).exists()
    assert Message.objects.exists()


def test_a_close_is_told_to_those_who_have_something_left_to_play(
    challenge: Challenge, bob: Player, olga: Player
) -> None:
    happened(challenge, "closing")
    assert set(Message.objects.values_list("kind", "player__name")) == {
        ("challenge-closes", "Alice"),
        ("challenge-closes", "Bob"),
    }


def test_other_events_of_a_club_ring_no_bell(challenge: Challenge) -> None:
    happened(challenge, "announced")
    assert not Message.objects.exists()


# --- notifications


def test_a_full_table_and_a_challenge_are_notifications_too(
    challenge: Challenge, alice: Player, bob: Player, push_service: PushService, clock: time_machine.Traveller
) -> None:
    phone = Browser("phone")
    phone.subscribed(alice)
    table = open_table(alice, count=3, bots=1)
    tables.take_seat(table=table, player=bob)
    happened(challenge, "closing")
    happened(challenge, "opened")
    sweep(clock)
    read = [phone.read(request) for request in push_service.heard]
    assert [(one["title"], one["tag"], one["path"]) for one in read] == [
        ("Your table is full", f"table-{table.pk}", f"/tables/{table.pk}/"),
        ("A challenge closes soon", f"challenge-{challenge.pk}", f"/challenges/{challenge.pk}/"),
    ]


def test_a_notification_waits_for_the_end_of_quiet_hours(
    challenge: Challenge, alice: Player, bob: Player, push_service: PushService, clock: time_machine.Traveller
) -> None:
    phone = Browser("phone")
    phone.subscribed(alice)
    quiet_times.set_quiet_hours(player=alice, begins=time(11), ends=time(14))
    table = open_table(alice, count=3, bots=1)
    tables.take_seat(table=table, player=bob)
    happened(challenge, "closing")
    assert PushMessage.objects.count() == Message.objects.filter(player=alice).count() == 2
    sweep(clock)
    deals.start_attempt(table_id=table.pk, player=bob)
    clock.shift(timedelta(hours=2))
    sweep(clock)
    titles = [phone.read(request)["title"] for request in push_service.heard]
    assert "Your table is full" not in titles
    assert "A challenge closes soon" in titles
