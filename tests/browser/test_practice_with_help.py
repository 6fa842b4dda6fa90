"""Practice with help in a browser: a question answered by keyboard, and pages that fit and are accessible."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from logbook.people.models.players import Player
from logbook.tables.models import Attempt
from tests import wide
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.lessons.practice_scenes import level, practised, question_now, to_own_card

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = wide.of(
    [(360, "de"), (1280, "fr")], [(width, language) for width in (360, 1280) for language in ("en", "fr", "de")]
)


def at_trick(alice: Player, trick: int) -> Attempt:
    """A table with help, a few tricks on."""
    return to_own_card(practised(alice), alice, trick=trick)


def answer(page: Page, key: str) -> None:
    """Press the button of an answer by its key, as a player without a mouse does."""
    button = page.locator(f'.counting__question button[value="{key}"]')
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".counting__verdict")).to_be_visible()


def test_question_is_answered_by_keyboard_and_the_card_played(visit: Visit, alice: Player) -> None:
    attempt = at_trick(alice, 2)
    question = question_now(attempt, alice)
    page = visit(f"/tables/{attempt.table_id}/", player=alice, width=360)
    expect(page.get_by_role("group", name=question.words)).to_be_visible()
    answer(page, question.right)
    expect(page.locator(".counting__verdict")).to_contain_text("That’s right.")
    expect(page.locator("#spoken")).to_contain_text(question.reason)
    card = page.locator(".hand__card--playable").first
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".counting__verdict")).to_have_count(0)


@pytest.mark.parametrize(("width", "language"), LOOKS)
def test_practice_is_accessible_and_fits(visit: Visit, alice: Player, width: int, language: str) -> None:
    attempt = at_trick(alice, 4)
    level(alice, "voids", 3, asked=7, right=5)
    page = visit("/lessons/practice/", player=alice, width=width, locale=language)
    found = violations(page) + sideways(page)
    for number in (1, 2, 3):
        for concept in ("voids", "trumps", "certain", "winners"):
            level(alice, concept, number)
        page.goto(f"/tables/{attempt.table_id}/")
        found += violations(page) + sideways(page)
    answer(page, question_now(attempt, alice).right)
    assert found + violations(page) + sideways(page) == []
