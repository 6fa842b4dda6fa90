"""Play-on with bots in the browser: the page says that they think, and goes on by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.replays.models.bot_questions import Thought
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from tests.browser.conftest import Visit
from tests.leaderboards.lost_rounds import first_card, play_out
from tests.replays.scenes import think
from tests.tables.attempts_scenes import open_table, started


@pytest.fixture
def attempt(alice: Player, bob: Player, olga: Player) -> Attempt:
    table = open_table(alice, bob, olga, mission="4")
    return play_out(table, started(table, alice))


@pytest.fixture
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold queued tasks until the test runs a worker."""
    monkeypatch.setattr(queue, "later", lambda *_given, **_named: None)


def moment_of(attempt: Attempt) -> str:
    return f"/replays/{attempt.pk}/?step={first_card(event_replay.actions_of(attempt))}"


def play_with_bots(page: Page) -> None:
    page.get_by_label("Other seats").select_option("careful")
    page.get_by_role("button", name="Play with bots").click()
    expect(page.get_by_role("heading", name="Practice line")).to_be_visible()


def test_the_page_goes_on_when_the_bots_have_thought(
    visit: Visit, no_worker: None, attempt: Attempt, alice: Player
) -> None:
    page = visit(moment_of(attempt), player=alice)
    play_with_bots(page)
    expect(page.locator(".thinking")).to_contain_text("The bots are thinking.")
    think()
    expect(page.locator(".thinking")).to_have_count(0)
    page.wait_for_url(re.compile(r"moves=."))
    assert "thought" not in page.url
    assert "wait" not in page.url


def test_which_cards_can_still_win_is_shown_when_it_is_known(
    visit: Visit, no_worker: None, attempt: Attempt, alice: Player
) -> None:
    page = visit(moment_of(attempt), player=alice)
    page.get_by_role("button", name="Which of these cards can still win?").click()
    expect(page.locator(".thinking")).to_contain_text("The solver is thinking.")
    think()
    expect(page.locator(".judge")).to_contain_text("can still win")
    page.reload()
    expect(page.locator(".judge")).to_contain_text("can still win")


def test_it_goes_on_by_a_link_where_there_are_no_scripts(
    visit: Visit, no_worker: None, attempt: Attempt, alice: Player
) -> None:
    page = visit(moment_of(attempt), player=alice, java_script_enabled=False)
    play_with_bots(page)
    page.get_by_role("link", name="Check for the answer").click()
    expect(page.locator(".thinking")).to_be_visible()
    think()
    page.get_by_role("link", name="Check for the answer").click()
    expect(page.locator(".thinking")).to_have_count(0)
    assert Thought.objects.count() == 1


def test_who_asks_for_too_much_reads_why_and_loses_nothing(
    visit: Visit, no_worker: None, attempt: Attempt, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from logbook.replays.services import thoughts

    monkeypatch.setattr(thoughts, "MOST_OPEN_QUESTIONS", 0)
    page = visit(moment_of(attempt), player=alice)
    play_with_bots(page)
    expect(page.get_by_role("alert")).to_contain_text("still working on your last question")
