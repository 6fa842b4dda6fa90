"""Three people in real browsers: two lose an attempt, the third comes late and gets a seat, and all go on together."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.tables.models import Seat, Table
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import Visit
from tests.tables.attempts_scenes import open_table, started


def give_up(page: Page) -> None:
    page.locator("#fold-give-up > summary").click()
    page.locator("form[action$='abandon/'] button").last.click()


@pytest.mark.parametrize("width", [360, 1280])
def test_three_people_with_one_who_joins_late(visit: Visit, alice: Player, bob: Player, width: int) -> None:
    table = open_table(alice, bob, bots=2)
    started(table, alice)
    link = Invite.objects.create(table=table, created_by=alice)
    ann, ben = (visit(f"/tables/{table.pk}/", player=player, width=width) for player in (alice, bob))
    late = visit(f"/join/{link.token}/", width=width)
    late.get_by_label("Name").fill("Cleo")
    late.get_by_role("button", name="Ask Alice for a seat").click()
    expect(late.get_by_text("You’ve asked Alice for a seat.")).to_be_visible()
    assert [*violations(late), *sideways(late)] == []
    give_up(ann)
    ann.get_by_role("button", name="Give Cleo a seat").click()
    expect(ann.get_by_text("Cleo asks for a seat.")).to_have_count(0)
    late.wait_for_url(f"**/tables/{table.pk}/", timeout=30_000)
    assert Seat.objects.filter(table=table, player__name="Cleo").exists()

    ann.locator("#fold-ways-on > summary").click()
    expect(ann.locator("#fold-ways-on .chair")).to_have_count(4)
    assert [*violations(ann), *sideways(ann)] == []
    ann.locator("#other-mission").select_option("7")
    ann.locator("#open-other").click()
    ann.wait_for_url(lambda address: not address.endswith(f"/{table.pk}/"))
    new = Table.objects.get(follows=table)
    for page in (ben, late):
        expect(page.get_by_text("Alice has moved on: Mission 7.")).to_be_visible()
        assert [*violations(page), *sideways(page)] == []
        page.get_by_role("link", name="Follow Alice").click()
        page.wait_for_url(f"**/tables/{new.pk}/")
    ann.locator("#deal").click()
    for page in (ann, ben, late):
        expect(page.locator(".hand .card")).to_have_count(10)


def test_seats_change_on_the_page_of_the_attempt_without_scripts(visit: Visit, alice: Player, bob: Player) -> None:
    table = open_table(alice, bob, bots=2)
    started(table, alice)
    page = visit(f"/tables/{table.pk}/", player=alice, width=360, java_script_enabled=False)
    give_up(page)
    page.locator("#fold-ways-on > summary").click()
    page.get_by_role("button", name="Remove").last.click()
    page.locator("#fold-ways-on > summary").click()
    page.locator("#make-link").click()
    page.locator("#fold-ways-on > summary").click()
    expect(page.get_by_label("Link to this table")).to_be_visible()
