"""Who is online or away at a table, the nudge, "your turn" in the title."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from logbook.notifications.models import OutboxMail
from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.models import Table
from logbook.tables.services import attempts
from tests.browser.conftest import Visit
from tests.browser.play_scenes import advice
from tests.browser.presence_scenes import beat
from tests.tables.absences import awaited_for
from tests.tables.attempts_scenes import open_table, started

Ages = dict[str, int]


def seated(table: Table, number: int) -> Player:
    player = table.seats.select_related("player").get(number=number).player
    assert player is not None
    return player


def test_an_awaited_player_who_is_away_is_called_so_nudged_and_back(
    visit: Visit, alice: Player, bob: Player, olga: Player
) -> None:
    table = open_table(alice, bob, olga)
    (number,) = started(table, alice).waiting_on
    awaited_for(table, 70)  # The site itself has heard no beat of the player.
    awaited, reader = seated(table, number), seated(table, (number + 1) % 3)
    key, ages = presence.presence_key(table.pk, awaited.pk), Ages()
    page = visit(f"/tables/{table.pk}/", player=reader)
    page.route("**/beat/", lambda route: route.fulfill(status=200, body=json.dumps(ages)))
    seat = page.locator(f'[data-presence="{key}"]')
    spoken, nudge = page.locator("#presence-spoken"), seat.get_by_role("button", name=f"Nudge {awaited.name}")
    for age, words in ((3, "online"), (40, "away"), (70, "away for 1 min")):
        ages[key] = age
        beat(page)
        expect(seat.locator(".presence")).to_have_text(words)
        expect(nudge).to_be_visible(visible=age == 70)
    expect(spoken).to_have_text(f"{awaited.name} is away.")
    nudge.click()
    expect(seat.locator(".presence")).to_have_text("away, nudged")
    expect(spoken).to_have_text(f"You nudged {awaited.name}.")
    expect(nudge).to_be_hidden()
    assert OutboxMail.objects.get().player == awaited
    ages[key] = 1
    beat(page)
    expect(spoken).to_have_text(f"{awaited.name} is back.")


def test_a_beat_reaches_the_others_and_without_redis_nobody(visit: Visit, alice: Player, bob: Player) -> None:
    table = open_table(alice, bob)
    pages = [visit(f"/tables/{table.pk}/", player=player) for player in (alice, bob)]
    beat(pages[0])
    expect(pages[0].locator(".presence")).to_have_text("online")
    pages[0].route("**/beat/", lambda route: route.fulfill(status=204))
    beat(pages[0])
    expect(pages[0].locator(".presence")).to_be_hidden()


def test_the_title_says_whose_turn_it_is(visit: Visit, alice: Player, bob: Player, olga: Player) -> None:
    table = open_table(alice, bob, olga)
    (number,) = started(table, alice).waiting_on
    page = visit(f"/tables/{table.pk}/", player=seated(table, number))
    expect(page).to_have_title(re.compile("^● Your turn · Mission 1"))
    icon = page.locator("link[rel=icon]")
    assert "favicon-turn" in str(icon.get_attribute("href"))
    while (waiting_on := table.attempts.get().waiting_on) == [number]:
        player, text = seated(table, waiting_on[0]), advice(table, waiting_on[0])
        attempts.act(table_id=table.pk, player=player, text=text, seen=_version(table))
    expect(page.locator(".status--yours")).to_have_count(0)
    expect(page).to_have_title(re.compile("^Mission 1"))
    assert "favicon-turn" not in str(icon.get_attribute("href"))


def _version(table: Table) -> int:
    return Table.objects.values_list("version", flat=True).get(pk=table.pk)
