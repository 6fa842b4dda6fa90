"""Reviews in the browser: write, edit, delete, find it again; as it was played shows nothing of what is to come."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from logbook.people.models.players import Player
from logbook.reviews import services
from logbook.tables.models import Attempt
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.reviews.scenes import finished, race


@pytest.fixture
def attempt(alice: Player, bob: Player, olga: Player, site: str) -> Attempt:
    """A finished attempt of three players, lost."""
    return finished(alice, bob, olga)


def write(page: Page, text: str) -> None:
    page.get_by_label("Comment on: Moment 2").fill(text)
    page.get_by_role("button", name="Add comment").click()


@pytest.mark.parametrize("width", [360, 1280])
def test_comment_is_written_edited_found_and_deleted(
    width: int, visit: Visit, attempt: Attempt, alice: Player, bob: Player
) -> None:
    page = visit(f"/replays/{attempt.pk}/?step=2", player=alice, width=width)
    write(page, "x" * 501)
    expect(page.locator("#comment-error")).to_have_text("A comment can have up to 500 characters; yours has 501.")
    expect(page.get_by_label("Comment on: Moment 2")).to_have_value("x" * 501)
    write(page, "Why not the nine?")
    expect(page.locator(".comment__text")).to_have_text("Why not the nine?")
    expect(page.locator("#messages")).to_contain_text("Comment added.")
    expect(page.get_by_label("Comment on: Moment 2")).to_have_value("")
    expect(page.get_by_role("button", name="Add comment")).to_be_focused()
    page.get_by_role("link", name="Edit your comment: Moment 2").click()
    page.get_by_label("Comment").fill("Why not the eight?")
    page.get_by_role("button", name="Save").click()
    page.goto(f"/replays/{attempt.pk}/")
    expect(page.locator(".comment__text")).to_have_text("Why not the eight?")

    other = visit(f"/replays/{attempt.pk}/", player=bob, width=width)
    other.get_by_role("link", name="Moment 2", exact=True).click()
    expect(other.locator(".stepper__figure")).to_have_text(f"2/{attempt.length}")
    expect(other.locator(".comment--here .comment__text")).to_have_text("Why not the eight?")
    expect(other.get_by_role("link", name=re.compile("your comment"))).to_have_count(0)

    page.get_by_role("link", name="Delete your comment: Moment 2").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("There are no comments yet.")).to_be_visible()


def test_text_stays_while_the_reader_steps(visit: Visit, attempt: Attempt, alice: Player) -> None:
    page = visit(f"/replays/{attempt.pk}/?step=2", player=alice)
    page.get_by_label("Comment on: Moment 2").fill("Half a thought")
    page.locator("#step-forward").click()
    expect(page.get_by_label("Comment on: Moment 3")).to_have_value("Half a thought")
    page.get_by_role("button", name="Add comment").click()
    expect(page.locator(".comment--here .comment__text")).to_have_text("Half a thought")


def test_form_works_without_scripts(visit: Visit, attempt: Attempt, alice: Player) -> None:
    page = visit(f"/replays/{attempt.pk}/?step=2", player=alice, java_script_enabled=False)
    write(page, "Why not the nine?")
    expect(page.locator(".comment--here .comment__text")).to_have_text("Why not the nine?")
    write(page, "y" * 501)
    expect(page.get_by_label("Comment on: Moment 2")).to_have_value("y" * 501)


@pytest.mark.parametrize("width", [360, 1280])
def test_page_as_played_hides_what_is_to_come(
    width: int, visit: Visit, attempt: Attempt, alice: Player, bob: Player
) -> None:
    services.write_comment(attempt=attempt, by=bob, step=2, text="A good start")
    services.write_comment(attempt=attempt, by=bob, step=attempt.length, text="What a pity")
    page = visit(f"/replays/{attempt.pk}/", player=alice, width=width)
    page.get_by_role("link", name="Read as it was played").click()
    for step in range(attempt.length):
        expect(page.locator(".stepper__figure")).to_have_text(str(step))
        shown = page.content()
        assert "What a pity" not in shown
        assert ("A good start" in shown) == (step >= 2)
        assert page.locator(".end, .verdict, #step-last").count() == 0
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("What a pity")).to_be_visible()
    expect(page.locator(".end h2")).to_be_visible()
    page.get_by_role("link", name="Open the replay").click()
    expect(page.locator(".stepper__figure")).to_have_text(f"{attempt.length}/{attempt.length}")


def test_its_address_can_be_shared(visit: Visit, attempt: Attempt, alice: Player, site: str) -> None:
    page = visit(f"/replays/{attempt.pk}/", player=alice, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share without spoilers").click()
    expect(page.locator(".as-played [role=status]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}/replays/{attempt.pk}/as-played/"


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(
    width: int, visit: Visit, attempt: Attempt, alice: Player, bob: Player, olga: Player
) -> None:
    found = []
    for one in (attempt, race(alice, bob, olga)):
        for number, by in enumerate((alice, bob, alice)):
            services.write_comment(attempt=one, by=by, step=number, text=f"Comment {number}: " + "long " * number * 20)
        own = one.comments.first()
        assert own is not None
        pages = ("?step=2", "as-played/", "as-played/?step=99999", "comments/", f"comments/{own.pk}/",
                 f"comments/{own.pk}/delete/")  # fmt: skip
        for path, language in product(pages, ("en", "fr")):
            page = visit(f"/replays/{one.pk}/{path}", player=alice, width=width, locale=language)
            found += violations(page) + sideways(page)
            page.close()
    assert found == []
