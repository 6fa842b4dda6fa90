"""Watching in a browser: no hand while an attempt runs, who watches, sent away, and the replay after the end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import attempts, tables
from logbook.tables.services.watching import choose_watching
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.browser.play_scenes import advice, wait_until
from tests.browser.presence_scenes import beat
from tests.tables.attempts_scenes import started

W = Table.Watching
AWAY = "The players are playing this attempt without watchers. You can watch the next one."


def crew_table(crew: Crew, alice: Player, game: str = "planet-nine", mission: str = "1") -> Table:
    table = tables.open_table(player=alice, game=game, mission=mission, players=3, crew=crew)
    tables.fill_with_bots(table_id=table.pk, by=alice, bot="random")
    return table


def photographed(page: Page, name: str) -> None:
    """Keep a picture of the page where somebody wants to look at it."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.parametrize("width", [360, 1280])
def test_a_watcher_sees_no_hand_and_is_sent_away(
    visit: Visit, crew: Crew, alice: Player, bob: Player, charlie: Player, width: int
) -> None:
    table = crew_table(crew, alice)
    choose_watching(table_id=table.pk, by=alice, watching=W.LINK)
    started(table, alice)
    address = f"/tables/{table.pk}/"
    alices = visit(address, player=alice, width=width)
    watchers = [visit(address, player=one, width=width) for one in (bob, charlie, None)]
    for page in watchers:
        expect(page.get_by_text("You are watching. Hands stay hidden until the attempt is over.")).to_be_visible()
        assert page.locator(".hand, .hand__card, button[name=action]").count() == 0
        beat(page)
    for page in (alices, *watchers):
        beat(page)
        expect(page.locator("#watchers")).to_contain_text("3 people are watching: Bob")
    bobs = watchers[0]
    for page, who in ((alices, "player"), (bobs, "watcher")):
        photographed(page, f"{who}-{width}")
        assert violations(page) + sideways(page) == []
    alices.locator("#fold-watchers > summary").click()
    photographed(alices, f"fold-{width}")
    alices.get_by_role("button", name="Send watchers away").click()
    for page in watchers[:2]:
        expect(page.get_by_text(AWAY)).to_be_visible()
    expect(alices.get_by_text("Watchers were sent away from this attempt.")).to_have_count(1)
    beat(alices)
    expect(alices.locator(".watchers__line")).to_have_count(0)
    photographed(bobs, f"away-{width}")
    assert violations(bobs) + sideways(bobs) == []
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    bobs.reload()
    replay = bobs.get_by_role("link", name="Replay", exact=True)
    expect(replay).to_be_visible()
    photographed(alices, f"end-{width}")
    assert violations(alices) + sideways(alices) == []
    replay.click()
    expect(bobs.locator(".hand, .hands, [data-hand]").first).to_be_visible()


def test_watcher_follows_by_stream_and_visitor_by_asking(
    visit: Visit, crew: Crew, alice: Player, charlie: Player
) -> None:
    table = crew_table(crew, alice, mission="4")
    choose_watching(table_id=table.pk, by=alice, watching=W.EVERYONE)
    started(table, alice)
    pages = [visit(f"/tables/{table.pk}/", player=player) for player in (charlie, None)]
    table.refresh_from_db()
    waiting = table.attempts.get().waiting_on[0]
    text = advice(table, waiting)
    player = table.seats.get(number=waiting).player
    if player is not None:
        attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)
    else:
        attempts.act_as_bot(attempt_id=table.attempts.get().pk, seat=waiting, text=text, seen=table.version)
    for page in pages:
        wait_until(page, table.version + 1)
        assert page.locator(".hand, .hand__card, .open-hand__cards").count() == 0
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    for page in pages:  # The attempt is lost, and all is shown.
        expect(page.locator("#moment .open-hand__cards")).to_have_count(table.players)
        assert violations(page) + sideways(page) == []


@pytest.mark.parametrize("width", [360, 1280])
def test_the_choice_and_the_list_fit(visit: Visit, crew: Crew, alice: Player, width: int) -> None:
    table = crew_table(crew, alice)
    page = visit(f"/tables/{table.pk}/", player=alice, width=width)
    page.get_by_label("Who may watch", exact=True).select_option("everyone")
    page.locator("#choose-watching").click()
    expect(page.locator("#watching")).to_have_value("everyone")
    expect(page.locator("#round")).to_have_attribute("data-seen", str(table.version + 3))
    photographed(page, f"lobby-{width}")
    assert violations(page) + sideways(page) == []
    started(table, alice)
    race = crew_table(crew, alice, "deep-blue", "troubled-waters")
    choose_watching(table_id=race.pk, by=alice, watching=W.EVERYONE)
    started(race, alice)
    for address, name in (
        ("/tables/now-playing/", "now-playing"), ("/", "front"), (f"/tables/{race.pk}/", "race"),
    ):  # fmt: skip
        visitor = visit(address, width=width)
        photographed(visitor, f"{name}-{width}")
        assert violations(visitor) + sideways(visitor) == []
        assert visitor.locator(".race-hand, .hand").count() == 0


def test_a_watcher_who_is_given_a_seat_plays(visit: Visit, crew: Crew, alice: Player, charlie: Player) -> None:
    table = crew_table(crew, alice)
    choose_watching(table_id=table.pk, by=alice, watching=W.LINK)
    started(table, alice)
    page = visit(f"/tables/{table.pk}/", player=charlie)
    page.get_by_role("button", name="Ask for the next free seat").click()
    expect(page.get_by_text("You’ve asked for a seat.")).to_be_visible()
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    alices = visit(f"/tables/{table.pk}/", player=alice)
    alices.get_by_role("button", name="Give Charlie a seat").click()
    expect(page.get_by_text("You have a seat from the next attempt on.")).to_be_visible()
    expect(alices.get_by_role("button", name="Give Charlie a seat")).to_have_count(0)
    alices.get_by_role("button", name="Try again").first.click()
    expect(page.locator("#round[data-seated]")).to_have_count(1)
    expect(page.locator(".hand__card").first).to_be_visible()
    token = page.locator(".round-frame").get_attribute("data-beat") or ""
    assert not token.split(":")[1].startswith("w")
