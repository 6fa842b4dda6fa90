"""Lessons in a browser: all of them by keyboard alone, each moment accessible and no wider than the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from logbook.lessons.book import Lesson, Step, lessons
from tests import wide
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = wide.of([(360, "en"), (1280, "fr")], [(width, language) for width in (360, 1280) for language in ("en", "fr")])


def press(page: Page, selector: str) -> None:
    """Press a button by its key, as a player without a mouse does, and wait for the next moment."""
    step = page.locator("#round").get_attribute("data-seen")
    button = page.locator(selector).locator("visible=true").first
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#round:not([data-seen='{step}'])")).to_have_count(1)


def chosen_at(page: Page, step: Step) -> str:
    """Return the button of a right action that can be chosen here, or of reading on."""
    if not step.right:
        return "#read-on"
    offered = {button.get_attribute("value") for button in page.locator("#round button[name=action]").all()}
    action = next(action for action in step.right if action in offered)
    if action.startswith("signal "):  # A table asks for the card first; a lesson names whole signals.
        return f'#round button[value="{action}"]'
    return f'#round button[name=action][value="{action}"]'


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.slug)
def test_a_lesson_is_finished_by_keyboard(visit: Visit, lesson: Lesson) -> None:
    page = visit(f"/lessons/{lesson.slug}/", width=360)
    for step in lesson.steps:
        press(page, chosen_at(page, step))
    expect(page.locator("#end-title")).to_be_visible()


@pytest.mark.parametrize(("width", "language"), LOOKS)
def test_lessons_are_accessible_and_fit(visit: Visit, width: int, language: str) -> None:
    page = visit("/lessons/", width=width, locale=language)
    found = violations(page) + sideways(page)
    for lesson in lessons():
        page.goto(page.url.partition("/lessons/")[0] + f"/lessons/{lesson.slug}/")
        found += violations(page) + sideways(page)
    assert found == []


def test_a_wrong_card_is_said_at_once(visit: Visit) -> None:
    page = visit("/lessons/your-task/", width=360)
    press(page, "#read-on")
    page.locator("#card-B6").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Ben’s blue 7 would have won")
    page.locator("#card-B8").click()
    expect(alert).to_have_count(0)
    expect(page.locator("#coach")).to_contain_text("You lead. Which card brings you pink 6?")
