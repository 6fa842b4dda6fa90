"""Rooms: who leads, the moment that all see, and who is let in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from logbook.people.models.players import Player
from logbook.reviews import services as reviews
from logbook.rooms import access
from logbook.rooms.access import MOST_PEOPLE
from logbook.rooms.exceptions import NotLeading, OtherLeads, RoomFull
from logbook.rooms.models import Room
from logbook.rooms.presence import place_of
from logbook.rooms.selectors.rooms import markable_cards
from logbook.rooms.services import rooms as services
from logbook.tables import presence
from logbook.tables.models import Attempt, Table
from logbook.tables.services import deals
from logbook.talk.services import say
from tests.conftest import SignedIn
from tests.rooms.scenes import at, lead, lost, step, stepper

pytestmark = pytest.mark.django_db

LEADING = "You lead: everyone follows your steps."
TAKEN = "Alice is leading now. You can lead once Alice is away, or hasn’t moved for a minute."


def test_room_begins_where_the_round_ended_and_stores_nothing(
    attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    assert stepper(signed_in(alice).get(at(attempt)).text) == f"{attempt.length}/{attempt.length}"
    assert not Room.objects.exists()


def test_everyone_sees_the_moment_of_the_leader(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    alices, bobs = signed_in(alice), signed_in(bob)
    lead(alices, attempt)
    assert LEADING in step(alices, attempt, 4)
    page = bobs.get(at(attempt)).text
    assert stepper(page) == f"4/{attempt.length}"
    assert "You’re following Alice." in page
    part = bobs.get(at(attempt, "room-part"), {"seen": 1})
    assert stepper(part.text) == f"4/{attempt.length}"
    assert bobs.get(at(attempt, "room-part"), {"seen": 2}).status_code == 204


def test_part_costs_the_same_however_much_was_said_and_marked(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    alices, bobs = signed_in(alice), signed_in(bob)
    lead(alices, attempt)
    step(alices, attempt, 4)

    def statements() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert stepper(bobs.get(at(attempt, "room-part"), {"seen": 1}).text) == f"4/{attempt.length}"
        return len(asked)

    statements()  # What a process remembers is not counted.
    before = statements()
    for number, (card, _name) in enumerate(markable_cards(attempt)[:3]):
        services.mark_card(attempt=attempt, by=bob, card=card)
        reviews.write_comment(attempt=attempt, by=alice, step=number, text="Why not the nine?")
    assert statements() <= before
    assert before <= 12


def test_step_of_a_follower_is_their_own(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    lead(signed_in(alice), attempt)
    bobs = signed_in(bob)
    own = step(bobs, attempt, 7)
    assert stepper(own) == f"7/{attempt.length}"
    assert "You’re viewing the replay on your own." in own
    assert Room.objects.get().step == 0
    assert stepper(bobs.get(at(attempt)).text) == f"0/{attempt.length}"


def test_moment_beyond_the_end_is_the_end(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    alices = signed_in(alice)
    lead(alices, attempt)
    assert stepper(step(alices, attempt, 99_999)) == f"{attempt.length}/{attempt.length}"


@pytest.mark.parametrize("number", ["", "two", "-1", "٣"])
def test_unreadable_moment_is_refused(number: str, attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    alices = signed_in(alice)
    lead(alices, attempt)
    step(alices, attempt, 3)
    answer = alices.post(at(attempt, "room-step"), {"step": number})
    assert answer.status_code == 400
    assert "We couldn’t read that." in answer.text
    assert stepper(answer.text) == f"3/{attempt.length}"


# --- who leads


def test_active_leader_keeps_the_lead(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    lead(signed_in(alice), attempt)
    answer = signed_in(bob).post(at(attempt, "room-lead"))
    assert answer.status_code == 409
    assert TAKEN in answer.text
    assert Room.objects.get().leader == alice


def test_leader_who_presses_again_goes_on_leading(attempt: Attempt, alice: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)
    services.take_lead(attempt=attempt, by=alice)
    assert Room.objects.get().leader == alice


def test_first_of_two_in_one_second_leads(attempt: Attempt, alice: Player, bob: Player) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        services.take_lead(attempt=attempt, by=bob)
        with pytest.raises(OtherLeads, match="Bob is leading now"):
            services.take_lead(attempt=attempt, by=alice)
    room = Room.objects.get()
    assert (room.leader, room.number) == (bob, 1)


def silent(attempt: Attempt, leader: Player) -> None:
    """A minute goes by in which the leader's page is open, but shows no step."""
    Room.objects.update(led_at=timezone.now() - services.SILENT_AFTER - timedelta(seconds=1))


def away(attempt: Attempt, leader: Player) -> None:
    """The leader's last beat was half a minute ago."""
    with time_machine.travel(timezone.now() - timedelta(seconds=31)):
        presence.note_beat(place_of(attempt), leader.pk)


def deleted(attempt: Attempt, leader: Player) -> None:
    leader.delete()


@pytest.mark.parametrize("gone", [silent, away, deleted])
def test_lead_passes_on_from_a_leader_who_is_gone(
    gone: Callable[[Attempt, Player], None], attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    services.take_lead(attempt=attempt, by=alice)
    services.go_to(attempt=attempt, by=alice, step=5)
    gone(attempt, alice)
    bobs = signed_in(bob)
    lead(bobs, attempt)
    assert stepper(bobs.get(at(attempt)).text) == f"5/{attempt.length}"
    assert Room.objects.get().leader == bob


def test_leader_whose_stream_drops_stays_while_beats_come(attempt: Attempt, alice: Player, bob: Player) -> None:
    now = timezone.now()
    with time_machine.travel(now - timedelta(seconds=40)):
        services.take_lead(attempt=attempt, by=alice)
    with time_machine.travel(now - timedelta(seconds=10)):
        presence.note_beat(place_of(attempt), alice.pk)
    with pytest.raises(OtherLeads):
        services.take_lead(attempt=attempt, by=bob)


@pytest.mark.usefixtures("no_redis")
def test_silence_alone_ends_the_lead_without_redis(attempt: Attempt, alice: Player, bob: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)
    with pytest.raises(OtherLeads):
        services.take_lead(attempt=attempt, by=bob)
    silent(attempt, alice)
    services.take_lead(attempt=attempt, by=bob)
    assert Room.objects.get().leader == bob


def test_former_leader_steps_alone(attempt: Attempt, alice: Player, bob: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)
    silent(attempt, alice)
    services.take_lead(attempt=attempt, by=bob)
    number = Room.objects.get().number
    assert not services.go_to(attempt=attempt, by=alice, step=4)
    with pytest.raises(NotLeading):
        services.leave_variation(attempt=attempt, by=alice)
    assert Room.objects.get().number == number


def test_only_person_of_an_attempt_leads_with_the_first_step(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    attempt = lost(alice, bob)
    attempt.table.seats.filter(player=bob).update(player=None, bot="random")
    attempt.sittings.filter(player=bob).delete()
    alices = signed_in(alice)
    table = alices.get(reverse("table", args=(attempt.table_id,))).text
    assert "Look back" in table
    assert "Look back together" not in table
    assert 'id="room"' in table
    assert "room" not in visible(table).lower()
    page = step(alices, attempt, 3)
    assert stepper(page) == f"3/{attempt.length}"
    assert "room" not in visible(page).lower()
    assert stepper(alices.get(at(attempt)).text) == f"3/{attempt.length}"


def visible(page: str) -> str:
    """Return the words of a page's content, without those of its markup."""
    content = page.split('<main id="content"')[1].split("</main>", maxsplit=1)[0]
    return " ".join(text.split("<")[0] for text in content.split(">"))


# --- who is let in


def test_table_shows_the_room_at_its_own_address(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    alices, address = signed_in(alice), reverse("table", args=(attempt.table_id,))
    lead(alices, attempt)
    assert stepper(alices.get(address).text) == f"0/{attempt.length}"
    answer = alices.post(at(attempt, "room-step"), {"step": 2, "at": "table"})
    assert answer.headers["Location"] == f"{address}#room-place"
    own = signed_in(bob).post(at(attempt, "room-step"), {"step": 3, "at": "table"})
    assert own.headers["Location"] == f"{address}?step=3#room-place"
    assert stepper(signed_in(bob).get(own.headers["Location"]).text) == f"3/{attempt.length}"


def test_next_attempt_takes_the_table_and_the_room_says_so(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    services.take_lead(attempt=attempt, by=alice)
    number, bobs = Room.objects.get().number, signed_in(bob)
    deals.start_attempt(table_id=attempt.table_id, player=alice)
    assert Room.objects.get().number == number + 1
    assert "The next attempt has been dealt." in bobs.get(at(attempt)).text
    table = bobs.get(reverse("table", args=(attempt.table_id,))).text
    assert 'id="round"' in table
    assert 'id="room"' not in table


def test_strangers_and_visitors_find_no_room_of_a_lost_attempt(
    attempt: Attempt, charlie: Player, client: Client, signed_in: SignedIn
) -> None:
    for browser in (client, signed_in(charlie)):
        for name in ("room", "room-part", "room-stream", "room-review"):
            assert browser.get(at(attempt, name)).status_code == 404
        for name in ("room-lead", "room-step", "room-play", "room-back", "room-swap", "room-marks"):
            assert browser.post(at(attempt, name), {"step": 1}).status_code == 404
        assert browser.get(reverse("table", args=(attempt.table_id,))).status_code == 404


def test_visitors_follow_an_open_room_but_do_not_lead(attempt: Attempt, alice: Player, client: Client) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    services.take_lead(attempt=attempt, by=alice)
    services.go_to(attempt=attempt, by=alice, step=2)
    page = client.get(at(attempt)).text
    assert stepper(page) == f"2/{attempt.length}"
    assert "sse-connect" not in page
    assert stepper(step(client, attempt, 5)) == f"5/{attempt.length}"
    refused = client.post(at(attempt, "room-lead"))
    assert refused.status_code == 403
    assert "Sign in to lead or to mark cards." in refused.text
    assert Room.objects.get().leader == alice


def test_full_room_sends_one_more_person_to_the_replay(
    attempt: Attempt, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    for number in range(MOST_PEOPLE - 1):
        presence.note_beat(place_of(attempt), 10_000 + number)
    alices, charlies = signed_in(alice), signed_in(charlie)
    assert alices.get(at(attempt)).status_code == 200
    answer = charlies.get(at(attempt))
    assert answer.status_code == 409
    assert f"This room is full: {MOST_PEOPLE} people are in it. You can read the replay on your own." in answer.text
    assert stepper(answer.text) == f"{attempt.length}/{attempt.length}"
    assert "sse-connect" not in answer.text
    assert "data-beat=" not in answer.text
    answer = charlies.post(at(attempt, "room-lead"))
    assert (answer.status_code, "This room is full" in answer.text) == (409, True)
    assert not Room.objects.exists()
    assert alices.get(at(attempt)).status_code == 200


def test_full_room_takes_those_who_played(attempt: Attempt, alice: Player, bob: Player) -> None:
    for number in range(MOST_PEOPLE):
        presence.note_beat(place_of(attempt), 10_000 + number)
    for player in (alice, bob):
        access.enter(attempt, player, "192.0.2.1")
    assert len(presence.keys_here(place_of(attempt))) == MOST_PEOPLE + 2


def test_full_room_takes_a_person_once_one_has_left(attempt: Attempt, charlie: Player) -> None:
    for number in range(MOST_PEOPLE):
        presence.note_beat(place_of(attempt), 10_000 + number)
    with pytest.raises(RoomFull):
        access.enter(attempt, charlie, "192.0.2.1")
    with time_machine.travel(timezone.now() - timedelta(seconds=29)):
        presence.note_beat(place_of(attempt), 10_000)
    access.enter(attempt, charlie, "192.0.2.1")
    access.enter(attempt, charlie, "192.0.2.1")


def test_two_at_once_do_not_both_get_the_last_place(attempt: Attempt, alice: Player, charlie: Player) -> None:
    """A page that is being loaded has sent no beat yet."""
    for number in range(MOST_PEOPLE - 2):
        presence.note_beat(place_of(attempt), 10_000 + number)
    access.enter(attempt, None, "192.0.2.1")
    access.enter(attempt, None, "192.0.2.1")
    access.enter(attempt, alice, "192.0.2.1")
    for player, address in ((charlie, "192.0.2.1"), (None, "192.0.2.2")):
        with pytest.raises(RoomFull):
            access.enter(attempt, player, address)
    assert len(presence.keys_here(place_of(attempt))) == MOST_PEOPLE


def test_reader_of_the_table_alone_sees_no_room(attempt: Attempt, charlie: Player, signed_in: SignedIn) -> None:
    table = reverse("table", args=(attempt.table_id,))
    assert signed_in(charlie).get(table).status_code == 404
    Table.objects.filter(pk=attempt.table_id).update(watching=Table.Watching.LINK)
    answer = signed_in(charlie).get(table)
    assert answer.status_code == 200
    assert 'class="felt"' in answer.text
    assert 'id="moment"' not in answer.text


def test_page_with_a_stream_prefers_no_part(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    heads = {"HX-Request": "true", "Prefer": "return=minimal"}
    alices = signed_in(alice)
    answers = [
        alices.post(at(attempt, "room-lead"), headers=heads),
        alices.post(at(attempt, "room-step"), {"step": 2}, headers=heads),
        alices.post(at(attempt, "room-back"), headers=heads),
    ]
    assert [(one.status_code, one.content, one.headers["Preference-Applied"]) for one in answers] == [
        (204, b"", "return=minimal")
    ] * 3
    assert Room.objects.get().step == 2
    own = signed_in(bob).post(at(attempt, "room-step"), {"step": 3}, headers=heads)
    assert own.status_code == 302, "a step of one's own shows its moment"
    refused = signed_in(bob).post(at(attempt, "room-lead"), headers=heads)
    assert (refused.status_code, TAKEN in refused.text) == (409, True)


def test_only_those_who_may_open_the_table_find_its_talk_in_the_room(
    attempt: Attempt, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    say(table_id=attempt.table_id, by=alice, text="See you on Monday")
    for browser, reads in ((signed_in(bob), True), (signed_in(charlie), False), (Client(), False)):
        page = browser.get(at(attempt))
        assert page.status_code == 200
        assert ("See you on Monday" in page.text, 'id="talk"' in page.text) == (reads, reads)
    Table.objects.filter(pk=attempt.table_id).update(watching=Table.Watching.LINK)
    assert "See you on Monday" in Client().get(at(attempt)).text
