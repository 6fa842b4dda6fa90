"""Marks: up to three cards a person, seen by all in the room, cleared by the person alone."""

from __future__ import annotations

import pytest
from django.test import Client

from logbook.crews.models.crews import Crew
from logbook.crews.services import anonymise
from logbook.people.models.players import Player
from logbook.people.services.players import merge_guest
from logbook.rooms.models import MOST_MARKS, Mark, Room
from logbook.rooms.selectors.rooms import markable_cards
from logbook.rooms.services import rooms as services
from logbook.rounds.text import card_name
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from tests.conftest import SignedIn
from tests.rooms.scenes import at, lost

pytestmark = pytest.mark.django_db


def cards(attempt: Attempt) -> list[str]:
    return [card for card, _name in markable_cards(attempt)]


def held(attempt: Attempt) -> str:
    """Return a card in Alice's hand; with two people, some others lie face down."""
    return str(event_replay.state_after(event_replay.setup_of(attempt), ()).view(0).as_dict()["hand"][0])


def mark(browser: Client, attempt: Attempt, card: str) -> int:
    return int(browser.post(at(attempt, "room-marks"), {"card": card}).status_code)


def test_mark_is_seen_by_shape_and_name(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    card = held(attempt)
    assert mark(signed_in(alice), attempt, card) == 302
    assert mark(signed_in(bob), attempt, card) == 302
    page = signed_in(bob).get(at(attempt), {"step": 0}).text
    for label in ("circle, Alice", "square, Bob"):
        assert f'title="{label}"' in page
        assert f'<span class="visually-hidden">{label}</span>' in page
    assert card_name(card) in page.split('class="room__people"')[1].split("</ul>")[0]


def test_fourth_card_is_refused(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    alices, (*three, fourth) = signed_in(alice), cards(attempt)[: MOST_MARKS + 1]
    assert [mark(alices, attempt, card) for card in three] == [302] * MOST_MARKS
    assert mark(alices, attempt, three[0]) == 302, "the same card again changes nothing"
    answer = alices.post(at(attempt, "room-marks"), {"card": fourth})
    assert answer.status_code == 409
    assert "You’ve marked 3 cards already." in answer.text
    assert set(Mark.objects.values_list("card", flat=True)) == set(three)


@pytest.mark.parametrize("card", ["", "Z9", "B77", "<b>"])
def test_unknown_card_is_refused(card: str, attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    assert mark(signed_in(alice), attempt, card) == 422
    assert not Mark.objects.exists()
    assert not Room.objects.exists()


def test_person_clears_their_own_marks(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    services.mark_card(attempt=attempt, by=alice, card="B7")
    services.mark_card(attempt=attempt, by=bob, card="B7")
    number = Room.objects.get().number
    assert signed_in(bob).post(at(attempt, "room-marks"), {"clear": "1"}).status_code == 302
    assert Mark.objects.get().player == alice
    assert Room.objects.get().number == number + 1


def test_mark_of_a_follower_leaves_the_lead(attempt: Attempt, alice: Player, bob: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)
    led_at = Room.objects.get().led_at
    services.mark_card(attempt=attempt, by=bob, card="B7")
    room = Room.objects.get()
    assert (room.leader, room.led_at) == (alice, led_at)


def test_deleted_player_takes_their_marks_along(attempt: Attempt, alice: Player, charlie: Player) -> None:
    services.take_lead(attempt=attempt, by=charlie)
    services.mark_card(attempt=attempt, by=charlie, card="B7")
    services.mark_card(attempt=attempt, by=alice, card="B8")
    charlie.delete()
    assert Mark.objects.get().player == alice
    assert Room.objects.get().leader is None


def test_crew_that_forgets_a_player_clears_their_marks(crew: Crew, alice: Player, bob: Player) -> None:
    attempt = lost(alice, bob)
    Table.objects.filter(pk=attempt.table_id).update(crew=crew)
    services.take_lead(attempt=attempt, by=bob)
    services.mark_card(attempt=attempt, by=bob, card="B7")
    anonymise.anonymise_member(crew=crew, player=bob)
    assert not Mark.objects.exists()
    assert Room.objects.get().leader is None


def test_guest_hands_lead_and_marks_over(alice: Player, olga: Player, guest: Player) -> None:
    attempt, other = lost(alice, guest), lost(alice, guest)
    services.take_lead(attempt=attempt, by=guest)
    for one in (attempt, other):
        services.mark_card(attempt=one, by=guest, card="B7")
    services.mark_card(attempt=other, by=olga, card="B8")
    merge_guest(guest=guest, player=olga)
    assert Room.objects.get(attempt=attempt).leader == olga
    assert Mark.objects.get(room__attempt=attempt).player == olga
    assert Mark.objects.get(room__attempt=other, player=olga).card == "B8"
