"""Learners of lessons by players: their way, wrong cards, progress, votes, and what they may not know."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client

from logbook.people.models.players import Player
from logbook.people.services.players import merge_guest
from logbook.player_lessons.models import LessonLearner, PlayerLesson
from logbook.player_lessons.quotas import VISITORS
from logbook.player_lessons.selectors import moments
from logbook.player_lessons.selectors.lists import figures_of
from logbook.player_lessons.services import authoring
from logbook.player_lessons.services.learning import VISITOR_KEY
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from tests.challenges.scenes import NOON
from tests.conftest import SignedIn
from tests.leaderboards.lost_rounds import play_out
from tests.player_lessons.scenes import (
    READ_ON,
    SENTENCE,
    act,
    add,
    address,
    draft,
    offered,
    public,
    take,
    turns_of,
    way,
    whole,
)
from tests.reviews.scenes import finished
from tests.tables.attempts_scenes import open_table, started

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def attempt(alice: Player, bob: Player, olga: Player) -> Attempt:
    """A public attempt of three players without a crew."""
    return public(finished(alice, bob, olga))


def test_stranger_takes_a_published_lesson_to_its_end(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson = whole(attempt, alice, state="published")
    assert offered(client.get(address(lesson)).text) == {READ_ON}
    page = take(client, lesson)
    assert "Lesson finished" in page
    assert "That’s the end of this lesson." in page
    row = LessonLearner.objects.get()
    assert (row.player, bool(row.visitor), row.choices) == (None, True, way(lesson))
    assert row.finished_at is not None


def test_learner_chooses_among_all_cards_of_their_hand(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson = whole(attempt, alice, state="link")
    _status, page = act(client, lesson, 0, READ_ON)
    step = lesson.steps.get(moment=turns_of(attempt, 0)[0])
    assert len(step.offered) > 1
    assert offered(page) == set(step.offered)
    assert SENTENCE in page


def test_wrong_card_is_explained_and_changes_nothing(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson = whole(attempt, alice, state="link")
    act(client, lesson, 0, READ_ON)
    step = lesson.steps.get(moment=turns_of(attempt, 0)[0])
    wrong = next(text for text in step.offered if text not in step.right)
    status, page = act(client, lesson, 1, wrong)
    assert status == 200
    assert "Try again." in page
    assert "The author of this lesson is looking for something else here." in page
    assert LessonLearner.objects.get().choices == [READ_ON]


def test_wrong_cards_say_what_the_author_or_the_solver_knows(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson = whole(attempt, alice, state="link")
    act(client, lesson, 0, READ_ON)
    step = lesson.steps.get(moment=turns_of(attempt, 0)[0])
    wrong = next(text for text in step.offered if text not in step.right)
    for judged, sentence in (
        ({wrong: [False, 3]}, "After this card, the mission can’t be won any more."),
        ({wrong: [True, 41], step.right[0]: [True, 87]}, "With this card, the crew wins 41 of 100 simulated deals"),
    ):
        step.judged = judged
        step.save()
        assert sentence in act(client, lesson, 1, wrong)[1]
    step.judged = {wrong: [False, None], **{text: [False, None] for text in step.right}}
    step.save()
    page = act(client, lesson, 1, wrong)[1]
    assert "can’t be won any more" not in page, "all is lost, whichever card"
    assert "The author of this lesson is looking for something else here." in page
    step.wrong_says = "Keep it for later."
    step.save()
    assert "Keep it for later." in act(client, lesson, 1, wrong)[1]


def test_other_right_card_is_said_and_the_round_goes_on(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson, first = draft(attempt, alice), turns_of(attempt, 0)[0]
    choices = moments.choices_at(lesson, attempt, first)
    other = next(text for text in choices.offered if text != choices.played)
    add(lesson, first, acts=True, right=[choices.played, other])
    add(lesson, first + 1, "Now look at the trick.")
    status, page = act(client, _shared(lesson), 0, other)
    assert status == 200
    assert "That’s right, too. In this round, " in page
    lesson.steps.filter(moment=first).update(right=[other])
    assert "was played instead, and the lesson goes on from there." in client.get(address(lesson)).text


def _shared(lesson: PlayerLesson) -> PlayerLesson:
    PlayerLesson.objects.filter(pk=lesson.pk).update(state="link")
    return lesson


def test_second_tab_hears_that_the_lesson_has_moved_on(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson = whole(attempt, alice, state="link")
    act(client, lesson, 0, READ_ON)
    status, page = act(client, lesson, 0, READ_ON)
    assert status == 409
    assert "moved on in another tab" in page


def test_illegal_and_unknown_actions_change_nothing(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson = whole(attempt, alice, state="link")
    act(client, lesson, 0, READ_ON)
    for action in ("", "play Z9", "x" * 10_000, READ_ON, "ask"):
        status, page = act(client, lesson, 1, action)
        assert status == 422
        assert 'role="alert"' in page
    assert LessonLearner.objects.get().choices == [READ_ON]


def test_learner_goes_on_where_they_left(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    lesson = whole(attempt, alice, state="link")
    act(signed_in(bob), lesson, 0, READ_ON)
    assert READ_ON not in offered(signed_in(bob).get(address(lesson)).text)
    signed_in(bob).post(address(lesson, "again/"))
    assert offered(signed_in(bob).get(address(lesson)).text) == {READ_ON}


def test_changed_lesson_begins_again(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    lesson = whole(attempt, alice, state="link")
    act(signed_in(bob), lesson, 0, READ_ON)
    add(lesson, 0, "Another beginning.")
    lesson.steps.filter(moment=0).delete()
    page = signed_in(bob).get(address(lesson))
    assert page.status_code == 200
    assert READ_ON not in offered(page.text)
    assert act(signed_in(bob), lesson, 0, way(lesson)[0])[0] == 200


def test_choice_about_an_earlier_version_is_refused(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    lesson, browser = whole(attempt, alice, state="link"), signed_in(bob)
    page = browser.get(address(lesson)).text
    posted = f"{address(lesson, 'act/')}?version={lesson.version}"
    assert f'action="{posted}" hx-post="{posted}"' in page
    add(lesson, 0, "Look at the tasks first.")
    answer = browser.post(posted, {"action": READ_ON, "seen": "0"})
    assert answer.status_code == 409
    assert "The author has just changed this lesson." in answer.text
    assert "Look at the tasks first." in answer.text
    assert not LessonLearner.objects.exists()
    posted = f"{address(lesson, 'act/')}?version={lesson.version}"
    assert browser.post(posted, {"action": READ_ON, "seen": "0"}).status_code == 302


def test_lesson_that_starts_again_after_a_change_says_so(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    lesson, browser = whole(attempt, alice, state="link"), signed_in(bob)
    sentence = "The author has changed this lesson, so it starts again."
    act(browser, lesson, 0, READ_ON)
    _status, page = act(browser, lesson, 1, way(lesson)[1])
    assert sentence not in page
    step = lesson.steps.get(moment=turns_of(attempt, 0)[0])
    add(lesson, step.moment, acts=True, right=[text for text in step.offered if text not in step.right])
    assert sentence in browser.get(address(lesson)).text
    assert sentence not in act(browser, lesson, 0, READ_ON)[1]


def test_learner_whose_last_step_was_removed_may_vote(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    lesson, browser = whole(attempt, alice, state="link"), signed_in(bob)
    for seen, choice in enumerate(way(lesson)[:2]):
        act(browser, lesson, seen, choice)
    authoring.remove_step(lesson=lesson, seen=lesson.version, moment=turns_of(attempt, 0)[1])
    assert "Did this lesson help you?" in browser.get(address(lesson)).text
    assert browser.post(address(lesson, "vote/"), {"helped": "yes"}).status_code == 302
    figures = figures_of([lesson])[lesson.pk]
    assert (figures.finished, figures.helped) == (1, 1)


def test_visitors_and_guests_do_not_vote(
    attempt: Attempt, alice: Player, guest: Player, signed_in: SignedIn, client: Client
) -> None:
    lesson = whole(attempt, alice, state="published")
    for browser in (client, signed_in(guest)):
        page = take(browser, lesson)
        assert "Lesson finished" in page
        assert "Did this lesson help you?" not in page
        answer = browser.post(address(lesson, "vote/"), {"helped": "yes"})
        assert (answer.status_code, "Sign in to say whether a lesson helped you." in answer.text) == (403, True)
    LessonLearner.objects.filter(player=None).update(vote=True)
    figures = figures_of([lesson])[lesson.pk]
    assert (figures.finished, figures.votes, figures.helped) == (2, 0, 0)


def test_only_finished_learners_vote(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    lesson = whole(attempt, alice, state="published")
    browser = signed_in(bob)
    assert browser.post(address(lesson, "vote/"), {"helped": "yes"}).status_code == 409
    assert "Did this lesson help you?" in take(browser, lesson)
    assert browser.post(address(lesson, "vote/"), {"helped": "yes"}).status_code == 302
    figures = figures_of([lesson])[lesson.pk]
    assert (figures.begun, figures.finished, figures.share, figures.helped, figures.votes) == (1, 1, 100, 1, 1)
    browser.post(address(lesson, "vote/"), {"helped": "no"})
    assert figures_of([lesson])[lesson.pk].helped == 0


def test_figures_leave_the_author_out(
    attempt: Attempt, alice: Player, bob: Player, client: Client, signed_in: SignedIn
) -> None:
    lesson = whole(attempt, alice, state="published")
    take(signed_in(alice), lesson)
    take(signed_in(bob), lesson)
    act(client, lesson, 0, READ_ON)
    figures = figures_of([lesson])[lesson.pk]
    assert (figures.begun, figures.finished, figures.share) == (2, 1, 50)
    page = client.get("/lessons/").text
    assert "By players" in page
    assert "50% finished" in page


@pytest.mark.parametrize(
    ("seconds", "minutes"), [([60], 1.0), ([60, 180], 2.0), ([600, 60, 90], 1.5), ([1, 2, 4, 999], 0.1)]
)
def test_time_is_the_median_of_those_who_finished(
    seconds: list[int], minutes: float, attempt: Attempt, alice: Player
) -> None:
    lesson, other = whole(attempt, alice), whole(attempt, alice)
    for number, time in enumerate(seconds):
        LessonLearner.objects.create(lesson=lesson, visitor=str(number), seconds=time, finished_at=attempt.ended_at)
    LessonLearner.objects.create(lesson=lesson, visitor="never", seconds=5000)
    LessonLearner.objects.create(lesson=other, visitor="0", seconds=5000, finished_at=attempt.ended_at)
    assert figures_of([lesson, other])[lesson.pk].minutes == minutes


def test_long_pause_counts_for_two_minutes(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson = whole(attempt, alice, state="link")
    choices = way(lesson)
    with time_machine.travel(NOON, tick=False) as clock:
        act(client, lesson, 0, choices[0])
        for seen, choice in enumerate(choices[1:], 1):
            clock.shift(86_400 if seen == 1 else 30)
            act(client, lesson, seen, choice)
    assert LessonLearner.objects.get().seconds == 120 + 30


def test_visitor_who_signs_in_goes_on(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn, client: Client
) -> None:
    lesson = whole(attempt, alice, state="link")
    act(client, lesson, 0, READ_ON)
    browser, key = signed_in(bob), client.session[VISITOR_KEY]
    session = browser.session
    session[VISITOR_KEY] = key
    session.save()
    assert READ_ON not in offered(browser.get(address(lesson)).text)
    assert act(browser, lesson, 1, way(lesson)[1])[0] == 200
    row = LessonLearner.objects.get()
    assert (row.player, row.visitor, row.choices) == (bob, "", way(lesson)[:2])


def test_visitors_of_one_address_begin_so_many_lessons(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    lesson = whole(attempt, alice, state="link")
    for _number in range(VISITORS.most):
        assert act(Client(), lesson, 0, READ_ON)[0] == 200
    status, page = act(Client(), lesson, 0, READ_ON)
    assert status == 429
    assert "Too many lessons have been started from your network in the past hour." in page
    assert offered(page) == {READ_ON}
    assert LessonLearner.objects.count() == VISITORS.most
    assert act(signed_in(bob), lesson, 0, READ_ON)[0] == 200


def test_guest_hands_progress_over(
    attempt: Attempt, alice: Player, bob: Player, guest: Player, signed_in: SignedIn
) -> None:
    lesson, other = whole(attempt, alice, state="link"), whole(attempt, alice, state="link")
    act(signed_in(guest), lesson, 0, READ_ON)
    act(signed_in(guest), other, 0, READ_ON)
    act(signed_in(bob), other, 0, READ_ON)
    merge_guest(guest=guest, player=bob)
    assert sorted(LessonLearner.objects.filter(player=bob).values_list("lesson", flat=True)) == [lesson.pk, other.pk]
    assert LessonLearner.objects.count() == 2


def test_page_shows_no_hidden_card_and_no_name(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson = whole(attempt, alice, state="link")
    for seen, choice in enumerate([*way(lesson), ""]):
        page = client.get(address(lesson)).text
        moment = [*lesson.steps.values_list("moment", flat=True), attempt.length][seen]
        assert not {"Alice", "Bob", "Olga"} & set(re.findall(r"\w+", page))
        if choice:
            state = event_replay.state_after(event_replay.setup_of(attempt), event_replay.actions_of(attempt)[:moment])
            shown = set(re.findall(r'id="card-([A-Z]\d)"', page))
            assert shown <= set(state.view(0)["hand"])
            act(client, lesson, seen, choice)


def test_hidden_cards_change_nothing_on_the_page(attempt: Attempt, alice: Player, client: Client) -> None:
    """Two deals that differ only in what the learner cannot see have the same page, byte for byte."""
    lesson = whole(attempt, alice, state="link")
    before = _page(client, lesson)
    state = event_replay.state_after(event_replay.setup_of(attempt), ())
    hands, _bar, rest = str(state.spelled_out.deal).partition(" | ")  # type: ignore[attr-defined]
    mine, second, third = (hand.split() for hand in hands.split(" / "))
    chosen = next(card for card in second if card[0] != "R")
    other = next(card for card in third if card[0] != "R")
    second[second.index(chosen)], third[third.index(other)] = other, chosen
    deal = " / ".join(" ".join(hand) for hand in (mine, second, third)) + (f" | {rest}" if rest else "")
    Attempt.objects.filter(pk=attempt.pk).update(deal=deal, seed="")
    assert _page(client, lesson) == before


def _page(client: Client, lesson: PlayerLesson) -> str:
    """Return the page without the tokens of its forms, which are drawn anew each time."""
    return re.sub(r"[A-Za-z0-9]{64}", "", client.get(address(lesson)).text)


def test_sentences_of_another_language_are_marked(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson = whole(attempt, alice, state="published", lang="fr")
    page = client.get(address(lesson)).text
    assert "in French" in page
    assert 'lang="fr">Look at your hand.' in page
    assert "in French" in client.get("/lessons/").text
    client.cookies["django_language"] = "fr"
    page = client.get(address(lesson)).text
    assert "en français" not in page
    assert "Look at your hand." in page


def test_scripts_in_sentences_are_text(attempt: Attempt, alice: Player, client: Client) -> None:
    lesson = whole(attempt, alice, state="link")
    add(lesson, 0, "<script>alert(1)</script> {stop} %s {{ x }}")
    page = client.get(address(lesson))
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; {stop} %s {{ x }}" in page.text


@pytest.mark.parametrize(("game", "mission"), [("planet-nine", "3"), ("deep-sea", "4")])
def test_two_players_learn_with_the_robot(game: str, mission: str, alice: Player, bob: Player, client: Client) -> None:
    table = open_table(alice, bob, game=game, mission=mission)
    attempt = play_out(table, started(table, alice))
    lesson = whole(attempt, alice, state="link")
    assert "Lesson finished" in take(client, lesson)
