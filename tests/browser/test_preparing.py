"""Deals of a challenge are prepared while an organizer watches, and verified after the close."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.services import certification, challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.lib import queue
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import Visit
from tests.challenges.random_histories import Fates
from tests.challenges.scenes import make

HOUR = timedelta(hours=1)


@pytest.fixture
def challenge(site: str, club: Club, olga: Player, monkeypatch: pytest.MonkeyPatch) -> Challenge:
    """Return a challenge whose opening only waits for its two deals. The second candidate of each passes."""
    monkeypatch.setattr(queue, "send", lambda *_arguments, **_named: None)
    Fates({2: 8}).come_true(monkeypatch)
    now = timezone.now()
    wishes = {"missions": ["1", "2"], "policy": "single", "difficulty": "medium", "playouts": 10}
    return make(club, olga, opens_at=now - HOUR, closes_at=now + HOUR, **wishes)


def address(challenge: Challenge) -> str:
    return f"/challenges/{challenge.pk}/"


def step() -> None:
    """Take one step of the first deal that is not ready."""
    deal = Deal.objects.filter(state=Deal.State.PREPARING).order_by("pk")[0]
    certification.prepare_deal_step(deal_id=deal.pk, steps=deal.steps)


def test_preparing_is_watched_to_its_end(
    visit: Visit, challenge: Challenge, crew: Crew, olga: Player, bob: Player
) -> None:
    pages = [visit(address(challenge), player=bob, width=360), visit(address(challenge), player=olga)]
    first = pages[1].locator(".deal").first
    expect(first).to_contain_text("queued")
    for words in ("Rejected: 1 unwinnable", "candidate 2 is winnable", "2 won of 2 played so far"):
        step()
        expect(first).to_contain_text(words)
    while Deal.objects.order_by("pk")[0].state == Deal.State.PREPARING:
        step()
    expect(first).to_contain_text("Medium (bots won 5 of 10)")
    for page in pages:
        expect(page.locator("#preparing-count")).to_have_text(re.compile("1 of 2 deals ready"))
        expect(page.locator("#preparing-said")).to_contain_text("1 of 2 deals ready")
        assert overflow(page) == 0
    expect(pages[0].locator(".deal")).to_have_count(0)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    for page in pages:
        expect(page.get_by_text("Every deal is proven winnable")).to_be_visible()
        expect(page.locator("[sse-connect]")).to_have_count(0)
        expect(page.locator("#challenge-window")).to_contain_text(" left")
        assert overflow(page) == 0
    pages[0].get_by_role("button", name="Play").first.click()
    expect(pages[0].locator(".lobby")).to_be_visible()


def test_page_without_scripts_is_looked_at_again(visit: Visit, challenge: Challenge, olga: Player) -> None:
    page = visit(address(challenge), player=olga, java_script_enabled=False)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    page.get_by_role("link", name="Check progress").click()
    expect(page.locator("#challenge-window")).to_contain_text("open")


def test_a_failed_challenge_is_tried_again_and_deleted(
    visit: Visit, challenge: Challenge, olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    Fates({}).come_true(monkeypatch)
    page = visit(address(challenge), player=olga, width=360)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    expect(page.get_by_role("heading", name="The deals couldn’t be prepared")).to_be_visible()
    page.get_by_role("button", name="Try more candidates").click()
    expect(page.get_by_role("heading", name="Preparing the deals")).to_be_visible()
    challenges.prepare_challenge(challenge_id=challenge.pk)
    expect(page.get_by_text("Rejected: 80 unwinnable").first).to_be_visible()
    assert overflow(page) == 0
    page.get_by_role("link", name="Delete this challenge").click()
    page.get_by_role("button", name="Delete the challenge").click()
    expect(page.get_by_text("“Week 47” has been deleted.")).to_be_visible()
    assert not Challenge.objects.exists()
