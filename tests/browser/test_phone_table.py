"""A phone's table is read at a glance: nothing lies over a name or a card, and what was opened closes again."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from logbook.people.models.players import Player
from tests.browser.conftest import Visit
from tests.browser.fit_scenes import LAPTOP, PHONE, open_round, people, shown_at
from tests.browser.phone_table_scenes import act, overlaps, play_until, view_of
from tests.browser.play_scenes import advice, wait_until
from tests.tables.attempts_scenes import open_table, started

__all__ = ["people"]  # The fixture: five players with long names.

pytestmark = pytest.mark.django_db(transaction=True)

SIZES: Final = [PHONE, LAPTOP]
WITH_TOKENS: Final = [("8", 3), ("25", 4), ("11", 5), ("30", 2)]
"""Missions of Planet Nine with order tokens; in mission 25 a signal's token lies in a dead zone."""

CLIPPED: Final = """() => [...document.querySelectorAll(".felt .seat, .hand-form > .seat")].filter((seat) => {
  const [box, name] = [seat.getBoundingClientRect(), seat.querySelector(".seat__name")];
  return [name, ...name.children].some((part) => part.getBoundingClientRect().right > box.right + 0.5);
}).map((seat) => seat.textContent)"""


def two_cards_lie(view: dict[str, Any]) -> bool:
    return sum(view["tricks_won"]) >= 1 and len(view["trick"]["plays"]) == 2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("mission", "count"), WITH_TOKENS)
def test_no_name_and_no_card_is_covered(
    visit: Visit, people: list[Player], mission: str, count: int, size: tuple[int, int]
) -> None:
    table = open_table(*people[:count], mission=mission)
    started(table, people[0])
    play_until(table, people[:count], two_cards_lie)
    page = shown_at(visit, people[0], "en", size)
    open_round(page, table, people)
    expect(page.locator(".felt .signal").first).to_be_visible()
    assert overlaps(page, ".felt .signal__token", ".felt .signal .card, .felt .signal figcaption, .seat__name") == []
    assert overlaps(page, ".played__label > span:first-child", ".played__label, .seat, .tasks__chips") == []
    assert overlaps(page, ".played__marks", ".played__label > span:first-child") == []
    assert overlaps(page, ".token", ".chip__owner, .task__owner, .task__status") == []
    assert page.evaluate(CLIPPED) == []
    if size == PHONE:
        page.locator(".tasks > summary").click()
        expect(page.locator(".task .token").first).to_be_visible()
        assert overlaps(page, ".token", ".chip__owner, .task__owner, .task__status") == []


def test_the_strip_of_tasks_closes_again(visit: Visit, people: list[Player]) -> None:
    table = open_table(*people, game="deep-sea", mission="31")
    started(table, people[0])
    play_until(table, people, two_cards_lie)
    page = shown_at(visit, people[0], "en", PHONE)
    open_round(page, table, people)
    hand, summary = page.locator(".hand"), page.locator(".tasks > summary")
    closed = hand.bounding_box()
    summary.click()
    expect(page.locator(".tasks__list")).to_be_visible()
    box = summary.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert hand.bounding_box() != closed
    summary.click()
    expect(page.locator(".tasks__list")).to_be_hidden()
    assert hand.bounding_box() == closed
    assert closed is not None
    assert closed["y"] + closed["height"] <= PHONE[1]


@pytest.mark.parametrize(("task", "seen_by_others"), [("T90", True), ("T91", False)])
def test_the_strip_shows_a_prediction_to_those_who_may_know_it(
    visit: Visit, people: list[Player], task: str, seen_by_others: bool
) -> None:
    four = people[:4]
    table = open_table(*four, game="deep-sea", mission=f"tasks={task}")
    started(table, four[0])
    play_until(table, four, lambda view: view["phase"] == "predicting")
    (owner,) = view_of(table)["waiting_on"]
    act(table, four[owner], f"predict {task} 3")
    for seat, shown in ((owner, True), ((owner + 1) % 4, seen_by_others)):
        page = shown_at(visit, four[seat], "en", PHONE)
        page.goto(f"/tables/{table.pk}/")
        expect(page.locator(".chip")).to_be_visible()
        assert page.locator(".chip__number").all_text_contents() == (["3"] if shown else [])


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_player_who_can_be_nudged_shows_how_long_they_are_away(
    visit: Visit, people: list[Player], count: int, size: tuple[int, int], language: str
) -> None:
    table = open_table(*people[:count], mission="8")
    started(table, people[0])
    play_until(table, people[:count], lambda view: bool(view["trick"]) and 0 not in view["waiting_on"])
    page = shown_at(visit, people[0], language, size)
    open_round(page, table, people)
    seat = page.locator(".felt > .seat:has(.nudge:not([hidden]))")
    expect(seat.locator(".presence")).to_have_text(re.compile(r"5 min"))
    box = seat.locator(".presence").bounding_box()
    assert box is not None
    assert box["width"] > 40
    assert overlaps(page, ".felt .presence", ".felt .seat button, .felt summary, .seat__name, .seat__figures") == []
    assert page.evaluate(CLIPPED) == []


def test_a_card_that_is_passed_says_whose_it_will_be(visit: Visit, people: list[Player]) -> None:
    three = people[:3]
    table = open_table(*three, mission="1")
    started(table, three[0])
    play_until(table, three, lambda view: any("distress" in text for text in view_of(table, 0)["legal"]))
    act(table, three[0], "propose distress left")
    for player in three[1:]:
        act(table, player, "agree")
    page = visit(f"/tables/{table.pk}/", player=three[0], width=360, has_touch=True)
    card = page.locator(".hand__card--playable").first
    label = card.get_attribute("aria-label") or ""
    assert re.fullmatch(r"Pass \w+ \d to Maximilian B\.", label)
    page.evaluate("localStorage.setItem('second-press', 'on')")
    card.click()
    expect(page.locator("#why")).to_have_text(f"Press again to pass {label.removeprefix('Pass ')}")
    expect(page.locator("#spoken")).to_have_text(f"Press again to pass {label.removeprefix('Pass ')}")
    card.click()
    wait_until(page, table.version + 1, 20)


@pytest.mark.parametrize("scripts", [True, False])
def test_the_panel_of_a_prepared_card_closes_once_it_is_saved(
    visit: Visit, people: list[Player], scripts: bool
) -> None:
    three = people[:3]
    table = open_table(*three, mission="1")
    started(table, three[0])
    while (view := view_of(table))["phase"] not in ("gap", "trick") or 0 in view["waiting_on"]:
        seat = min(view["waiting_on"])
        act(table, three[seat], advice(table, seat))
    page = visit(f"/tables/{table.pk}/", player=three[0], width=360, java_script_enabled=scripts)
    page.locator("#fold-prepare > summary").click()
    page.locator(".prepare select").first.select_option(index=1)
    page.locator(".prepare").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Card prepared")).to_be_visible()
    expect(page.locator(".prepare")).to_be_hidden()
