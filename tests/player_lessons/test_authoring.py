"""Authors of lessons: what they may make a lesson of, their forms, and two tabs."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.people.models.players import Player
from logbook.player_lessons import access, tasks
from logbook.player_lessons.exceptions import StillSealed
from logbook.player_lessons.models import LessonStep, PlayerLesson
from logbook.player_lessons.quotas import LESSONS
from logbook.player_lessons.selectors import moments
from logbook.player_lessons.services import authoring, findings, publishing
from logbook.replays.models.analyses import Analysis
from logbook.replays.models.bot_questions import Thought
from logbook.replays.services import thinking
from logbook.replays.services.thoughts import MOST_OPEN_QUESTIONS
from logbook.replays.variations import Variation
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.typed_deals.models import TypedDeal, TypedTable
from tests.conftest import SignedIn, person
from tests.player_lessons.scenes import SENTENCE, act, add, address, draft, public, turns_of, whole
from tests.replays.scenes import think
from tests.reviews.scenes import finished, race

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def attempt(alice: Player, bob: Player, olga: Player) -> Attempt:
    """A public attempt of three players without a crew."""
    return public(finished(alice, bob, olga))


def step_address(lesson: PlayerLesson, moment: int) -> str:
    return address(lesson, f"edit/{moment}/")


def fields(lesson: PlayerLesson, **more: object) -> dict[str, object]:
    """Return the fields of a step's form, with the version of now."""
    lesson.refresh_from_db()
    return {"version": str(lesson.version), "says": SENTENCE, **more}


def test_lesson_is_made_from_the_replay_to_its_preview(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    browser = signed_in(alice)
    make = f"/replays/{attempt.pk}/lesson/"
    assert f'href="{make}"' in browser.get(f"/replays/{attempt.pk}/").text
    form = browser.get(make).text
    assert "Mia (in the round: Alice)" in form
    answer = browser.post(make, {"title": "Hold the nine", "language": "en", "seat": "0"})
    lesson = PlayerLesson.objects.get()
    assert answer.headers["Location"] == address(lesson, "edit/")
    editor = browser.get(address(lesson, "edit/")).text
    turn = turns_of(attempt, 0)[0]
    assert f'href="{step_address(lesson, turn)}"' in editor
    assert "Mia plays" in editor
    assert "Alice plays" not in editor
    played = event_replay.actions_of(attempt)[turn].text
    answer = browser.post(step_address(lesson, turn), fields(lesson, acts="on", right=[played]))
    assert answer.status_code == 302
    assert SENTENCE in browser.get(address(lesson, "edit/")).text
    assert SENTENCE in browser.get(address(lesson)).text


def test_form_sent_twice_makes_one_lesson(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    browser = signed_in(alice)
    sent = {"title": "Once", "language": "en", "seat": "0", "form_key": "5f0c7a8e-0f8b-4f5e-9a53-0d9f3b8f2a11"}
    for _time in range(2):
        assert browser.post(f"/replays/{attempt.pk}/lesson/", sent).status_code == 302
    assert PlayerLesson.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"title": "", "language": "en", "seat": "0"}, "Give the lesson a title."),
        ({"title": "\u200b\u202e", "language": "en", "seat": "0"}, "Use a single line"),
        ({"title": "x" * 9000, "language": "en", "seat": "0"}, "Use up to 80 characters; your text has 9000."),
        ({"title": "Kept title", "language": "en", "seat": "7"}, "Choose one of the seats."),
        ({"title": "Kept title", "language": "en"}, "Choose a seat."),
        ({"title": "Kept title", "language": "xx", "seat": "0"}, "xx"),
    ],
)
def test_bad_words_get_a_sentence_and_keep_the_text(
    sent: dict[str, str], sentence: str, attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    answer = signed_in(alice).post(f"/replays/{attempt.pk}/lesson/", sent)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert sent["title"][:10] in answer.text
    assert not PlayerLesson.objects.exists()


def test_sealed_deal_is_no_lesson(running: Challenge, alice: Player, signed_in: SignedIn) -> None:
    stage = running.stages.get(number=1)
    table = Table.objects.create(game="planet-nine", mission="1", players=3, stage=stage, opened_by=alice)
    sealed = Attempt.objects.create(table=table, number=1, seed="x", rules=1, state="failure", length=1)
    with pytest.raises(Exception, match="Others can still play this deal"):
        draft(sealed, alice)
    assert not access.may_become_a_lesson(sealed)


def test_deal_of_friends_is_no_lesson(attempt: Attempt, alice: Player, signed_in: SignedIn, client: Client) -> None:
    lesson = whole(attempt, alice, state="link")
    deal = TypedDeal.objects.create(game="planet-nine", mission="1", players=3)
    typed = TypedTable.objects.create(deal=deal, table=attempt.table)
    Table.objects.filter(pk=attempt.table_id).update(deal="written out")
    attempt.table.refresh_from_db()
    assert client.get(address(lesson)).status_code == 200, "those who play it again know it"
    sentence = "Others can still play this deal. You can make a lesson from it once it’s closed."
    practice = finished(alice, *(person(name) for name in ("Vera", "Walt")))
    Attempt.objects.filter(pk=practice.pk).update(origin=attempt)
    practice.refresh_from_db()
    for friends_code, sealed in (("abc", False), (None, True)):
        TypedDeal.objects.update(friends_code=friends_code)
        TypedTable.objects.filter(pk=typed.pk).update(sealed=sealed)
        for answer in (client.get(address(lesson)), signed_in(alice).get(f"/replays/{attempt.pk}/lesson/")):
            assert (answer.status_code, sentence in answer.text) == (409, True)
        for one in (attempt, practice):
            with pytest.raises(StillSealed):
                draft(one, alice)
    deal.delete()
    assert client.get(address(lesson)).status_code == 200


def test_sealed_replay_says_why_in_a_sentence(
    attempt: Attempt, running: Challenge, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = signed_in(alice)
    monkeypatch.setattr(Attempt, "is_unsealed", property(lambda _attempt: False))
    answer = browser.get(f"/replays/{attempt.pk}/lesson/")
    assert answer.status_code == 409
    assert "Others can still play this deal. You can make a lesson from it once it’s closed." in answer.text
    assert browser.post(f"/replays/{attempt.pk}/lesson/", {"title": "x"}).status_code == 409
    assert f'href="/replays/{attempt.pk}/lesson/"' not in browser.get(f"/replays/{attempt.pk}/").text


def test_earlier_rules_are_no_lesson(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    lesson = whole(attempt, alice, state="published")
    Attempt.objects.filter(pk=attempt.pk).update(rules=0)
    answer = signed_in(alice).get(f"/replays/{attempt.pk}/lesson/")
    assert answer.status_code == 409
    assert "an earlier version of the rules" in answer.text
    taken = signed_in(alice).get(address(lesson))
    assert taken.status_code == 409
    assert "an earlier version of the rules" in taken.text


def test_race_is_no_lesson(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    raced = race(alice, bob)
    answer = signed_in(alice).get(f"/replays/{raced.pk}/lesson/")
    assert answer.status_code == 409
    assert "Only missions of The Crew can become lessons." in answer.text


def test_voided_deal_is_no_lesson_any_more(
    attempt: Attempt, running: Challenge, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    lesson, stage = whole(attempt, alice, state="published"), running.stages.get(number=1)
    Challenge.objects.filter(pk=running.pk).update(state="closed")
    Table.objects.filter(pk=attempt.table_id).update(stage=stage)
    assert signed_in(alice).get(address(lesson)).status_code == 200
    Ruling.objects.create(challenge=running, kind="void", stage=stage, attempt=attempt.number, reason="Torn", by=olga)
    answer = signed_in(alice).get(address(lesson))
    assert answer.status_code == 409
    assert "The organizers have voided this deal, so it can’t become a lesson." in answer.text


def test_deleted_attempt_leaves_a_sentence(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    lesson, browser = whole(attempt, alice, state="published"), signed_in(alice)
    attempt.delete()
    sentence = "The round of this lesson has been deleted"
    for page in ("", "edit/", "edit/0/"):
        answer = browser.get(address(lesson, page))
        assert sentence in answer.text, page
        assert answer.status_code == (200 if page == "edit/" else 409)
    assert browser.post(address(lesson, "act/"), {"action": "read-on", "seen": "0"}).status_code == 409
    assert lesson.title not in browser.get("/lessons/").text.partition("Your lessons")[0]


def test_text_is_kept_when_the_round_was_deleted_meanwhile(
    attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    lesson, browser, turn = whole(attempt, alice, state="link"), signed_in(alice), turns_of(attempt, 0)[0]
    sent = fields(lesson, acts="on", right=["play B1"], says="Typed for long.", wrong_says="And this.")
    attempt.delete()
    answer = browser.post(step_address(lesson, turn), sent)
    assert answer.status_code == 409
    for text in ("The round of this lesson has been deleted", "Typed for long.", "And this."):
        assert text in answer.text
    assert "Save the step" not in answer.text
    answer = browser.get(step_address(lesson, turn))
    assert (answer.status_code, f'value="{lesson.title}"' in answer.text) == (409, True)


def test_strangers_find_no_replay_to_teach(attempt: Attempt, charlie: Player, signed_in: SignedIn) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state="failure")
    assert signed_in(charlie).get(f"/replays/{attempt.pk}/lesson/").status_code == 404
    assert signed_in(charlie).post(f"/replays/{attempt.pk}/lesson/", {"title": "x"}).status_code == 404


@pytest.mark.parametrize(
    ("sent", "status", "sentence"),
    [
        ({"says": ""}, 422, "Write a sentence first."),
        ({"says": " \u200b"}, 422, "Write a sentence first."),
        ({"says": "y" * 301}, 422, "Use up to 300 characters; your text has 301."),
        ({"acts": "on"}, 422, "Choose at least one right card."),
        ({"acts": "on", "right": ["play Z9"]}, 422, "The rules don’t allow one of these cards here."),
        ({"acts": "on", "right": ["play R1\n"], "wrong_says": "Hm"}, 422, "The rules don’t allow one of these cards"),
        ({"version": "0"}, 409, "This lesson was changed in another tab."),
        ({"version": "9" * 5000}, 409, "This lesson was changed in another tab."),
        ({"version": ""}, 409, "This lesson was changed in another tab."),
    ],
)
def test_bad_step_gets_a_sentence_and_keeps_the_text(
    sent: dict[str, object], status: int, sentence: str, attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    lesson = draft(attempt, alice)
    posted = fields(lesson, **sent)
    answer = signed_in(alice).post(step_address(lesson, turns_of(attempt, 0)[0]), posted)
    assert answer.status_code == status
    assert sentence in answer.text
    assert str(posted["says"]).strip("\u200b ")[:20] in answer.text
    assert not LessonStep.objects.exists()


def test_learner_acts_at_their_own_turn_only(attempt: Attempt, alice: Player) -> None:
    lesson, actions = draft(attempt, alice), event_replay.actions_of(attempt)
    others = next(place for place, action in enumerate(actions) if action.seat != 0)
    for moment in (others, len(actions)):
        with pytest.raises(Exception, match="It isn’t the learner’s turn at this moment"):
            add(lesson, moment, acts=True, right=["play B1"])


def test_no_moment_lies_behind_the_end(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    lesson, browser = draft(attempt, alice), signed_in(alice)
    assert browser.get(step_address(lesson, attempt.length)).status_code == 200
    for moment in (attempt.length + 1, 10**30):
        assert browser.get(step_address(lesson, moment)).status_code == 404
        assert browser.post(step_address(lesson, moment), fields(lesson)).status_code == 404


def test_two_hundred_steps_are_too_many(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    lesson = draft(attempt, alice)
    LessonStep.objects.bulk_create(
        LessonStep(lesson=lesson, moment=moment, says="x") for moment in range(authoring.MOST_STEPS)
    )
    answer = signed_in(alice).post(step_address(lesson, authoring.MOST_STEPS + 1), fields(lesson))
    assert answer.status_code == 409
    assert "A lesson can have up to 25 steps. Remove one to add another." in answer.text
    assert SENTENCE in answer.text
    assert signed_in(alice).post(step_address(lesson, 3), fields(lesson)).status_code == 302


def test_second_tab_keeps_its_text_and_saves_again(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    lesson, browser = draft(attempt, alice), signed_in(alice)
    old = fields(lesson)
    assert browser.post(step_address(lesson, 0), {**old, "says": "The first tab."}).status_code == 302
    answer = browser.post(step_address(lesson, 0), {**old, "says": "The second tab."})
    assert answer.status_code == 409
    assert "The second tab." in answer.text
    lesson.refresh_from_db()
    assert f'name="version" value="{lesson.version}"' in answer.text
    assert browser.post(step_address(lesson, 0), fields(lesson, says="The second tab.")).status_code == 302
    assert lesson.steps.get().says == "The second tab."
    answer = browser.post(address(lesson, "edit/"), {"version": "1", "title": "Kept", "language": "en"})
    assert answer.status_code == 409
    assert 'value="Kept"' in answer.text


def test_step_is_removed(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    lesson = add(draft(attempt, alice), 0)
    sent = {"version": str(lesson.version), "remove": "1"}
    assert signed_in(alice).post(step_address(lesson, 0), sent).status_code == 302
    assert not lesson.steps.exists()
    answer = signed_in(alice).get(address(lesson))
    assert answer.status_code == 409
    assert "This lesson has no steps yet." in answer.text


def test_solver_suggests_the_cards_that_keep_it_winnable(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    lesson, browser, turn = draft(attempt, alice), signed_in(alice), turns_of(attempt, 0)[-1]
    page = browser.get(step_address(lesson, turn)).text
    assert "The solver is working out which cards keep the mission winnable." in page
    think()
    known = Thought.objects.get().answer["cards"]
    offered = moments.choices_at(lesson, attempt, turn).offered
    right = [text for text in offered if known[text.split()[-1]]]
    page = browser.get(step_address(lesson, turn)).text
    assert "The solver is working out" not in page
    add(lesson, turn, acts=True, right=right or [offered[0]])
    judged = lesson.steps.get().judged
    assert {text for text in offered if judged[text][0]} == set(right)


def test_worker_explains_every_step_once_others_can_take_the_lesson(
    attempt: Attempt,
    alice: Player,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: pytest.FixtureRequest,
) -> None:
    """It does so without a thought, though the author has all their open questions waiting."""
    lesson, turns = draft(attempt, alice), turns_of(attempt, 0)
    monkeypatch.setattr(thinking, "judge_cards", _only_the_played_card)
    for moment in turns:
        add(lesson, moment, acts=True, right=[moments.choices_at(lesson, attempt, moment).played])
    assert len(turns) > MOST_OPEN_QUESTIONS
    tasks.judge_step(lesson.pk, 0)
    assert {str(step.judged) for step in lesson.steps.all()} == {"{}"}, "a draft waits"
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        publishing.share(lesson=lesson, by=alice, state="link")
    assert all(step.judged for step in lesson.steps.all())
    first = lesson.steps.first()
    assert first is not None
    wrong = next(text for text in first.offered if text not in first.right)
    assert "After this card, the mission can’t be won any more." in act(client, lesson, 0, wrong)[1]


def test_sweep_goes_on_where_a_task_was_lost(attempt: Attempt, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = whole(attempt, alice, state="link")
    monkeypatch.setattr(thinking, "judge_cards", _only_the_played_card)
    assert not any(step.judged for step in lesson.steps.all())
    tasks.judge_overlooked_steps()
    assert not any(step.judged for step in lesson.steps.all()), "its task may be under way"
    PlayerLesson.objects.update(changed_at=timezone.now() - 2 * tasks.OVERLOOKED_AFTER)
    tasks.judge_overlooked_steps()
    assert [bool(step.judged) for step in lesson.steps.all()] == [False, True, True]
    assert findings.lessons_without_findings(before=timezone.now()) == []


def _only_the_played_card(attempt: Attempt, variation: Variation) -> dict[str, bool | None]:
    """Say that only the card which was played keeps the mission winnable."""
    state = event_replay.moments_of(attempt)[variation.start]
    action = event_replay.actions_of(attempt)[variation.start]
    cards = (one.text.split()[-1] for one in state.legal_actions(action.seat) if one.text.startswith("play "))
    return {card: card == action.text.split()[-1] for card in cards}


def test_edited_step_keeps_what_the_solver_has_found(attempt: Attempt, alice: Player) -> None:
    lesson, turn = draft(attempt, alice), turns_of(attempt, 0)[-1]
    choices = moments.choices_at(lesson, attempt, turn)
    add(lesson, turn, acts=True, right=[choices.played])
    found = {text: [text == choices.played, None] for text in choices.offered}
    lesson.steps.update(judged=found)
    Thought.objects.all().delete()  # The site deletes it after an hour.
    add(lesson, turn, "In other words.", acts=True, right=[choices.played])
    assert lesson.steps.get().judged == found
    add(lesson, turn, "Only look.")
    assert lesson.steps.get().judged == {}


def test_suggestion_has_the_best_chance_where_it_is_known(attempt: Attempt, alice: Player) -> None:
    lesson, turn = draft(attempt, alice), turns_of(attempt, 0)[0]
    choices = moments.choices_at(lesson, attempt, turn)
    first, second, *others = choices.offered
    Analysis.objects.update_or_create(
        attempt=attempt,
        defaults={
            "solver": 1, "winnable": [None], "fatal": turn,
            "options": [[first, True, 80], [second, True, 95], *([text, False, 99] for text in others)],
        },
    )  # fmt: skip
    attempt = Attempt.objects.select_related("table", "analysis").get(pk=attempt.pk)
    judged = findings.judged_at(attempt, choices, turn, alice)
    assert moments.Choices(choices.played, choices.offered, judged).suggested == (second,)
    assert moments.Choices(choices.played, choices.offered, {}).suggested == (choices.played,)
    lost = dict.fromkeys(choices.offered, (False, None))
    assert moments.Choices(choices.played, choices.offered, lost).suggested == ()


def test_author_makes_only_so_many_lessons(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    for _number in range(LESSONS.most):
        draft(attempt, alice)
    sent = {"title": "Too many", "language": "en", "seat": "0"}
    answer = signed_in(alice).post(f"/replays/{attempt.pk}/lesson/", sent)
    assert answer.status_code == 429
    assert "Too many" in answer.text


def test_author_deletes_a_lesson(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    lesson = whole(attempt, alice, state="published")
    assert signed_in(bob).post(address(lesson, "delete/")).status_code == 404
    assert "Delete this lesson?" in signed_in(alice).get(address(lesson, "delete/")).text
    assert signed_in(alice).post(address(lesson, "delete/")).status_code == 302
    assert not PlayerLesson.objects.exists()
    assert signed_in(bob).get(address(lesson)).status_code == 404
