"""What-ifs in a room: the leader plays on for all, exchanges two cards, and a worker says what can still be won."""

from __future__ import annotations

import json
from collections.abc import Sequence
from unittest.mock import patch

import pytest
from django.test import Client

import games
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.replays.models.bot_questions import Thought
from logbook.replays.services import play_on, thinking
from logbook.replays.variations import Variation
from logbook.rooms.exceptions import NotLeading
from logbook.rooms.models import Room
from logbook.rooms.services import rooms as services
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from tests.conftest import SignedIn
from tests.replays.scenes import think
from tests.rooms.scenes import at, fourth_trick, lead, step, stepper

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers do nothing until a test says so."""
    monkeypatch.setattr(queue, "later", lambda *_task, **_named: None)


@pytest.fixture
def leader(attempt: Attempt, alice: Player, signed_in: SignedIn) -> Client:
    """Alice's browser; she leads, at the first card of the fourth trick."""
    browser = signed_in(alice)
    lead(browser, attempt)
    step(browser, attempt, fourth_trick(attempt))
    return browser


def legal(attempt: Attempt) -> Sequence[games.Action]:
    """Return what may be done at the room's moment."""
    state = play_on.state_at(attempt, services.here_of(Room.objects.get()))
    return state.legal_actions(min(state.waiting_on))


def play(browser: Client, attempt: Attempt, text: str) -> str:
    answer = browser.post(at(attempt, "room-play"), {"action": text}, follow=True)
    assert answer.status_code == 200
    return answer.text


def other_card(attempt: Attempt) -> str:
    """Return a card that was not played at the room's moment."""
    played = event_replay.actions_of(attempt)[Room.objects.get().step]
    return next(action.text for action in legal(attempt) if action.text[:5] == "play " and action != played)


def test_leader_plays_on_for_everyone(attempt: Attempt, leader: Client, bob: Player, signed_in: SignedIn) -> None:
    start = fourth_trick(attempt)
    page = play(leader, attempt, other_card(attempt))
    assert "What if" in page
    assert stepper(page) == f"{start + 1}/{start + 1}"
    bobs = signed_in(bob).get(at(attempt)).text
    assert stepper(bobs) == f"{start + 1}/{start + 1}"
    assert "These moves were not played." in bobs
    assert 'name="action"' in page
    assert 'name="action"' not in bobs, "only the leader has buttons"


def test_follower_does_not_play_on(attempt: Attempt, leader: Client, bob: Player, signed_in: SignedIn) -> None:
    answer = signed_in(bob).post(at(attempt, "room-play"), {"action": other_card(attempt)})
    assert answer.status_code == 409
    assert str(NotLeading()) in answer.text
    assert Room.objects.get().variation == ""


@pytest.mark.parametrize("text", ["", "play Z9", "play ALL", "dance", "give-up", "play \u202eB1"])
def test_rules_are_enforced(text: str, attempt: Attempt, leader: Client) -> None:
    answer = leader.post(at(attempt, "room-play"), {"action": text})
    assert answer.status_code in {400, 422}
    assert 'role="alert"' in answer.text
    assert stepper(answer.text) == f"{fourth_trick(attempt)}/{attempt.length}"


def test_steps_lead_back_inside_the_whatif_and_out_of_it(attempt: Attempt, leader: Client) -> None:
    start = fourth_trick(attempt)
    play(leader, attempt, other_card(attempt))
    play(leader, attempt, legal(attempt)[0].text)
    assert stepper(step(leader, attempt, start + 1)) == f"{start + 1}/{start + 2}"
    assert stepper(step(leader, attempt, start + 2)) == f"{start + 2}/{start + 2}"
    step(leader, attempt, start + 1)
    page = play(leader, attempt, legal(attempt)[-1].text)
    assert stepper(page) == f"{start + 2}/{start + 2}", "what followed is replaced"
    assert stepper(step(leader, attempt, start - 1)) == f"{start - 1}/{attempt.length}"
    assert Room.objects.get().variation == ""


def test_one_press_leads_back_to_the_replay(attempt: Attempt, leader: Client) -> None:
    play(leader, attempt, other_card(attempt))
    page = leader.post(at(attempt, "room-back"), follow=True).text
    assert stepper(page) == f"{fourth_trick(attempt)}/{attempt.length}"
    assert "These moves were not played." not in page


def test_whatif_longer_than_a_round_is_refused(attempt: Attempt, leader: Client) -> None:
    play(leader, attempt, other_card(attempt))
    with patch.object(services, "MOST_MOVES", 1):
        answer = leader.post(at(attempt, "room-play"), {"action": legal(attempt)[0].text})
    assert answer.status_code == 422
    assert "This what-if has more moves than a round can have." in answer.text
    assert stepper(answer.text) == f"{fourth_trick(attempt) + 1}/{fourth_trick(attempt) + 1}"


# --- the solver


def test_worker_tells_everyone_what_can_be_won(
    attempt: Attempt, leader: Client, bob: Player, signed_in: SignedIn
) -> None:
    assert "The solver is thinking." in play(leader, attempt, other_card(attempt))
    number = Room.objects.get().number
    think()
    assert Room.objects.get().number == number + 1, "readers are told"
    part = signed_in(bob).get(at(attempt, "room-part"), {"seen": number}).text
    assert "The solver is thinking." not in part
    answer = Thought.objects.get().answer["cards"].values()
    expected = "open" if any(answer) else "unknown" if None in answer else "lost"
    assert f"now--{expected}" in part


def test_leader_asks_again_where_there_is_no_answer(attempt: Attempt, leader: Client) -> None:
    play(leader, attempt, other_card(attempt))
    Thought.objects.update(state=Thought.State.FAILED)
    assert "Ask the solver" in leader.get(at(attempt)).text
    page = step(leader, attempt, fourth_trick(attempt) + 1)
    assert "The solver is thinking." in page


def test_no_solver_runs_in_a_request(attempt: Attempt, leader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "solve_each", lambda *_given: pytest.fail("a request has solved"))
    play(leader, attempt, other_card(attempt))
    assert Thought.objects.get().is_waiting


# --- another deal


def hands(attempt: Attempt, variation: Variation) -> list[set[str]]:
    state = play_on.state_at(attempt, variation)
    return [set(state.view(seat).as_dict()["hand"]) for seat in range(attempt.table.players)]


def swap(browser: Client, attempt: Attempt, first: str, second: str) -> tuple[int, str]:
    answer = browser.post(at(attempt, "room-swap"), {"first": first, "second": second}, follow=True)
    return answer.status_code, answer.text


def swappable(attempt: Attempt) -> tuple[str, str]:
    """Return two plain cards that two people hold at the room's moment, in whose place the record stays possible."""
    start = Room.objects.get().step
    one, other = hands(attempt, Variation(start))
    for first in sorted(one):
        for second in sorted(other):
            try:
                play_on.state_at(attempt, Variation(start, swap=(first, second)))
            except games.GameError:
                continue
            return first, second
    raise AssertionError


def test_leader_exchanges_two_cards_for_everyone(
    attempt: Attempt, leader: Client, bob: Player, signed_in: SignedIn
) -> None:
    start, cards = fourth_trick(attempt), swappable(attempt)
    before = hands(attempt, Variation(start))
    status, page = swap(leader, attempt, *cards)
    assert (status, stepper(page)) == (200, f"{start}/{start}")
    for shown in (page, signed_in(bob).get(at(attempt)).text):
        assert "Not the cards as dealt" in shown
    after = hands(attempt, services.here_of(Room.objects.get()))
    assert after[0] == before[0] - {cards[0]} | {cards[1]}
    assert after[1] == before[1] - {cards[1]} | {cards[0]}
    assert "The solver is thinking." in page
    think()
    assert "The solver is thinking." not in leader.get(at(attempt)).text


def test_exchanged_deal_is_played_on_and_left(attempt: Attempt, leader: Client) -> None:
    swap(leader, attempt, *swappable(attempt))
    assert "Not the cards as dealt" in play(leader, attempt, legal(attempt)[0].text)
    page = leader.post(at(attempt, "room-back"), follow=True).text
    assert "Not the cards as dealt" not in page
    assert hands(attempt, services.here_of(Room.objects.get())) == hands(attempt, Variation(fourth_trick(attempt)))


def test_cards_of_one_hand_are_not_exchanged(attempt: Attempt, leader: Client) -> None:
    first, second, *_more = sorted(hands(attempt, Variation(fourth_trick(attempt)))[0])
    status, page = swap(leader, attempt, first, second)
    assert status == 422
    assert "These two cards are in the same hand." in page


@pytest.mark.parametrize("cards", [("", ""), ("P1", "Z9"), ("P1 / B1", "P2"), ("P1", "P1~P2")])
def test_card_in_no_hand_is_not_exchanged(cards: tuple[str, str], attempt: Attempt, leader: Client) -> None:
    status, page = swap(leader, attempt, *cards)
    assert status == 422
    assert "This card is in no hand at this moment." in page


def test_played_card_is_not_exchanged(attempt: Attempt, leader: Client) -> None:
    played = next(a.text.split()[-1] for a in event_replay.actions_of(attempt) if a.text.startswith("play "))
    held = min(hands(attempt, Variation(fourth_trick(attempt)))[1])
    assert swap(leader, attempt, played, held)[0] == 422


def test_impossible_past_is_refused(attempt: Attempt, leader: Client) -> None:
    start = fourth_trick(attempt)
    one, other = hands(attempt, Variation(start))
    for first in sorted(one):
        for second in sorted(other):
            try:
                play_on.state_at(attempt, Variation(start, swap=(first, second)))
            except games.GameError:
                status, page = swap(leader, attempt, first, second)
                assert status == 422
                assert "the round couldn’t have reached this moment" in page
                assert Room.objects.get().variation == ""
                return
    raise AssertionError("every exchange is possible here")


# --- variations with exchanged cards


def test_swap_is_stored_and_read_again() -> None:
    variation = Variation(3, (games.Action(0, "play B1"),), swap=("B2", "P3"))
    assert Variation.stored(json.loads(json.dumps(variation.fields))) == variation
    assert Variation.read(variation.fields).swap is None, "the address of a page has none"


def test_question_about_another_deal_is_another_question() -> None:
    plain = Variation(3)
    assert plain.mark(1, "cards") != Variation(3, swap=("B2", "P3")).mark(1, "cards")
    assert Variation(3, swap=("B3", "P3")).mark(1) != Variation(3, swap=("B2", "P3")).mark(1)
