"""The field on a deal in the browser: a branch opens its position in place, two crews are compared, and axe agrees."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from logbook.challenges.models.challenges import Challenge
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.travellers.positions_scenes import close, noon, played
from tests.travellers.tree_scenes import write

__all__ = ["noon", "played"]  # Fixtures.


@pytest.fixture
def field(site: str, played: object, running: Challenge) -> Challenge:
    """Two crews that part at the fourth card, in a challenge that is over."""
    close(running)
    return running


def address(challenge: Challenge, name: str) -> str:
    return reverse(name, args=(challenge.pk, 1, 1))


def compared(page: Page) -> None:
    """Choose both attempts of the traveller, and compare them."""
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Compare two attempts").click()


def test_a_branch_opens_its_position_in_place(visit: Visit, site: str, running: Challenge, alice: Player) -> None:
    write(running, [("abcd", True), ("abce", False), ("hi", False)])
    close(running)
    page = visit(address(running, "tree"), player=alice)
    page.evaluate("document.body.dataset.kept = 'yes'")
    page.locator(".tree__branch", has_text="2 attempts").click()
    expect(page).to_have_url(re.compile(r"\?at="))
    expect(page.get_by_role("link", name="The whole tree")).to_be_visible()
    assert page.evaluate("document.body.dataset.kept") == "yes"
    page.go_back()
    expect(page.locator(".tree__branch", has_text="2 attempts")).to_be_visible()


def test_the_tree_as_a_list_says_the_same(visit: Visit, field: Challenge, alice: Player) -> None:
    page = visit(address(field, "tree"), player=alice)
    page.get_by_text("The tree as a list").click()
    drawn = page.locator("a.tree__branch").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    listed = page.locator(".tree-list a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert sorted(drawn) == sorted(listed)
    assert drawn


def test_two_crews_are_chosen_and_compared(visit: Visit, field: Challenge, alice: Player) -> None:
    page = visit(address(field, "traveller"), player=alice)
    compared(page)
    expect(page.get_by_text("The first difference is marked.")).to_be_visible()
    expect(page.locator(".compare__differs")).to_have_count(2)


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    visit: Visit, field: Challenge, alice: Player, width: int, scheme: str
) -> None:
    page = visit(address(field, "traveller"), player=alice, width=width, color_scheme=scheme)
    wrong = [*violations(page), *sideways(page)]
    compared(page)
    wrong += [*violations(page), *sideways(page)]
    page.goto(address(field, "tree"))
    page.get_by_text("The tree as a list").click()
    wrong += [*violations(page), *sideways(page)]
    page.locator(".way a, .tree__branch[href^='?at']").first.click()
    expect(page.get_by_role("heading", name="The position after")).to_be_visible()
    wrong += [*violations(page), *sideways(page)]
    assert wrong == []
