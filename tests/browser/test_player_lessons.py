"""Lessons by players in a browser: made from a replay and taken, accessible and no wider than the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from logbook.people.models.players import Player
from logbook.player_lessons.models import LessonLearner, PlayerLesson
from tests import wide
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.player_lessons.scenes import address, draft, public, turns_of, whole
from tests.reviews.scenes import finished

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = wide.of([(360, "en"), (1280, "fr")], [(width, lang) for width in (360, 1280) for lang in ("en", "fr", "de")])


def test_lesson_is_made_from_a_replay_and_taken(visit: Visit, alice: Player, bob: Player, olga: Player) -> None:
    attempt = public(finished(alice, bob, olga))
    turn = turns_of(attempt, 0)[0]
    page = visit(f"/replays/{attempt.pk}/", player=alice, width=360)
    page.locator("#to-lesson").click()
    page.get_by_label("Title").fill("Hold the nine")
    page.get_by_role("button", name="Choose moments").click()
    expect(page.get_by_role("heading", name="Moments")).to_be_visible()
    lesson = PlayerLesson.objects.get()
    page.goto(page.url + f"{turn}/")
    page.get_by_label("Your sentence", exact=True).fill("Which card is right?")
    expect(page.get_by_label("The learner acts here")).to_be_checked()
    if not page.locator("input[name=right]:checked").count():
        page.locator("input[name=right]").first.check()
    page.get_by_role("button", name="Save the step").click()
    page.get_by_role("button", name="Share by link").click()
    page.get_by_role("link", name="Preview the lesson").click()
    expect(page.locator("#coach")).to_have_text("Which card is right?")
    right = lesson.steps.get().right[0]
    page.locator(f'#round button[value="{right}"]').click()
    expect(page.locator("#end-title")).to_be_visible()
    page.get_by_role("button", name="Yes, it helped").click()
    expect(page.get_by_text("Thanks for your vote.")).to_be_visible()
    assert LessonLearner.objects.get().vote is True


@pytest.mark.parametrize(("width", "language"), LOOKS)
def test_pages_of_lessons_are_accessible_and_fit(
    visit: Visit, width: int, language: str, alice: Player, bob: Player, olga: Player
) -> None:
    attempt = public(finished(alice, bob, olga))
    lesson, empty, published = whole(attempt, alice), draft(attempt, alice), whole(attempt, alice, state="published")
    turn = turns_of(attempt, 0)[1]
    pages = [
        f"/replays/{attempt.pk}/lesson/", address(lesson, "edit/"), address(lesson, f"edit/{turn}/"),
        address(empty, "edit/"), address(empty, "edit/0/"), address(lesson), address(published), "/lessons/",
        address(lesson, "delete/"),
    ]  # fmt: skip
    page = visit(pages[0], player=alice, width=width, locale=language)
    root, found = page.url.partition("/replays/")[0], violations(page) + sideways(page)
    for one in pages[1:]:
        page.goto(root + one)
        found += violations(page) + sideways(page)
    assert found == []
