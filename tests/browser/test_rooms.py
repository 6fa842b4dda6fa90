"""The room in the browser: two people end a round, meet at the table's address, step, swap the lead, and comment."""

from __future__ import annotations

import os
import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from logbook.people.models.players import Player
from logbook.rooms.models import Room
from logbook.rooms.selectors.rooms import markable_cards
from logbook.rooms.services import rooms as services
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.reviews.scenes import finished, race, race_before_its_end
from tests.rooms.scenes import fourth_trick
from tests.tables.attempts_scenes import open_table, started


@pytest.fixture
def attempt(alice: Player, bob: Player, olga: Player, site: str) -> Attempt:
    """A finished attempt of three players, lost."""
    return finished(alice, bob, olga)


def photographed(page: Page, name: str) -> None:
    """Keep a picture of the page where somebody wants to look at it."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def figure(page: Page, step: int, last: int) -> None:
    expect(page.locator(".stepper__figure")).to_have_text(f"{step}/{last}")


@pytest.mark.parametrize("width", [360, 1280])
def test_two_people_meet_in_the_room(width: int, visit: Visit, attempt: Attempt, alice: Player, bob: Player) -> None:
    last, address = attempt.length, f"/tables/{attempt.table_id}/"
    alices, bobs = (visit(address, player=one, width=width) for one in (alice, bob))
    for page in (alices, bobs):
        figure(page, last, last)
        expect(page.locator(".felt")).to_have_count(1)
    photographed(alices, f"table-room-{width}")
    alices.get_by_role("button", name="Lead", exact=True).click()
    expect(alices.get_by_text("You lead: everyone follows your steps.")).to_be_visible()
    expect(bobs.get_by_text("You’re following Alice.")).to_be_visible()
    alices.keyboard.press("Home")
    figure(bobs, 0, last)
    for step in (1, 2):
        alices.locator("#step-forward").click()
        for page in (alices, bobs):
            figure(page, step, last)
    expect(alices.locator("#step-forward")).to_be_focused()
    bobs.get_by_role("button", name="Lead", exact=True).click()
    expect(bobs.get_by_role("alert")).to_have_text(
        "Alice is leading now. You can lead once Alice is away, or hasn’t moved for a minute."
    )
    bobs.keyboard.press("ArrowRight")
    figure(bobs, 3, last)
    expect(bobs.get_by_text("You’re viewing the replay on your own.")).to_be_visible()
    alices.keyboard.press("ArrowLeft")
    figure(alices, 1, last)
    figure(bobs, 3, last)
    bobs.get_by_role("link", name="With Alice").click()
    figure(bobs, 1, last)
    photographed(bobs, f"room-follows-{width}")


@pytest.mark.parametrize("width", [360, 1280])
def test_what_people_leave_in_the_room_is_there_again(
    width: int, visit: Visit, attempt: Attempt, alice: Player, bob: Player
) -> None:
    last, address = attempt.length, f"/tables/{attempt.table_id}/"
    services.take_lead(attempt=attempt, by=alice)
    services.go_to(attempt=attempt, by=alice, step=1)
    alices, bobs = (visit(address, player=one, width=width) for one in (alice, bob))
    Room.objects.update(led_at=None)  # Alice has said nothing for a minute.
    bobs.get_by_role("button", name="Lead", exact=True).click()
    expect(alices.get_by_text("You’re following Bob.")).to_be_visible()
    bobs.locator("#step-forward").click()
    figure(alices, 2, last)

    bobs.get_by_label("Comment on: Moment 2").fill("Why not the nine?")
    bobs.get_by_role("button", name="Add comment").click()
    for page in (alices, bobs):
        expect(page.locator(".comment__text")).to_have_text("Why not the nine?")
    alices.get_by_label("Card", exact=True).first.select_option(index=3)
    alices.get_by_role("button", name="Mark this card").click()
    for page in (alices, bobs):
        expect(page.locator(".room__people")).to_contain_text("Alice")
        figure(page, 2, last)
    for page in (alices, bobs):
        page.reload()
        figure(page, 2, last)
        expect(page.locator(".comment__text")).to_have_text("Why not the nine?")
        assert page.url.split("?")[0].endswith(address)
        assert violations(page) + sideways(page) == []
    photographed(bobs, f"room-leads-{width}")


@pytest.mark.parametrize("width", [360, 1280])
def test_table_becomes_the_room_and_the_next_deal_takes_it_away(
    width: int, visit: Visit, alice: Player, bob: Player, olga: Player, site: str
) -> None:
    table = open_table(alice, bob, olga, mission="2")
    attempt = started(table, alice)
    alices, bobs = (visit(f"/tables/{table.pk}/", player=one, width=width) for one in (alice, bob))
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    ended = Attempt.objects.get(pk=attempt.pk)
    for page in (alices, bobs):
        expect(page.locator("#end-title")).to_be_visible()
        figure(page, ended.length, ended.length)
        expect(page.locator(".felt")).to_have_count(1)
        assert violations(page) + sideways(page) == []
    alices.get_by_role("button", name="Lead", exact=True).click()
    alices.keyboard.press("Home")
    figure(bobs, 0, ended.length)
    bobs.locator(".review__form textarea").fill("Why not the nine?")

    alices.get_by_role("button", name=re.compile("^Try again")).first.click()
    for page in (alices, bobs):
        expect(page.locator("#room")).to_have_count(0)
        expect(page.locator("#end-title")).to_have_count(0)
        expect(page.locator(".hand__card").first).to_be_visible()
    bobs.get_by_role("link", name="Your unsent comment is kept in this browser.").click()
    expect(bobs.locator(".review__form textarea")).to_have_value("Why not the nine?")


@pytest.mark.parametrize("width", [360, 1280])
def test_leader_plays_on_for_the_others(width: int, visit: Visit, attempt: Attempt, alice: Player, bob: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)
    services.go_to(attempt=attempt, by=alice, step=fourth_trick(attempt))
    services.mark_card(attempt=attempt, by=bob, card="B7")
    alices, bobs = (visit(f"/rooms/{attempt.pk}/", player=one, width=width) for one in (alice, bob))
    start = Room.objects.get().step
    alices.locator(".open-hand__play").first.click()
    for page in (alices, bobs):
        figure(page, start + 1, start + 1)
        expect(page.get_by_role("heading", name="What if", exact=True)).to_be_visible()
    expect(bobs.locator(".open-hand__play")).to_have_count(0)
    photographed(alices, f"whatif-{width}")
    alices.keyboard.press("ArrowLeft")
    figure(bobs, start, start + 1)
    alices.get_by_role("button", name="Back to the replay").click()
    for page in (alices, bobs):
        figure(page, start, attempt.length)


@pytest.mark.parametrize("width", [360, 1280])
def test_moment_is_dealt_to_those_who_are_here(
    width: int, visit: Visit, attempt: Attempt, alice: Player, bob: Player
) -> None:
    alices, bobs = (visit(f"/rooms/{attempt.pk}/", player=one, width=width) for one in (alice, bob))
    alices.get_by_role("button", name="Lead", exact=True).click()
    expect(bobs.get_by_text("You’re following Alice.")).to_be_visible()
    alices.keyboard.press("Home")
    alices.locator("#step-forward").click()
    figure(alices, 1, attempt.length)
    for page in (alices, bobs):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # It sends a beat at once.
        expect(page.locator("#room-here")).to_have_text("Here now: Alice and Bob")
    alices.get_by_role("button", name="Play on from here").click()
    expect(alices.locator(".round__practice")).to_have_text(
        "Practice: a moment of a replay, dealt again. It counts nowhere."
    )
    assert violations(alices) + sideways(alices) == []
    photographed(alices, f"practice-{width}")
    bobs.get_by_role("link", name="Go to my practice table").click()
    expect(bobs.locator("#round[data-seated]")).to_be_visible()
    assert bobs.url == alices.url


def test_room_works_without_scripts(visit: Visit, attempt: Attempt, alice: Player, bob: Player) -> None:
    last = attempt.length
    alices, bobs = (
        visit(f"/tables/{attempt.table_id}/", player=one, java_script_enabled=False) for one in (alice, bob)
    )
    alices.get_by_role("button", name="Lead", exact=True).click()
    alices.locator("#step-first").click()
    alices.locator("#step-forward").click()
    figure(alices, 1, last)
    bobs.reload()
    figure(bobs, 1, last)
    bobs.locator("#step-forward").click()
    figure(bobs, 2, last)
    expect(bobs.get_by_text("You’re viewing the replay on your own.")).to_be_visible()
    bobs.get_by_role("link", name="With Alice").click()
    figure(bobs, 1, last)
    bobs.get_by_role("button", name="Mark this card").click()
    expect(bobs.locator(".room__people")).to_contain_text("Bob")
    bobs.get_by_label("Comment on: Moment 1").fill("Why not the nine?")
    bobs.get_by_role("button", name="Add comment").click()
    expect(bobs.locator(".comment__text")).to_have_text("Why not the nine?")
    figure(bobs, 1, last)


@pytest.mark.parametrize("width", [360, 1280])
def test_racers_look_back_together(width: int, visit: Visit, alice: Player, bob: Player, site: str) -> None:
    attempt = race(alice, bob)
    Table.objects.filter(pk=attempt.table_id).update(state=Table.State.ENDED)
    alices, bobs = (visit(f"/tables/{attempt.table_id}/", player=one, width=width) for one in (alice, bob))
    figure(alices, attempt.length, attempt.length)
    photographed(alices, f"race-ended-{width}")
    alices.get_by_role("button", name="Lead", exact=True).click()
    expect(bobs.get_by_text("You’re following Alice.")).to_be_visible()
    alices.keyboard.press("Home")
    figure(bobs, 0, attempt.length)
    alices.locator("#step-trick-forward").click()
    for page in (alices, bobs):
        expect(page.locator(".chapter__lines [aria-current]").first).to_be_visible()
    photographed(bobs, f"race-follows-{width}")
    bobs.locator("#fold-dives > summary").click()
    before = bobs.locator(".stepper__figure").text_content()
    alices.locator("#step-trick-forward").click()
    expect(bobs.locator(".stepper__figure")).not_to_have_text(before or "")
    expect(bobs.locator("#fold-dives .past__dives")).to_be_visible()
    photographed(bobs, f"race-dives-{width}")
    photographed(alices, f"race-leads-{width}")
    alices.locator("#moment .race-choices button, #moment .reach").first.click()
    for page in (alices, bobs):
        expect(page.get_by_role("heading", name="What if", exact=True)).to_be_visible()
        assert violations(page) + sideways(page) == []
    photographed(alices, f"race-whatif-{width}")


@pytest.mark.parametrize("width", [360, 1280])
def test_race_that_ends_becomes_the_room(width: int, visit: Visit, alice: Player, bob: Player, site: str) -> None:
    running, last = race_before_its_end(alice, bob)
    table = running.table
    alices, bobs = (visit(f"/tables/{table.pk}/", player=one, width=width) for one in (alice, bob))
    for page in (alices, bobs):
        expect(page.locator("#round[data-seated]")).to_be_visible()
    player = table.seats.get(number=last.seat).player
    attempts.act(table_id=table.pk, player=player, text=last.text, seen=table.version)
    for page in (alices, bobs):
        expect(page.locator("#end-title")).to_be_visible()
        figure(page, running.length + 1, running.length + 1)
        expect(page.locator("#moment .chart")).to_have_count(1)
        assert violations(page) + sideways(page) == []
    alices.get_by_role("button", name="Lead", exact=True).click()
    alices.keyboard.press("Home")
    figure(bobs, 0, running.length + 1)


def test_page_that_stays_open_becomes_the_room_of_every_attempt(
    visit: Visit, alice: Player, bob: Player, olga: Player, site: str
) -> None:
    table = open_table(alice, bob, olga, mission="2")
    started(table, alice)
    alices, bobs = (visit(f"/tables/{table.pk}/", player=one) for one in (alice, bob))
    for number in (1, 2, 3):
        table.refresh_from_db()
        attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
        ended = table.attempts.get(number=number)
        for page in (alices, bobs):
            expect(page.locator(f'#room[data-attempt="{ended.pk}"]')).to_have_count(1)
            figure(page, ended.length, ended.length)
        alices.get_by_role("button", name="Lead", exact=True).click()
        expect(bobs.get_by_text("You’re following Alice.")).to_be_visible()
        alices.keyboard.press("Home")
        figure(bobs, 0, ended.length)
        alices.get_by_role("button", name=re.compile("^Try again")).first.click()
        for page in (alices, bobs):
            expect(page.locator("#room")).to_have_count(0)
    assert Room.objects.count() == 3


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(width: int, visit: Visit, attempt: Attempt, alice: Player, bob: Player) -> None:
    services.take_lead(attempt=attempt, by=alice)
    services.go_to(attempt=attempt, by=alice, step=fourth_trick(attempt))
    for by, (card, _name) in product((alice, bob), markable_cards(attempt)[:3]):
        services.mark_card(attempt=attempt, by=by, card=card)
    found: list[str] = []
    for player, step, language in product((alice, bob), ("", "?step=3", "?step=99999"), ("en", "fr", "de")):
        page = visit(f"/rooms/{attempt.pk}/{step}", player=player, width=width, locale=language)
        found += violations(page) + sideways(page)
        if not step:
            photographed(page, f"axe-{player.name}-{language}-{width}")
        page.close()
    assert found == []


def test_people_in_the_room_talk(visit: Visit, attempt: Attempt, alice: Player, bob: Player) -> None:
    alices, bobs = (
        visit(f"/rooms/{attempt.pk}/", player=one, width=width) for one, width in ((alice, 1280), (bob, 360))
    )
    alices.get_by_label("Say something to the table").fill("Why not the nine?")
    alices.get_by_role("button", name="Send line").click()
    for page in (alices, bobs):
        expect(page.locator("#talk .talk__words")).to_have_text("Why not the nine?")
    photographed(bobs, "room-talk-360")
    photographed(alices, "room-talk-1280")
    assert violations(bobs) + sideways(bobs) == []
