"""Scenes that the tests of fit share with others."""

from __future__ import annotations

import json
from typing import Final

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.models import Table
from tests.browser.conftest import Visit

NAMES: Final = ("Annemarie-Louise", "Maximilian B.", "Christopher", "Bernadette W.", "Olga")


PHONE: Final = (360, 740)


LAPTOP: Final = (1280, 850)


LOCALES: Final = {"en": "en-GB", "fr": "fr-FR"}


@pytest.fixture
def people(transactional_db: None) -> list[Player]:
    users = [User.objects.create_user(f"p{number}", f"p{number}@example.org", "p") for number in range(len(NAMES))]
    return [Player.objects.create(user=user, name=name) for user, name in zip(users, NAMES, strict=True)]


def shown_at(visit: Visit, player: Player, language: str, size: tuple[int, int]) -> Page:
    page = visit("/healthz/", player=player, width=size[0], locale=LOCALES[language])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


def open_round(page: Page, table: Table, people: list[Player]) -> None:
    """Open the table while all others are away, so that each awaited seat can be nudged or given to a bot."""
    ages = {presence.presence_key(table.pk, player.pk): 300 for player in people[1:]}
    page.route("**/beat/", lambda route: route.fulfill(status=200, body=json.dumps(ages)))
    page.goto(f"/tables/{table.pk}/")
    for key in ages:
        seat = page.locator(f'[data-presence="{key}"]:is(.seat--turn, .fleet--turn)')
        if seat.count():
            expect(seat.locator("form").first).to_be_visible()
