"""From a sealed deal to its turning point: one person, three of the solver's bots, and the real solver."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import commit_reveal
from games.crew.solver import Lost, annotate, solve
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import lifecycle
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.replays.services import analyses
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from tests.browser.conftest import Visit
from tests.browser.play_scenes import act, advice, wait_until

HOUR = timedelta(hours=1)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the real solver for the analysis, on a deal that Alice can lose whatever the bots do."""
    monkeypatch.setattr(analyses, "annotate", annotate)
    monkeypatch.setattr(commit_reveal, "base_seed", lambda _secret, _words: "sealed-b")


def sealed(page: Page) -> Challenge:
    """Fill in the organizer's form."""
    now = timezone.now()
    page.get_by_label("Title").fill("To be lost")
    page.get_by_text("More options").click()
    page.get_by_label("More stages, or custom missions").fill("tasks=3")
    page.locator("#id_players").select_option("4")
    page.get_by_label("Maximum attempts per stage").fill("1")
    page.get_by_label("Opens").fill(f"{now - HOUR:%Y-%m-%dT%H:%M}")
    page.get_by_label("Closes").fill(f"{now + HOUR:%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Create the challenge").click()
    expect(page.locator("#challenge-window")).to_contain_text("open")
    return Challenge.objects.get()


def seated(page: Page) -> Table:
    """Sit down at the table, with the first bot on offer on the other seats."""
    page.get_by_role("button", name="Play").first.click()
    for seat in (1, 2, 3):
        page.locator(f"#put-bot-{seat}").click()
        expect(page.locator(f"#put-bot-{seat}")).to_have_count(0)
    expect(page.locator(".chairs")).to_contain_text(re.compile("(solver bot.*){3}", re.DOTALL))
    return Table.objects.get()


def worst(table: Table, attempt: Attempt) -> str:
    """Return a card after which the mission cannot be won, if there is one."""
    state = event_replay.state_of(attempt)
    cards = [action for action in state.legal_actions(0) if action.text.startswith("play ")]
    lost = (card.text for card in cards if isinstance(solve(state.apply(card)), Lost))
    return next(lost, None) or advice(table, 0)


def lose(page: Page, table: Table) -> Attempt:
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator("#status")).to_be_visible()
    attempt = table.attempts.get()
    while attempt.state == Attempt.State.PLAYING:
        table.refresh_from_db()
        wait_until(page, table.version, 30)
        act(page, worst(table, attempt))
        wait_until(page, table.version + 1, 30)
        attempt.refresh_from_db()
    expect(page.get_by_role("heading", name="Mission failed")).to_be_visible()
    return attempt


def test_a_sealed_deal_is_lost_and_its_replay_shows_where(
    visit: Visit, solver: None, club: Club, crew: Crew, olga: Player, alice: Player
) -> None:
    challenge = sealed(visit(f"/clubs/{club.slug}/challenges/new/", player=olga))
    page = visit(f"/challenges/{challenge.pk}/", player=alice)
    attempt = lose(page, seated(page))
    page.goto(f"/replays/{attempt.pk}/")
    expect(page.locator(".verdict")).to_contain_text("once the challenge closes")

    Challenge.objects.update(closes_at=timezone.now())
    lifecycle.open_and_close_due()
    page.reload()
    expect(page.locator(".verdict__sentence")).to_contain_text(re.compile("^After .* the mission couldn’t be won"))
    page.get_by_role("link", name="Go to the turning point").click()
    expect(page.locator(".chapter[open] .marked--fatal")).to_contain_text("Alice plays")
    page.get_by_role("link", name="Show a winning line").click()
    expect(page.get_by_role("heading", name="Winning line")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Mission accomplished")).to_be_visible()
    fatal = Analysis.objects.get().fatal
    bots_before = [step for step, action in enumerate(event_replay.actions_of(attempt)[:fatal], 1) if action.seat]
    page.goto(f"/replays/{attempt.pk}/?step={bots_before[-1]}")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#why p").first).to_have_text(
        re.compile(r"crew’s chance|simulated deals|only card|tells the crew|suits")
    )
