"""Practice with help: who is shown it, what is asked, and how it fades."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from logbook.lessons.exceptions import ForOnePlayer
from logbook.lessons.models import HelpLevel
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.counting import Counts, PlayedFor
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.selectors.running import running_page, running_round
from logbook.tables.selectors.tables import table_page
from logbook.tables.services import attempts, deals, first_table, tables
from logbook.tables.services.first_table import Wish
from tests.conftest import SignedIn
from tests.lessons.practice_scenes import (
    act,
    fields_of,
    help_now,
    level,
    only,
    practised,
    question_now,
    send,
    to_own_card,
)
from tests.tables.attempts_scenes import open_table, started

pytestmark = pytest.mark.django_db


def page_of(browser: Client, attempt: Attempt) -> str:
    answer = browser.get(f"/tables/{attempt.table_id}/")
    assert answer.status_code == 200
    return str(answer.content.decode())


# --- the table


def test_visitor_presses_once_and_has_a_table_with_help(client: Client) -> None:
    answer = client.post("/lessons/practice/", {"mission": "deep-sea 3", "players": "3"})
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.pk}/")
    assert (table.game, table.mission, table.players) == ("deep-sea", "3", 3)
    assert table.played_for is PlayedFor.HELPED
    assert [bool(seat.bot) for seat in table.seats.order_by("number")] == [False, True, True]
    assert "It counts nowhere" in client.get(answer["Location"]).text


def test_learner_who_left_goes_on_where_they_were(alice: Player, signed_in: SignedIn) -> None:
    browser = signed_in(alice)
    first = browser.post("/lessons/practice/", {"mission": "planet-nine 4", "players": "4"})["Location"]
    assert browser.post("/lessons/practice/", {"mission": "planet-nine 4", "players": "4"})["Location"] == first


def test_play_now_and_practice_have_tables_of_their_own(alice: Player) -> None:
    helped = practised(alice, Wish(helped=True))
    free = first_table.play_now(player=alice, address="192.0.2.1")
    assert free.pk != helped.table_id
    assert free.is_free
    assert first_table.play_now(player=alice, address="192.0.2.1") == free
    assert first_table.play_now(player=alice, address="192.0.2.1", wish=Wish(helped=True)) == helped.table


def test_attempt_with_help_counts_for_nothing(alice: Player) -> None:
    attempt = practised(alice)
    assert attempt.counts == Counts.NOTHING
    attempts.abandon_attempt(table_id=attempt.table_id, player=alice, seen=attempt.table.version)
    assert Attempt.objects.get(pk=attempt.pk).counts == Counts.NOTHING
    deals.start_attempt(table_id=attempt.table_id, player=alice)
    assert attempt.table.attempts.count() == 2


def test_end_leads_on_and_back_to_practice(alice: Player, signed_in: SignedIn) -> None:
    attempt, browser = practised(alice), signed_in(alice)
    assert "/invite/" not in page_of(browser, attempt)
    attempts.abandon_attempt(table_id=attempt.table_id, player=alice, seen=attempt.table.version)
    page = page_of(browser, attempt)
    assert f'action="/tables/{attempt.table_id}/retry/"' in page
    assert 'href="/lessons/practice/"' in page
    assert "/invite/" not in page
    assert "counting__" not in page


def test_next_mission_has_help_too(alice: Player) -> None:
    attempt = practised(alice)
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    Table.objects.filter(pk=attempt.table_id).update(state=Table.State.WON)
    following = tables.open_next_table(table_id=attempt.table_id, player=alice)
    assert (following.mission, following.played_for) == ("5", PlayedFor.HELPED)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"mission": "planet-nine 99", "players": "4"}, "This mission doesn’t exist. Choose another one."),
        ({"mission": "deep-blue", "players": "4"}, "This mission doesn’t exist. Choose another one."),
        ({"mission": "planet-nine 4", "players": "9"}, "The game is for 2 to 5 players."),
        ({"players": "4"}, "Choose a mission."),
    ],
)
def test_wrong_choice_is_answered_with_one_sentence(client: Client, fields: dict[str, str], says: str) -> None:
    answer = client.post("/lessons/practice/", fields)
    assert answer.status_code == 422
    assert answer.text.count(says) == 1
    assert not Table.objects.exists()


def test_page_of_a_mission_leads_to_its_practice(client: Client) -> None:
    assert "/lessons/practice/?game=deep-sea&amp;mission=7" in client.get("/missions/deep-sea/7/").text
    page = client.get("/lessons/practice/?game=deep-sea&mission=7&players=3").text
    assert '<option value="deep-sea 7" selected>' in page
    assert '<option value="3" selected>' in page
    assert "/lessons/practice/" in client.get("/lessons/").text


# --- who is shown help


def test_second_person_gets_no_seat(alice: Player, bob: Player) -> None:
    attempt = practised(alice)
    attempts.abandon_attempt(table_id=attempt.table_id, player=alice, seen=attempt.table.version)
    tables.clear_seat(table_id=attempt.table_id, by=alice, number=1)
    with pytest.raises(ForOnePlayer):
        tables.take_seat(table=attempt.table, player=bob, number=1)


def test_people_together_are_shown_no_help(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    attempt = practised(alice)
    assert help_now(attempt, alice) is not None
    Seat.objects.filter(table=attempt.table_id, number=1).update(bot="", player=bob)
    assert help_now(attempt, alice) is None
    assert help_now(attempt, bob) is None
    fields = {"trick": 1, "about": "number", "answer": "0"}
    answer = send(signed_in(alice), attempt, **fields)
    assert answer.status_code == 409
    assert not HelpLevel.objects.exists()


def test_only_its_player_finds_the_table(alice: Player, bob: Player, signed_in: SignedIn, client: Client) -> None:
    attempt = practised(alice)
    fields = fields_of(attempt, alice)
    for browser in (client, signed_in(bob)):
        assert browser.get(f"/tables/{attempt.table_id}/").status_code == 404
        assert send(browser, attempt, **fields).status_code == 404
    assert not HelpLevel.objects.exists()


def test_other_tables_have_neither_help_nor_a_query_more(alice: Player) -> None:
    attempt = started(open_table(alice, bots=3, mission="4"), alice)
    attempt = to_own_card(attempt, alice)
    with CaptureQueriesContext(connection) as queries:
        page = table_page(attempt.table, alice)
    assert not any("helplevel" in query["sql"] for query in queries)
    assert page.moment.help is None  # type: ignore[union-attr]
    found = table_page(practised(alice).table, alice)
    assert found.moment.help is not None  # type: ignore[union-attr]


@pytest.mark.parametrize("columns", [{}, {"stage_id": 7}, {"stage_id": 7, "daily": True}, {"daily": True}])
def test_challenge_and_deal_of_the_day_cannot_have_help(alice: Player, columns: dict[str, Any]) -> None:
    assert not Table(**columns).played_for.value[-1]
    with pytest.raises(ValueError, match="PlayedFor"):
        assert Table(**columns, helped=True).played_for is not None
    attempt = practised(alice)
    assert help_now(attempt, alice) is not None
    Table.objects.filter(pk=attempt.table_id).update(helped=False)
    assert help_now(attempt, alice) is None


# --- the question


def test_right_answer_is_said_with_its_reason(alice: Player, signed_in: SignedIn) -> None:
    attempt, browser = practised(alice), signed_in(alice)
    question = question_now(attempt, alice)
    page = page_of(browser, attempt)
    assert question.words in page
    assert 2 <= len(question.answers) <= 5
    answer = send(browser, attempt, **fields_of(attempt, alice))
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{attempt.table_id}/")
    page = page_of(browser, attempt)
    assert "That’s right." in page
    assert question.reason in page
    assert question.words not in page
    row = HelpLevel.objects.get()
    assert (row.concept, row.asked, row.right, row.streak) == (question.concept, 1, 1, 1)


def test_wrong_answer_names_the_right_one(alice: Player, signed_in: SignedIn) -> None:
    attempt, browser = practised(alice), signed_in(alice)
    question = question_now(attempt, alice)
    send(browser, attempt, **fields_of(attempt, alice, right=False))
    page = page_of(browser, attempt)
    assert f"The right answer is “{question.right_words}”." in page
    assert question.reason in page
    assert HelpLevel.objects.get().right == 0


def test_part_that_moves_brings_the_answer(alice: Player, signed_in: SignedIn) -> None:
    attempt, browser = practised(alice), signed_in(alice)
    address = f"/lessons/practice/{attempt.table_id}/answer/"
    answer = browser.post(address, fields_of(attempt, alice), headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert answer.text.count("That’s right.") == 2  # It is read out, too.
    assert 'id="round"' in answer.text


def test_question_is_answered_once_in_two_tabs(alice: Player, signed_in: SignedIn) -> None:
    attempt, browser = practised(alice), signed_in(alice)
    fields, wrong = fields_of(attempt, alice), fields_of(attempt, alice, right=False)
    send(browser, attempt, **fields)
    answer = send(browser, attempt, **wrong)
    assert answer.status_code == 409
    assert "You’ve already answered this question. Your first answer counts." in answer.text
    again = browser.post(f"/lessons/practice/{attempt.table_id}/answer/", wrong, headers={"hx-request": "true"})
    assert again.status_code == 409
    assert "That’s right." in again.text
    assert (HelpLevel.objects.get().asked, HelpLevel.objects.get().right) == (1, 1)


def test_card_may_be_played_without_an_answer(alice: Player, signed_in: SignedIn) -> None:
    attempt, browser = practised(alice), signed_in(alice)
    fields = fields_of(attempt, alice)
    later = to_own_card(attempt, alice, trick=2)
    assert not HelpLevel.objects.exists()
    answer = send(browser, later, **fields)
    assert answer.status_code == 409
    assert "The table has moved on, so this question is gone." in answer.text
    assert not HelpLevel.objects.exists()


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"answer": "9 9"}, 422),
        ({"answer": ""}, 422),
        ({"about": "another"}, 409),
        ({"trick": "x"}, 400),
        ({"trick": "-1"}, 400),
        ({"trick": "99999"}, 400),
    ],
)
def test_answer_that_no_button_sends_changes_nothing(
    alice: Player, signed_in: SignedIn, changes: dict[str, Any], status: int
) -> None:
    attempt = practised(alice)
    answer = send(signed_in(alice), attempt, **(fields_of(attempt, alice) | changes))
    assert answer.status_code == status
    assert not HelpLevel.objects.exists()
    assert f"/tables/{attempt.table_id}/" in answer.text


# --- how it fades


def test_two_right_answers_in_a_row_take_a_level(alice: Player, signed_in: SignedIn) -> None:
    attempt, browser = practised(alice), signed_in(alice)
    only(alice, "trumps")
    for trick in (1, 2):
        attempt = to_own_card(attempt, alice, trick=trick)
        send(browser, attempt, **fields_of(attempt, alice))
        act(attempt, 0, _own_card(attempt), alice)
    row = HelpLevel.objects.get(player=alice, concept="trumps")
    assert (row.level, row.streak, row.asked, row.right) == (2, 0, 2, 2)


def _own_card(attempt: Attempt) -> str:
    legal: tuple[str, ...] = event_replay.state_of(attempt).view(0)["legal"]
    return next(text for text in legal if text.startswith("play "))


def test_level_never_goes_back_within_a_round() -> None:
    row = HelpLevel(level=3, attempt_id=1)
    for _wrong in range(5):
        row.count(1, is_right=False)
        assert row.level_in(1) == row.level == 3
    assert row.level_in(2) == 2


def test_wrong_answers_at_the_end_cost_one_level_once() -> None:
    row = HelpLevel(level=3, attempt_id=1)
    row.count(1, is_right=False)
    assert row.level_in(2) == 3
    row.count(1, is_right=False)
    assert (row.level_in(1), row.level_in(2), row.level_in(3)) == (3, 2, 2)
    row.count(2, is_right=False)
    row.attempt_id = 2
    assert (row.level, row.streak, row.level_in(3)) == (2, -1, 2)


def test_right_answer_ends_a_row_of_wrong_ones_and_levels_have_ends() -> None:
    row = HelpLevel(level=1, attempt_id=1)
    for is_right in (False, False, True):
        row.count(1, is_right=is_right)
    assert (row.level, row.streak, row.level_in(2)) == (1, 1, 1)
    for _right in range(9):
        row.count(1, is_right=True)
    assert row.level == 4
    assert HelpLevel(level=1, streak=-2, attempt_id=1).level_in(2) == 1


def test_each_level_shows_less(alice: Player, signed_in: SignedIn) -> None:
    attempt, browser = practised(alice), signed_in(alice)
    pages = []
    for number in (1, 2, 3, 4):
        only(alice, "trumps", number)
        pages.append(page_of(browser, attempt))
    shown = ["Rockets the others hold" in page for page in pages]
    assert shown == [True, False, False, False], "a count doesn’t stand above its own question"
    assert ["counting__question" in page for page in pages] == [True, True, True, False]


def test_count_comes_back_once_its_question_is_answered(alice: Player, signed_in: SignedIn) -> None:
    attempt, browser = practised(alice), signed_in(alice)
    only(alice, "trumps", 2)
    assert "Rockets the others hold" not in page_of(browser, attempt)
    send(browser, attempt, **fields_of(attempt, alice))
    assert "Rockets the others hold" in page_of(browser, attempt)


def test_question_stays_answered_when_a_concept_begins_again(alice: Player, signed_in: SignedIn) -> None:
    attempt, browser = practised(alice), signed_in(alice)
    only(alice, "trumps", 1)
    fields = fields_of(attempt, alice)
    send(browser, attempt, **fields)
    browser.post("/lessons/practice/again/", {"concept": "trumps"})
    assert send(browser, attempt, **fields).status_code == 409


def test_meter_shows_each_concept_and_begins_again(alice: Player, signed_in: SignedIn) -> None:
    level(alice, "voids", 3, asked=5, right=4)
    browser = signed_in(alice)
    page = browser.get("/lessons/practice/").text
    assert page.count("<meter ") == len(HelpLevel.Concept.values)
    assert "4 of 5 right" in page
    assert "questions only" in page
    assert browser.post("/lessons/practice/again/", {"concept": "voids"}).status_code == 302
    row = HelpLevel.objects.get()
    assert (row.level, row.streak, row.asked, row.right) == (1, 0, 0, 0)
    refused = browser.post("/lessons/practice/again/", {"concept": "luck"})
    assert refused.status_code == 422
    assert "That topic doesn’t exist" in refused.text


def test_guest_who_signs_in_keeps_their_levels(alice: Player, guest: Player) -> None:
    level(guest, "voids", 3)
    level(guest, "trumps", 2)
    level(alice, "trumps", 4)
    handover.HANDED_OVER["HelpLevel.player"](guest, alice)
    assert dict(HelpLevel.objects.filter(player=alice).values_list("concept", "level")) == {"voids": 3, "trumps": 4}


def test_stream_brings_the_question_too(alice: Player) -> None:
    attempt = practised(alice)
    running = running_round(attempt.table_id)
    assert running is not None
    page = running_page(running, alice, since=-1)
    assert page is not None
    assert page.moment.help is not None
    assert page.moment.help.question == question_now(attempt, alice)
