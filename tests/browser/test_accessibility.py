"""axe-core finds nothing on any page, and nothing scrolls sideways: light and dark, both widths, both languages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import deals, tables
from tests import wide
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn
from tests.site import world as stage
from tests.site.world import World

KEY_PAGES = (
    "home", "crew", "crew-statistics", "campaign", "club", "challenge", "season", "mission", "leaderboard", "replay",
    "table-list", "rules", "explanation",
)  # fmt: skip
VIEWS = wide.of([(360, "dark", "en")], [*product((360, 1280), ("light", "dark"), ("en", "fr"))])


@pytest.fixture
def world(crew: Crew, club: Club, running: Challenge, alice: Player, bob: Player, guest: Player) -> World:
    with time_machine.travel(NOON + HOUR, tick=False):
        return stage.build(crew, club, running, alice, bob, guest)


@pytest.fixture
def round_of_cards(alice: Player) -> Table:
    """A Deep Sea round under way, with tasks and a hand on the page."""
    table = tables.open_table(player=alice, game="deep-sea", mission="4", players=3)
    for number in (1, 2):
        tables.put_bot(table_id=table.pk, by=alice, number=number, bot="random")
    deals.start_attempt(table_id=table.pk, player=alice)
    return table


def pages_of(world: World, browser: Client) -> Iterator[str]:
    """Yield the addresses of the key pages; with WIDE=1 of every page that the owner may read."""
    for name, blanks in stage.patterns():
        address = reverse(name, kwargs={key: world.fill(name, key) for key in blanks})
        if name in KEY_PAGES or (wide.WIDE and _is_page(browser, address)):
            yield address


def _is_page(browser: Client, address: str) -> bool:
    browser.raise_request_exception = False  # Not every page stands on its own.
    answer = browser.get(address)
    is_whole = not answer.streaming and answer.content.lstrip().startswith(b"<!doctype html>")  # No file, no part.
    return answer.status_code == 200 and is_whole


def small_fields(page: Page) -> list[str]:
    """Return the fields whose letters are smaller than 16 pixels: a phone zooms into them."""
    fields = "input:not([type=checkbox], [type=radio], [type=submit], [type=hidden]), select, textarea"
    script = f"""() => [...document.querySelectorAll({fields!r})]
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `${{location.pathname}}: ${{field.name || field.id}}`)"""
    return list(page.evaluate(script))


def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    visit: Visit, world: World, round_of_cards: Table, alice: Player, signed_in: SignedIn
) -> None:
    addresses = [reverse("table", args=(round_of_cards.pk,)), *pages_of(world, signed_in(alice))]
    assert len(addresses) > len(KEY_PAGES)
    wrong = []
    for width, scheme, language in VIEWS:
        page = visit("/", player=alice, width=width, color_scheme=scheme, reduced_motion="reduce")
        page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.url}])
        for address in addresses:
            page.goto(address)
            wrong += [*violations(page), *sideways(page), *small_fields(page)]
    assert wrong == []
