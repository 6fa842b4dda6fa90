"""A "?" beside each task and condition explains it, without leaving the table; the rules are one press away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.browser.accessibility_scenes import overflow, sideways, violations
from tests.browser.conftest import Visit
from tests.browser.fit_scenes import people
from tests.browser.phone_table_scenes import overlaps, play_until, view_of
from tests.tables.attempts_scenes import open_table, started

__all__ = ["people"]

pytestmark = pytest.mark.django_db(transaction=True)

NOT_IN_SIGHT = """links => links.filter(link => {
  const box = link.getBoundingClientRect();
  return box.width < 24 || box.height < 24 || box.left < 0 || box.right > innerWidth;
}).map(link => link.href)"""


@pytest.fixture
def table(people: list[Player]) -> Table:
    """Return a table of four in Deep Sea with two tasks and currents, before the first trick."""
    table = open_table(*people[:4], game="deep-sea", mission="tasks=T74,T83 currents")
    started(table, people[0])
    play_until(table, people[:4], lambda view: view["phase"] == "gap")
    return table


def opened(visit: Visit, table: Table, player: Player, width: int = 1280, **options: object) -> Page:
    return visit(f"/tables/{table.pk}/", player=player, width=width, **options)


def test_a_click_explains_a_task_and_a_condition(visit: Visit, table: Table, people: list[Player]) -> None:
    page = opened(visit, table, people[0])
    page.locator(".task[data-task=T74]").get_by_role("link", name="Explain: Win no tricks.").click()
    shown = page.get_by_role("dialog", name="Win no tricks.")
    expect(shown).to_contain_text("the first one that you win fails the task")
    expect(shown.get_by_role("link", name="Read more in the rules")).to_have_attribute("href", "/rules/#task-cards")
    shown.get_by_role("button", name="Close").click()
    page.get_by_role("link", name=re.compile("^Explain: Currents")).click()
    expect(page.get_by_role("dialog", name="Currents")).to_contain_text("A signal shows a card, but not")
    assert page.url.endswith(f"/tables/{table.pk}/")


def test_the_keyboard_opens_and_closes_it_and_goes_on_from_there(
    visit: Visit, table: Table, people: list[Player]
) -> None:
    page = opened(visit, table, people[0])
    link = page.locator(".task[data-task=T83]").get_by_role("link", name="Explain: Win exactly one trick.")
    link.focus()
    page.keyboard.press("Enter")
    shown = page.get_by_role("dialog", name="Win exactly one trick.")
    expect(shown).to_be_visible()
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    expect(link).to_be_focused()


def test_a_tap_explains_a_task_on_a_phone(visit: Visit, table: Table, people: list[Player]) -> None:
    page = opened(visit, table, people[0], 360, has_touch=True, is_mobile=True)
    page.locator(".tasks > summary").tap()
    page.locator(".task[data-task=T74] .help").tap()
    expect(page.get_by_role("dialog", name="Win no tricks.")).to_be_visible()
    assert overflow(page) == 0


def test_axe_finds_nothing_in_the_opened_tasks_and_the_dialog(visit: Visit, table: Table, people: list[Player]) -> None:
    page = opened(visit, table, people[0], 360)
    page.locator(".tasks > summary").click()
    assert [*violations(page), *sideways(page)] == []
    page.locator(".task[data-task=T74] .help").click()
    expect(page.get_by_role("dialog", name="Win no tricks.")).to_be_visible()
    assert [*violations(page), *sideways(page)] == []


def test_link_leads_to_the_explanation_without_scripts(visit: Visit, table: Table, people: list[Player]) -> None:
    page = opened(visit, table, people[0], java_script_enabled=False)
    page.locator(".task[data-task=T74] .help").click()
    expect(page.get_by_role("heading", name="Win no tricks.")).to_be_visible()
    expect(page.get_by_text("the first one that you win fails the task")).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_task_is_explained_while_it_is_chosen(visit: Visit, people: list[Player], width: int) -> None:
    table = open_table(*people[:4], game="deep-sea", mission="tasks=T48,T83,T90")
    started(table, people[0])
    (captain,) = view_of(table)["waiting_on"]
    page = opened(visit, table, people[captain], width)
    links = page.locator(".choices .help")
    expect(links).to_have_count(3)
    assert links.evaluate_all(NOT_IN_SIGHT) == []
    links.nth(0).click()
    expect(page.get_by_role("dialog", name="Task card")).to_contain_text("The number is 23 with two or three players")
    assert list(view_of(table)["waiting_on"]) == [captain], "a question takes no task"


def test_the_clock_is_explained_beside_the_mission(visit: Visit, people: list[Player]) -> None:
    table = open_table(*people[:4], game="deep-sea", mission="14")
    started(table, people[0])
    page = opened(visit, table, people[0])
    page.get_by_role("link", name="Explain the clock").click()
    expect(page.get_by_role("dialog", name="Against the clock")).to_contain_text(
        "if the time runs out, the attempt fails"
    )


@pytest.mark.parametrize(("mission", "count"), [("25", 4), ("11", 5), ("30", 2)])
@pytest.mark.parametrize("width", [360, 1280])
def test_every_task_and_token_of_planet_nine_is_explained(
    visit: Visit, people: list[Player], mission: str, count: int, width: int
) -> None:
    table = open_table(*people[:count], mission=mission)
    started(table, people[0])
    play_until(table, people[:count], lambda view: view["phase"] == "gap")
    page = opened(visit, table, people[0], width)
    if width == 360:
        page.locator(".tasks > summary").click()
    tasks = page.locator(".task")
    expect(tasks.locator(".help")).to_have_count(tasks.count())
    assert page.locator(".help").evaluate_all(NOT_IN_SIGHT) == []
    assert overlaps(page, ".help", ".task__owner, .task__status, .task .card, .task .token, .help") == []
    page.locator(".task:has(.token) .help").first.click()
    expect(page.get_by_role("dialog", name="Task")).to_contain_text("Its token gives the order: this task must be")


def test_a_scenario_is_explained_in_a_race(visit: Visit, people: list[Player]) -> None:
    table = open_table(*people[:3], game="deep-blue", mission="troubled-waters")
    started(table, people[0])
    page = opened(visit, table, people[0], 360)
    page.get_by_role("link", name="Explain this scenario").click()
    expect(page.get_by_role("dialog")).to_contain_text("How we play it")


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize(
    ("game", "mission", "chapter", "heading"),
    [
        ("planet-nine", "4", "tasks", "Tasks"),
        ("deep-sea", "4", "sharing", "Who takes which task"),
        ("deep-blue", "troubled-waters", "turn", "Your turn: one of four actions"),
    ],
)
def test_the_rules_are_one_press_away(
    visit: Visit, people: list[Player], game: str, mission: str, chapter: str, heading: str, width: int
) -> None:
    table = open_table(*people[:3], game=game, mission=mission)
    page = opened(visit, table, people[0], width)
    expect(page.locator(".lobby .rules-link")).to_have_attribute("href", f"/rules/#{game}")
    started(table, people[0])
    page.goto(f"/tables/{table.pk}/")
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page).to_have_url(re.compile(f"/rules/#{chapter}$"))
    expect(page.get_by_role("heading", name=heading, exact=True)).to_be_in_viewport()
    page.go_back()
    expect(page.locator("#round")).to_be_visible()
