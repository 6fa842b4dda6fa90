"""What a player needs is on one screen: of a phone (360×740) and of a laptop (1280×850), in every game and language."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page

import games
from games.bots import bots_of
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests import wide
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import Visit
from tests.browser.fit_scenes import LAPTOP, LOCALES, PHONE, open_round, people, shown_at
from tests.tables.attempts_scenes import open_table, started

__all__ = ["people"]  # Fixtures.

pytestmark = pytest.mark.django_db(transaction=True)

MARKET_BAR: Final = 44
"""The height of the bar with which the market begins on a phone."""
LARGEST: Final = {
    "planet-nine": [("47", 5), ("50", 5), ("47", 2), ("32", 3)],
    "deep-sea": [("31", 5), ("26", 5), ("10", 2)],
}
"""The missions and numbers of players that need the most room: measured over all (`WIDE=1`)."""
ALL: Final = {
    game: [(mission, players) for players in range(2, 6) for mission in games.GAMES[game].missions] for game in LARGEST
}
CASES: Final = wide.of(LARGEST, ALL)
LAST: Final = {"trick", "gap"}
"""Later in an attempt the hands are smaller."""


def moments(table: Table, people: list[Player], limit: int) -> Iterator[str]:
    """Play on as the bots advise; yield the phase whenever the first player sees another page."""
    seen = set[tuple[str, bool]]()
    for _ in range(limit):
        attempt = Attempt.objects.select_related("table").get(table=table)
        if attempt.state != Attempt.State.PLAYING:
            return
        state = event_replay.state_of(attempt)
        moment = (state.view(None)["phase"], 0 in state.waiting_on)
        if moment not in seen:
            seen.add(moment)
            yield moment[0]
        seat = min(state.waiting_on)
        text = bots_of(table.game)["careful"].choose(state.view(seat), Random(attempt.length))
        assert text is not None
        version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
        attempts.act(table_id=table.pk, player=people[seat], text=text, seen=version)


def closed(table: Table) -> None:
    """A player has at most sixty open tables."""
    Table.objects.filter(pk=table.pk).update(state=Table.State.ENDED)


def bottoms(page: Page, parts: tuple[str, ...]) -> dict[str, float]:
    """Return where these parts of the page end, in pixels from its top; those that are not shown are left out."""
    script = """(parts) => Object.fromEntries(parts.flatMap((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      return box?.height ? [[part, box.bottom + scrollY]] : [];
    }))"""
    return dict(page.evaluate(script, parts))


def check(page: Page, parts: tuple[str, ...], height: float, what: object) -> None:
    ends = bottoms(page, parts)
    assert "#status" in ends
    assert {part: end for part, end in ends.items() if end > height} == {}, what
    assert overflow(page) == 0, what


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("game", CASES)
def test_status_trick_tasks_and_hand_fit_a_phone(visit: Visit, people: list[Player], game: str, language: str) -> None:
    page = shown_at(visit, people[0], language, PHONE)
    for mission, count in CASES[game]:
        table = open_table(*people[:count], game=game, mission=mission)
        started(table, people[0])
        for phase in moments(table, people, 40):
            open_round(page, table, people)
            check(page, ("#status", ".trick", ".tasks", ".hand"), PHONE[1], (mission, count, phase))
            if phase in LAST:
                break
        closed(table)


@pytest.mark.parametrize("game", CASES)
def test_a_laptop_never_scrolls(visit: Visit, people: list[Player], game: str) -> None:
    page = shown_at(visit, people[0], "fr", LAPTOP)
    for mission, count in CASES[game]:
        table = open_table(*people[:count], game=game, mission=mission)
        started(table, people[0])
        for phase in moments(table, people, 40):
            open_round(page, table, people)
            check(page, ("#status", "html"), LAPTOP[1], (mission, count, phase))
            if phase in LAST:
                break
        closed(table)


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("count", wide.of([5], [2, 3, 4, 5]))
def test_map_choice_and_hand_of_a_race_fit_a_phone(
    visit: Visit, people: list[Player], count: int, language: str
) -> None:
    page = shown_at(visit, people[0], language, PHONE)
    table = open_table(*people[:count], game="deep-blue", mission="troubled-waters")
    started(table, people[0])
    for phase in moments(table, people, wide.of(60, 200)):
        open_round(page, table, people)
        scene = ".dive" if page.locator(".race--diving").count() else ".chart__sea"
        check(page, ("#status", scene, ".race-choices", ".hand"), PHONE[1] - MARKET_BAR, (count, phase))


def test_map_choice_and_hand_of_a_race_fit_a_laptop(visit: Visit, people: list[Player]) -> None:
    page = shown_at(visit, people[0], "fr", LAPTOP)
    table = open_table(*people, game="deep-blue", mission="troubled-waters")
    started(table, people[0])
    for phase in moments(table, people, wide.of(60, 200)):
        open_round(page, table, people)
        check(page, ("#status", "html"), LAPTOP[1], phase)


def test_the_market_of_a_race_is_a_sheet_on_a_phone(visit: Visit, people: list[Player]) -> None:
    table = open_table(*people[:2], game="deep-blue", mission="troubled-waters")
    started(table, people[0])
    page = shown_at(visit, people[0], "en", PHONE)
    page.goto(f"/tables/{table.pk}/")
    sheet = page.locator("#market")
    assert sheet.get_attribute("open") is None
    closed = sheet.bounding_box()
    assert closed is not None
    assert closed["y"] + closed["height"] == PHONE[1]
    page.locator("#market > summary").click()
    opened = sheet.bounding_box()
    assert opened is not None
    assert 0 < opened["y"] < closed["y"] - 200
    assert opened["y"] + opened["height"] == PHONE[1]
