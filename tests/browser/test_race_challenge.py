"""A race challenge to its close: three crews race the same sealed game, are ranked, and verify the seal."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.bots import bots_of
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges, lifecycle
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import PATIENCE, Visit
from tests.browser.play_scenes import wait_until
from tests.browser.race_scenes import advice, press
from tests.races.challenge_scenes import of, three_crews

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)
CLICKED = 4
"""The number of clicked decisions per race."""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every run race the same game, against a bot that decides fast."""
    monkeypatch.setattr(challenges, "bots_of", lambda game: {"careful": bots_of(game)["careful"]})
    monkeypatch.setattr(challenges, "new_base_seed", lambda: "2" * 64)


def sealed(page: Page) -> Challenge:
    """Tick a scenario in the organizer's form; every other value but the times is its default."""
    now = timezone.now()
    page.get_by_label("Title").fill("Under the reef")
    page.get_by_label("Efficiency Bonus").check()
    page.locator("#id_players").select_option("2")
    page.get_by_label("Opens").fill(f"{now - HOUR:%Y-%m-%dT%H:%M}")
    page.get_by_label("Closes").fill(f"{now + HOUR:%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Create the challenge").click()
    expect(page.get_by_text("Everyone plays the same sealed race solo: a careful bot takes")).to_be_visible()
    return Challenge.objects.get()


def race(page: Page, player: Player) -> Attempt:
    """Race from the challenge's page to the end: first by clicks, then through the same service."""
    page.get_by_role("button", name="Race online").click()
    page.get_by_role("button", name="Start the race").click()
    expect(page.locator("#status")).to_be_visible()
    table = Table.objects.get(soloist=player)
    for _ in range(CLICKED):
        table.refresh_from_db()
        press(page, advice(table, 0))
        wait_until(page, table.version + 1, PATIENCE)
    attempt, address = table.attempts.get(), page.url
    page.goto("about:blank")  # No page follows during a hundred actions.
    while attempt.state == Attempt.State.PLAYING:
        table.refresh_from_db()
        attempts.act(table_id=table.pk, player=player, text=advice(table, 0), seen=table.version)
        attempt.refresh_from_db()
    page.goto(address)
    expect(page.locator("#end-title")).to_be_visible()
    assert overflow(page) == 0
    return attempt


def lines(page: Page, caption: str) -> list[str]:
    """Return the names in a table of the standings, in order."""
    table = page.locator("table", has=page.locator("caption", has_text=caption))
    names: list[str] = table.locator("tbody th").all_inner_texts()
    return names


def test_three_crews_race_to_the_close_and_check_the_seal(
    visit: Visit, quick: None, club: Club, crew: Crew, olga: Player, alice: Player
) -> None:
    three_crews(club, crew)
    organizer = visit(f"/clubs/{club.slug}/challenges/new/?game=deep-blue", player=olga)
    address = f"/challenges/{sealed(organizer).pk}/"
    racers = {"Alice": 1280, "Dora": 360, "Fay": 360}
    pages = {name: visit(address, player=of(name), width=width) for name, width in racers.items()}
    points = {}
    for name, page in pages.items():
        ended = race(page, of(name))
        assert ended.scores is not None
        points[name] = ended.scores[0]
        page.goto(address)
        expect(page.get_by_text(re.compile(rf"^{ended.scores[0]} points?$"))).to_be_visible()
    assert len({attempt.seed for attempt in Attempt.objects.all()}) == 1

    Challenge.objects.update(closes_at=timezone.now())
    lifecycle.open_and_close_due()
    best = sorted(points, key=lambda name: -points[name])
    crew_of = {"Alice": "Aurora", "Dora": "Borealis", "Fay": "Corona"}
    for page in (organizer, pages["Dora"]):
        page.goto(address)
        assert lines(page, "Players:") == best
        assert lines(page, "Crews:") == [crew_of[name] for name in best]
        assert overflow(page) == 0
    organizer.get_by_role("link", name="Check every deal").click()
    expect(organizer.locator(".checks .badge--good")).to_have_count(4)
    expect(organizer.locator(".checks .badge--bad")).to_have_count(0)
