"""Talk in a browser: text in the lobby, phrases while the round runs, folded with the deal."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import attempts, tables
from logbook.talk import moderation
from logbook.talk.services import say
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.conftest import person
from tests.tables.attempts_scenes import open_table, started


@pytest.fixture
def table(alice: Player, bob: Player, site: str) -> Table:
    """A table of Alice and Bob with a bot, in its lobby."""
    return open_table(alice, bob, bots=1)


def write(page: Page, text: str) -> None:
    page.get_by_label("Say something to the table").fill(text)
    page.get_by_role("button", name="Send line").click()


def passes(page: Page, name: str, width: int) -> None:
    if folder := os.environ.get("PICTURES"):  # Somebody wants to look at it.
        page.screenshot(path=Path(folder) / f"talk-{name}-{width}.png", full_page=True)
    assert violations(page) + sideways(page) == []


@pytest.mark.parametrize("width", [360, 1280])
def test_two_players_talk_in_the_lobby_and_by_phrases(
    width: int, visit: Visit, table: Table, alice: Player, bob: Player
) -> None:
    alices, bobs = (visit(f"/tables/{table.pk}/", player=player, width=width) for player in (alice, bob))
    write(alices, "x" * 301)
    expect(alices.locator("#talk-error")).to_have_text("A line has up to 300 characters; yours has 301.")
    expect(alices.get_by_label("Say something to the table")).to_have_value("x" * 301)
    write(alices, "Shall we play mission 2 after this?")
    expect(alices.get_by_label("Say something to the table")).to_have_value("")
    for page in (alices, bobs):
        expect(page.locator("#talk .talk__words")).to_have_text("Shall we play mission 2 after this?")
    expect(bobs.locator("#talk-spoken")).to_have_text(re.compile("Alice: Shall we play mission 2 after this"))
    expect(alices.locator("#talk-spoken")).to_have_text("")  # Nobody hears their own line.
    passes(alices, "lobby", width)

    bobs.get_by_label("Say something to the table").fill("Half a sent")
    started(table, alice)
    for page in (alices, bobs):
        expect(page.locator("#talk-earlier")).to_have_count(1)
        page.locator("#talk").focus()
        page.locator("#talk-phrases > summary").click()
        expect(page.get_by_role("button", name="Well played!")).to_be_visible()
        expect(page.locator("#talk .talk__words").first).to_be_hidden()
    alices.get_by_role("button", name="Good luck!").click()
    for page in (alices, bobs):
        expect(page.locator("#talk > .talk__lines .talk__words")).to_have_text("Good luck!")
    expect(bobs.locator("#talk-spoken")).to_have_text("Alice: Good luck!")
    alices.get_by_role("button", name="Sorry!").click()
    expect(alices.locator("#talk-error")).to_have_text("You can send a phrase every 15 seconds. Wait a moment.")
    passes(bobs, "phrases", width)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    expect(bobs.get_by_label("Say something to the table")).to_have_value("Half a sent")
    expect(bobs.locator("#talk .talk__words")).to_have_count(2)
    passes(bobs, "after", width)


def test_form_works_without_scripts(visit: Visit, table: Table, alice: Player) -> None:
    page = visit(f"/tables/{table.pk}/", player=alice, java_script_enabled=False)
    write(page, "Hello")
    expect(page.locator("#talk .talk__words")).to_have_text("Hello")
    expect(page.get_by_label("Say something to the table")).to_have_value("")
    started(table, alice)
    write(page, "I have no blue")
    expect(page.locator("#talk-error")).to_contain_text("During an attempt you can only send phrases.")
    expect(page.get_by_label("Your text")).to_have_value("I have no blue")


@pytest.mark.parametrize("width", [360, 1280])
def test_watchers_talk_by_themselves_until_the_end(
    width: int, visit: Visit, table: Table, alice: Player, olga: Player
) -> None:
    Table.objects.filter(pk=table.pk).update(watching=Table.Watching.LINK)
    started(table, alice)
    alices, olgas = (visit(f"/tables/{table.pk}/", player=player, width=width) for player in (alice, olga))
    olgas.locator("#talk").focus()
    olgas.get_by_label("Say something to the other watchers").fill("They should keep the nine")
    olgas.get_by_role("button", name="Send line").click()
    expect(olgas.locator("#talk .talk__words")).to_have_text("They should keep the nine")
    expect(olgas.get_by_label("Say something to the other watchers")).to_have_value("")
    passes(olgas, "watcher", width)
    say(table_id=table.pk, by=alice, phrase="sorry")
    expect(alices.locator("#talk .talk__words")).to_have_text("Sorry!")
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    expect(alices.locator("#talk .talk__words")).to_have_text(["They should keep the nine", "Sorry!"])
    passes(alices, "end", width)


@pytest.mark.parametrize("width", [360, 1280])
def test_pages_beside_the_table_fit(width: int, visit: Visit, crew: Crew, alice: Player, bob: Player) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="6", players=3, crew=crew)
    tables.take_seat(table=table, player=bob)
    line = say(table_id=table.pk, by=bob, text="Words that Alice does not like at all " * 5)
    page = visit(f"/tables/{table.pk}/", player=alice, width=width)
    page.get_by_role("link", name="Mute or report: Bob").click()
    passes(page, "line", width)
    moderation.report(line=line, by=person("Otto"), reason="Rude")
    for address, name in (("/talk/reports/", "reports"), (f"/talk/reports/{line.pk}/", "hide"),
                          (f"/crews/{crew.slug}/talk/", "crew")):  # fmt: skip
        page.goto(address)
        passes(page, name, width)
    page.goto(f"/tables/{table.pk}/talk/{line.pk}/")
    page.get_by_role("button", name="Mute Bob").click()
    expect(page.get_by_text("You won’t see what this player writes.")).to_be_visible()
    page.goto("/talk/")
    passes(page, "own", width)
