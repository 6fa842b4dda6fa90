"""After a pass each player sees which card came, and from whom, until the first card is played."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from logbook.people.models.players import Player
from logbook.rounds.text import card_name
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests.conftest import SignedIn
from tests.tables.test_attempts import act_on, open_table, started, state_of

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
