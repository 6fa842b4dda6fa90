"""Rooms of races: the same moment for all, and what-ifs that draw what the race would have drawn."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.urls import reverse

from logbook.challenges.services import rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.rooms.exceptions import NoSuchCard, NotInHand
from logbook.rooms.models import Room
from logbook.rooms.services import rooms as services
from logbook.tables import event_replay
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests.challenges.scenes import NOON, stage_of
from tests.conftest import SignedIn
from tests.races.challenge_scenes import opened, raced
from tests.reviews.scenes import race
from tests.rooms.scenes import at, lead, step, stepper

pytestmark = pytest.mark.django_db


@pytest.fixture
def attempt(alice: Player, bob: Player) -> Attempt:
    finished = race(alice, bob)
    Table.objects.filter(pk=finished.table_id).update(state=Table.State.ENDED)
    return finished


def test_page_of_a_race_becomes_the_room(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).get(reverse("table", args=(attempt.table_id,))).text
    assert stepper(page) == f"{attempt.length}/{attempt.length}"
    assert "Look back together" in page
    assert page.count('id="chart-title"') == 1
    assert "Mark this card" not in page


def test_everyone_sees_the_moment_of_the_leader(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    alices, bobs = signed_in(alice), signed_in(bob)
    lead(alices, attempt)
    step(alices, attempt, 4)
    page = bobs.get(at(attempt)).text
    assert stepper(page) == f"4/{attempt.length}"
    assert "You’re following Alice." in page
    assert 'name="action"' not in page, "only the leader plays on"


def test_leader_plays_on_for_everyone(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    alices, bobs = signed_in(alice), signed_in(bob)
    lead(alices, attempt)
    page = alices.get(at(attempt)).text
    actions = re.findall(r'name="action" value="([^"]+)"', page)
    assert alices.post(at(attempt, "room-play"), {"action": actions[0]}).status_code == 302
    page = bobs.get(at(attempt)).text
    assert stepper(page) == "1/1"
    assert "These moves were not played." in page
    room = Room.objects.get()
    assert services.variation_of(room).moves[0].text == actions[0]  # type: ignore[union-attr]
    assert alices.post(at(attempt, "room-back")).status_code == 302
    assert stepper(bobs.get(at(attempt)).text) == f"0/{attempt.length}"


def test_record_played_again_in_a_what_if_is_the_race(attempt: Attempt, alice: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)
    services.go_to(attempt=attempt, by=alice, step=0)
    for action in event_replay.actions_of(attempt)[:12]:
        services.play(attempt=attempt, by=alice, text=action.text)
    variation = services.variation_of(Room.objects.get())
    assert variation is not None
    assert variation.moves == event_replay.actions_of(attempt)[:12]


def test_ruling_amid_a_room_leaves_it_as_it_is(
    club: Club, crew: Crew, olga: Player, alice: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON):
        challenge = opened(club, olga)
        table = raced(challenge, crew, alice, (3, 2, 1))
        attempt, browser = table.attempts.get(), signed_in(alice)
        lead(browser, attempt)
        stage = stage_of(challenge)
        rulings.void_deal(Decision(challenge, olga, "Wrong gems"), stage=stage, attempt=attempt.number)
        assert browser.get(at(attempt)).status_code == 200
        assert browser.post(at(attempt, "room-step"), {"step": 0}).status_code == 302
        assert Room.objects.get().leader == alice


def test_impossible_move_is_refused(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    alices = signed_in(alice)
    lead(alices, attempt)
    answer = alices.post(at(attempt, "room-play"), {"action": "sail 1 nowhere"})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert not Room.objects.get().variation


def test_race_has_no_cards_to_mark_or_to_exchange(attempt: Attempt, alice: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)
    with pytest.raises(NoSuchCard):
        services.mark_card(attempt=attempt, by=alice, card="B7")
    with pytest.raises(NotInHand):
        services.swap(attempt=attempt, by=alice, cards=("B7", "B8"))


def test_moment_is_dealt_again_with_the_same_draws(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    alices, record = signed_in(alice), event_replay.actions_of(attempt)
    lead(alices, attempt)
    assert "Play on from here" in step(alices, attempt, 6)
    answer = alices.post(at(attempt, "room-practice"), {"step": 6})
    table = Table.objects.get(practice=True)
    assert answer.headers["Location"] == reverse("table", args=(table.pk,))
    assert "It counts nowhere." in alices.get(answer.headers["Location"]).text
    practised = table.attempts.get()
    assert (practised.seed, practised.copied, practised.length) == (attempt.seed, 6, 6)
    assert event_replay.actions_of(practised) == record[:6]
    again = alices.post(at(attempt, "room-practice"), {"step": 6})
    assert again.headers["Location"] == answer.headers["Location"]
    assert Table.objects.filter(practice=True).count() == 1
    assert practised.counts == Counts.NOTHING
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    assert "Back to the room" in alices.get(answer.headers["Location"]).text
