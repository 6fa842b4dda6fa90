"""Captions of the first missions: what is said at each moment, to whom, and from the reader's own view alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

import games
from logbook.people.models.players import Player
from logbook.rounds.view.page import round_page
from logbook.rounds.view.parts import Moment, SeatFace
from logbook.tables.models import Attempt, Table
from tests.conftest import SignedIn, person
from tests.rounds.round_views import a_view, faces, task

MOST_WORDS = 25


def captions(view: Any, mine: int | None = 0) -> dict[str, str]:
    page = round_page(view, faces(mine=mine), Moment(1, 1, 1))
    return {caption.name: caption.sentence for caption in page.captions}


def first_view(**changes: Any) -> dict[str, Any]:
    return a_view(**{"mission": "1", "tasks": [task("P7", 0)], **changes})


def test_the_leader_learns_their_task_and_that_they_lead() -> None:
    said = captions(first_view())
    assert list(said) == ["own-task", "lead"]
    assert said["own-task"] == "Your task: win the trick that contains pink 7, no matter who plays it."


def test_the_captain_chooses_first() -> None:
    choosing = first_view(phase="choosing", trick=None, tasks=[task("P7")], legal=["take P7"])
    assert captions(choosing) == {"captain": "You hold rocket 4, so you are the captain: you choose first."}
    other = {**choosing, "captain": 2, "waiting_on": [2], "legal": []}
    assert captions(other) == {"captain-other": "Cleo holds rocket 4 and is the captain, who chooses first."}
    assert list(captions({**other, "waiting_on": [0], "legal": ["take P7"]})) == ["choose"]


@pytest.mark.parametrize(("led", "name"), [("P5", "follow"), ("B2", "follow"), ("G1", "void")])
def test_a_card_follows_suit_or_need_not(led: str, name: str) -> None:
    trick = {"number": 2, "leader": 3, "plays": [[3, led]]}
    said = captions(first_view(phase="trick", trick=trick, hand=["P9", "B7", "R1"], tasks=[]))
    assert list(said) == [name]


def test_a_signal_of_another_is_read_to_the_player() -> None:
    signals = [{"seat": 0, "card": "Y9", "says": "highest"}, {"seat": 1, "card": "B6", "says": "only"}]
    said = captions(first_view(signals=signals, tasks=[], waiting_on=[1]))
    assert said == {"signal": "Ben shows blue 6: the only card of its suit in that hand."}
    assert captions(first_view(signals=[{"seat": 1, "card": "B6", "says": None}], tasks=[], waiting_on=[1])) == {}


def test_later_missions_spectators_and_ends_have_none() -> None:
    assert captions(first_view(mission="4")) == {}
    assert captions({**first_view(), "seat": None}, mine=None) == {}
    assert captions(first_view(outcome={"success": True, "reason": "Done."})) == {}


@pytest.mark.parametrize("game", ["planet-nine", "deep-sea"])
def test_captions_of_every_moment_are_short_and_have_their_place(game: str) -> None:
    rng = Random(7)
    for mission in "123":
        state = games.deal(games.Setup(game, mission, 4, f"captions {mission}"))
        while state.outcome is None:
            view = state.view(1).as_dict()
            page = round_page(view, [SeatFace(n, f"Player {n}", mine=n == 1) for n in range(4)], Moment(1, 1, 1))
            for caption in page.captions:
                assert len(caption.sentence.split()) <= MOST_WORDS
                assert caption.place in ("felt", "tasks", "mine")
            seat = min(state.waiting_on)
            legal = [a for a in state.legal_actions(seat) if a.text.split()[0] not in ("ask", "propose")]
            state = state.apply(rng.choice(legal))


# --- the page


@pytest.fixture
def first_table(client: Client) -> str:
    """Return the address of a guest's table at mission 1."""
    return str(client.post("/play/").headers["Location"])


@pytest.mark.django_db
def test_a_new_player_is_shown_captions_until_they_turn_them_off(client: Client, first_table: str) -> None:
    page = client.get(first_table).text
    assert " data-captions" in page
    assert 'class="caption"' in page
    answer = client.post("/captions/off/", {"table": first_table.strip("/").split("/")[1]})
    assert (answer.status_code, answer.headers["Location"]) == (302, first_table)
    assert " data-captions" not in client.get(first_table).text


@pytest.mark.django_db
@pytest.mark.parametrize("table", ["", "x", "²", "9" * 5000, "-1"])
def test_an_unreadable_table_leads_home(client: Client, table: str) -> None:
    answer = client.post("/captions/off/", {"table": table})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


@pytest.mark.django_db
def test_whoever_has_won_a_later_mission_needs_none(client: Client, first_table: str, signed_in: SignedIn) -> None:
    player = Player.objects.get()
    earlier = Table.objects.create(game="planet-nine", mission="4", players=4, state=Table.State.BETWEEN)
    earlier.seats.create(number=0, player=player)
    attempt = Attempt.objects.create(table=earlier, number=1, seed="x", rules=1, state=Attempt.State.FAILURE)
    assert " data-captions" in client.get(first_table).text
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    assert " data-captions" not in client.get(first_table).text


# --- the offer of a lesson

OFFER = 'class="lesson-offer"'


@pytest.mark.django_db
def test_the_first_table_offers_a_lesson_until_one_press_closes_it(client: Client, first_table: str) -> None:
    page = client.get(first_table).text
    assert OFFER in page
    assert 'href="/lessons/follow-suit/"' in page
    assert 'id="round"' in page, "the table can be played beside the offer"
    answer = client.post("/lesson-offer/off/", {"table": first_table.strip("/").split("/")[1]})
    assert (answer.status_code, answer.headers["Location"]) == (302, first_table)
    assert OFFER not in client.get(first_table).text
    assert " data-captions" in client.get(first_table).text, "tips stay"


@pytest.mark.django_db
@pytest.mark.parametrize("table", ["", "x", "²", "9" * 5000, "-1"])
def test_an_offer_closed_at_an_unreadable_table_leads_home(client: Client, table: str) -> None:
    answer = client.post("/lesson-offer/off/", {"table": table})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


@pytest.mark.django_db
def test_a_learner_is_offered_no_lesson(client: Client, first_table: str) -> None:
    client.post("/lessons/follow-suit/act/", {"action": "read-on", "seen": "0"})
    assert OFFER not in client.get(first_table).text


@pytest.mark.django_db
def test_a_second_attempt_table_or_mission_offers_no_lesson(client: Client, first_table: str) -> None:
    table, player = Table.objects.get(), Player.objects.get()
    second = Attempt.objects.create(table=table, number=2, seed="x", rules=1, state=Attempt.State.FAILURE)
    assert OFFER not in client.get(first_table).text
    second.delete()
    Table.objects.update(mission="2")
    assert OFFER not in client.get(first_table).text
    Table.objects.update(mission="1")
    assert OFFER in client.get(first_table).text
    another = Table.objects.create(game="planet-nine", mission="1", players=4, state=Table.State.BETWEEN)
    another.seats.create(number=0, player=player)
    assert OFFER not in client.get(first_table).text


@pytest.mark.django_db
def test_watchers_are_offered_no_lesson(client: Client, first_table: str, signed_in: SignedIn) -> None:
    Table.objects.update(watching=Table.Watching.EVERYONE)
    watcher = signed_in(person("Dora"))
    assert OFFER not in watcher.get(first_table).text
