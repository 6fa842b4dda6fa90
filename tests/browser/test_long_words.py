"""In a language whose texts are 30% longer, the heaviest pages fit a phone: nothing scrolls sideways."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page

from logbook.challenges.models.challenges import Challenge
from logbook.people.models.players import Player
from logbook.tables.models import Attempt
from tests import pseudo_language
from tests.browser.accessibility_scenes import sideways
from tests.browser.conftest import Visit
from tests.leaderboards.scenes import sat, strangers
from tests.site.pseudo_scenes import folder, rank_the_season, spoken, world
from tests.site.world import World

__all__ = ["folder", "spoken", "world"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("spoken")]

PHONE = 360
WIDE = """() => [...document.querySelectorAll("main *")].filter(one => one.getBoundingClientRect().right > innerWidth)
  .slice(0, 3).map(one => one.outerHTML.slice(0, 200))"""


@pytest.fixture
def addresses(world: World) -> list[str]:
    """The heaviest pages: standings, a leaderboard, an end, a season, a closed challenge, and others."""
    sat("success", people=strangers(), mission="1")
    closed = Challenge.objects.get(state="closed")
    rank_the_season(world)
    ended = Attempt.objects.filter(table__crew=world.crew, table__stage__challenge=closed).get()
    named = [(name, {key: world.fill(name, key) for key in blanks}) for name, blanks in NAMED.items()]
    return [
        reverse("challenge", args=[closed.pk]),
        reverse("table", args=[ended.table_id]),
        reverse("replay", args=[ended.pk]),
        f"{reverse('leaderboard', args=['planet-nine', '1'])}?players=4",
        *(reverse(name, kwargs=words) for name, words in named),
    ]


NAMED = {
    "club-standings": ["slug"], "season": ["pk"], "club": ["slug"], "crew": ["slug"], "crew-statistics": ["slug"],
    "campaign": ["pk"], "leaderboard-list": [], "home": [], "daily": [], "table-list": [], "table-new": [],
    "profile": [],
    "traveller": ["challenge_id", "stage", "attempt"], "certificate": ["challenge_id", "stage", "attempt"],
    "challenge-check": ["challenge_id"], "challenge-list": [], "club-list": [], "crew-list": [],
}  # fmt: skip


WITH_BOARDS = ("/seasons/", "/leaderboards/planet", "/clubs/night-watch/standings/")


def opened_folds(page: Page) -> None:
    page.evaluate('document.querySelectorAll("main details").forEach(one => { one.open = true; })')


def test_nothing_scrolls_sideways_in_longer_texts(visit: Visit, addresses: list[str], alice: Player) -> None:
    page = visit("/", player=alice, width=PHONE)
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": pseudo_language.CODE, "url": page.url}])
    wrong = []
    for address in addresses:
        page.goto(address)
        assert pseudo_language.OPEN in page.locator(".site-nav").inner_html(), address
        assert page.locator("main table.board").count() or not address.startswith(WITH_BOARDS), address
        opened_folds(page)
        if too_wide := sideways(page):
            wrong.append((too_wide, page.evaluate(WIDE)))
    assert wrong == []
