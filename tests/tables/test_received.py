"""After a pass or mission 12's exchange, each player sees which card came, and from whom, until a card is played."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

import games
from games.crew.state import State as CrewState
from logbook.people.models.players import Player
from logbook.rounds.text import card_name
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.tables import received_card
from logbook.tables.services import attempts
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import act_on, open_table, started, state_of

pytestmark = pytest.mark.django_db

People = tuple[Player, Player, Player]


@pytest.fixture
def people(alice: Player, bob: Player, olga: Player) -> People:
    return alice, bob, olga


@pytest.fixture
def attempt(people: People) -> Attempt:
    """Return an attempt before its first trick."""
    attempt = started(open_table(*people, mission="4"), people[0])
    while state_of(attempt).view(None)["phase"] != "gap":
        act_on(attempt.table, attempt)
    return attempt


def act(attempt: Attempt, people: People, seat: int, text: str) -> None:
    seen = Table.objects.values_list("version", flat=True).get(pk=attempt.table_id)
    attempts.act(table_id=attempt.table_id, player=people[seat], text=text, seen=seen)


def passed(attempt: Attempt, people: People, direction: str) -> dict[int, str]:
    """Send the distress signal; return the card that each seat gives."""
    act(attempt, people, 0, f"propose distress {direction}")
    for seat in (1, 2):
        act(attempt, people, seat, "agree")
    given = {}
    for seat in range(3):
        text = state_of(attempt).view(seat)["legal"][0]
        given[seat] = text.removeprefix("give ")
        act(attempt, people, seat, text)
    return given


def page_text(attempt: Attempt, client: Client) -> str:
    return client.get(reverse("table", args=(attempt.table_id,))).text


@pytest.mark.parametrize(("direction", "step"), [("left", -1), ("right", 1)])
def test_the_card_that_came_is_marked_and_said(
    attempt: Attempt, people: People, signed_in: SignedIn, direction: str, step: int
) -> None:
    given = passed(attempt, people, direction)
    for seat, player in enumerate(people):
        giver = (seat + step) % 3
        shown = page_text(attempt, signed_in(player))
        assert f"You received {card_name(given[giver])} from {people[giver].name}." in shown
        assert shown.count("hand__card--received") == 1
        before = shown.partition("hand__card--received")[0]
        assert before.rpartition("<button")[2].count(f'id="card-{given[giver]}"') == 1


def test_it_is_said_until_the_first_card_is_played(attempt: Attempt, people: People, signed_in: SignedIn) -> None:
    passed(attempt, people, "left")
    (leader,) = state_of(attempt).waiting_on
    card = next(text for text in state_of(attempt).view(leader)["legal"] if text.startswith("play "))
    act(attempt, people, leader, card)
    for player in people:
        assert "You received" not in page_text(attempt, signed_in(player))


@pytest.fixture
def exchanged(people: People) -> Attempt:
    """Return an attempt at mission 12 after trick 1, when each player has drawn a card from the right."""
    attempt = started(open_table(*people, mission="12"), people[0])
    while not crew_state_of(attempt).tricks:
        move(attempt, people)
    assert crew_state_of(attempt).outcome is None
    return attempt


def crew_state_of(attempt: Attempt) -> CrewState:
    state = state_of(attempt)
    assert isinstance(state, CrewState)
    return state


def move(attempt: Attempt, people: People) -> None:
    """Let a seat that the table waits for act: it plays its last legal card where it may play."""
    state = crew_state_of(attempt)
    seat = min(state.waiting_on)
    act(attempt, people, seat, state.view(seat)["legal"][-1])


def test_the_card_drawn_in_mission_12_is_marked_and_said(
    exchanged: Attempt, people: People, signed_in: SignedIn
) -> None:
    state = crew_state_of(exchanged)
    for seat, player in enumerate(people):
        giver = (seat - 1) % 3
        (card,) = set(state.hands[seat]) & set(state.dealt.hands[giver])
        shown = page_text(exchanged, signed_in(player))
        assert f"You received {card_name(str(card))} from {people[giver].name}." in shown
        assert shown.count("hand__card--received") == 1


def test_it_is_said_until_the_second_trick_begins(exchanged: Attempt, people: People, signed_in: SignedIn) -> None:
    move(exchanged, people)
    assert crew_state_of(exchanged).log[-1].text.startswith("play ")
    for player in people:
        assert "You received" not in page_text(exchanged, signed_in(player))


@pytest.mark.parametrize("direction", ["left", "right"])
def test_a_card_that_was_passed_may_be_drawn_back(direction: str) -> None:
    """A card passed to the right may come back at once: it is marked as drawn, and so is any other."""
    came_back = 0
    for seed in range(60):
        state = after_pass_and_trick_1(f"{seed}", direction)
        for seat in range(3 if state.outcome is None else 0):
            received = received_card(state, seat)
            assert received is not None
            assert received.card in map(str, state.hands[seat])
            assert received.giver == (seat - 1) % 3
            came_back += received.card in map(str, state.dealt.hands[seat])
    assert bool(came_back) == (direction == "right")


def after_pass_and_trick_1(seed: str, direction: str) -> CrewState:
    """Mission 12 after a pass and trick 1; every seat gives its first card, and plays its last legal one."""
    state = moved_until(games.deal(games.Setup("planet-nine", "12", 3, seed)), "gap")
    state = state.apply(games.Action(0, f"propose distress {direction}"))
    for seat in (1, 2):
        state = state.apply(games.Action(seat, "agree"))
    while not state.tricks:
        state = moved(state, 0 if state.phase == "giving" else -1)
    return state


def moved_until(state: games.State, phase: str) -> CrewState:
    assert isinstance(state, CrewState)
    while state.phase != phase:
        state = moved(state, 0)
    return state


def moved(state: CrewState, choice: int) -> CrewState:
    seat = min(state.waiting_on)
    return state.apply(games.Action(seat, state.view(seat)["legal"][choice]))
