"""Pages of lessons: the learner's way, wrong cards taken back, and what a request may not do."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from logbook.lessons.book import lesson_of, lessons
from logbook.lessons.progress import KEY, READ_ON
from tests.conftest import SignedIn, person

pytestmark = pytest.mark.django_db

WAY = (READ_ON, "play G5", READ_ON, "play Y1", "play R2")
"""The right choices of the first lesson."""


def act(browser: Client, seen: int, action: str, *, slug: str = "follow-suit") -> tuple[int, str]:
    """Choose an action, and return the status and the page that follows."""
    address = f"/lessons/{slug}/act/"
    answer = browser.post(address, {"action": action, "seen": str(seen)}, follow=True)
    return answer.status_code, answer.content.decode()


def page_of(browser: Client, slug: str = "follow-suit") -> str:
    answer = browser.get(f"/lessons/{slug}/")
    assert answer.status_code == 200
    return answer.content.decode()


def offered(page: str) -> set[str]:
    return set(re.findall(r'name="action" value="([^"]+)"', page))


def test_a_stranger_learns_in_a_few_presses(client: Client) -> None:
    assert offered(page_of(client)) == {READ_ON}
    for seen, choice in enumerate(WAY):
        assert choice in offered(page_of(client))
        status, _page = act(client, seen, choice)
        assert status == 200
    page = page_of(client)
    assert "Lesson finished" in page
    assert "/lessons/your-task/" in page
    assert "finished" in client.get("/lessons/").content.decode()


def test_a_wrong_card_is_explained_and_taken_back(client: Client) -> None:
    for seen, choice in enumerate(WAY[:3]):
        act(client, seen, choice)
    status, page = act(client, 3, "play R2")
    assert status == 200
    assert "Try again." in page
    assert "A rocket beats pink 9" in page
    assert "play R2" in offered(page)
    assert "Try again." not in page_of(client)
    assert client.session[KEY]["follow-suit"] == list(WAY[:3])


def test_an_illegal_card_gets_the_rules_own_sentence(client: Client) -> None:
    act(client, 0, READ_ON)
    status, page = act(client, 1, "play Y1")
    assert status == 422
    assert "green was led" in page
    assert act(client, 1, "signal R2 only")[0] == 422
    assert act(client, 1, "signal Y8 highest")[0] == 422, "the lesson has no words for it"
    assert client.session[KEY]["follow-suit"] == [READ_ON]


@pytest.mark.parametrize("action", ["", "play", "play Z9", "x" * 10_000, "play G5\n0 play G6", READ_ON])
def test_what_is_no_choice_changes_nothing(client: Client, action: str) -> None:
    act(client, 0, READ_ON)
    status, page = act(client, 1, action)
    assert status == 422
    assert 'role="alert"' in page
    assert client.session[KEY]["follow-suit"] == [READ_ON]


def test_a_second_tab_is_told_that_the_lesson_has_moved_on(client: Client) -> None:
    act(client, 0, READ_ON)
    act(client, 1, "play G5")
    status, page = act(client, 1, "play G2")
    assert status == 409
    assert "moved on in another tab" in page
    assert client.session[KEY]["follow-suit"] == [READ_ON, "play G5"]


def test_a_learner_goes_on_where_they_left_and_may_begin_again(signed_in: SignedIn) -> None:
    browser = signed_in(person("Dora"))
    act(browser, 0, READ_ON)
    assert "begun" in browser.get("/lessons/").content.decode()
    assert "play G5" in offered(page_of(browser))
    assert browser.post("/lessons/follow-suit/again/").status_code == 302
    assert offered(page_of(browser)) == {READ_ON}


@pytest.mark.parametrize("stored", [["play G9"], "play G5", {"a": 1}, [READ_ON] * 40, None, [READ_ON, "play R2"]])
def test_progress_that_does_not_fit_the_lesson_begins_it_again(client: Client, stored: object) -> None:
    """A lesson may have been rewritten since."""
    session = client.session
    session[KEY] = {"follow-suit": stored}
    session.save()
    assert offered(page_of(client)) == {READ_ON}


def test_no_hand_of_another_seat_is_on_the_page(client: Client) -> None:
    for lesson in lessons():
        if lesson.has_seed:
            continue
        page = page_of(client, lesson.slug)
        hands = str(lesson.setup.deal).partition(" | ")[0].split(" / ")
        played = {action.text.removeprefix("play ") for action in (*lesson.opening, *lesson.steps[0].before)}
        hidden = {card for seat, hand in enumerate(hands) if seat != lesson.seat for card in hand.split()} - played
        held = set(re.findall(r'id="card-([A-Z]\d)"', page))
        assert held <= set(hands[lesson.seat].split())
        assert not hidden & held


def test_a_race_shows_the_learners_own_crew_alone(client: Client) -> None:
    """Ada recruits the Patron at the second step: from then on, no page names what she holds."""
    way = [READ_ON, "recruit 3 with ST_PURSER", "sail ST_HELM", "move 1 S6", "spot 1 black", "rest"]
    for seen, choice in enumerate(way):
        assert choice in offered(page_of(client, "sailing-and-crew"))
        assert ("Patron" in page_of(client, "sailing-and-crew")) == (seen < 2)
        assert act(client, seen, choice, slug="sailing-and-crew")[0] == 200
    assert "Lesson finished" in page_of(client, "sailing-and-crew")


def test_a_wrong_stop_says_what_the_odds_are_in_the_readers_language(client: Client) -> None:
    act(client, 0, READ_ON, slug="diving")
    _status, page = act(client, 1, "stop", slug="diving")
    assert "Your gems pay 7 points now. Drawing on is worth 11.7 on average" in page
    _status, page = act(client, 1, "stop", slug="diving")
    client.cookies["django_language"] = "fr"
    assert "11,7" in act(client, 1, "stop", slug="diving")[1]


def test_a_race_refuses_in_its_own_words(client: Client) -> None:
    act(client, 0, READ_ON, slug="sailing-and-crew")
    status, page = act(client, 1, "dive S6", slug="sailing-and-crew")
    assert status == 422
    assert 'role="alert"' in page


def test_chapters_of_the_rules_link_to_their_lessons(client: Client) -> None:
    rules = client.get("/rules/").content.decode()
    for lesson in lessons():
        assert f'id="{lesson.chapter}"' in rules
        assert f'href="/lessons/{lesson.slug}/"' in rules


@pytest.mark.parametrize(
    ("address", "slugs"),
    [
        ("/missions/planet-nine/1/", {"follow-suit", "your-task"}),
        ("/missions/planet-nine/3/", {"order-tokens"}),
        ("/missions/planet-nine/6/", {"order-tokens", "signals"}),
        ("/missions/planet-nine/13/", set()),
        ("/missions/deep-sea/6/", {"numbers-and-tricks", "choosing-together"}),
        ("/missions/deep-sea/9/", {"numbers-and-tricks", "signals"}),
        ("/missions/deep-blue/reefs-ahead/", {"sailing-and-crew", "diving"}),
        ("/missions/deep-sea/tasks/", {"numbers-and-tricks", "predictions"}),
        ("/rules/deep-sea/T12/", {"numbers-and-tricks"}),
        ("/rules/planet-nine/task-3/", {"your-task", "order-tokens"}),
        ("/rules/planet-nine/dead-zone/", {"signals"}),
    ],
)
def test_missions_and_task_cards_link_to_the_lessons_about_their_idea(
    client: Client, address: str, slugs: set[str]
) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert set(re.findall(r'href="/lessons/([a-z-]+)/"', answer.content.decode())) == slugs


def test_an_unknown_lesson_is_not_found(client: Client) -> None:
    assert lesson_of("flying") is None
    for address in ("/lessons/flying/", "/lessons/Follow-Suit/"):
        assert client.get(address).status_code == 404
    assert client.post("/lessons/flying/act/", {"action": READ_ON, "seen": "0"}).status_code == 404


def test_htmx_gets_the_part_alone(client: Client) -> None:
    answer = client.post("/lessons/follow-suit/act/", {"action": READ_ON, "seen": "0"}, headers={"hx-request": "true"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.lstrip().startswith("<section")
    assert "play G5" in offered(page)
