"""Two people and two bots in real browsers: one closes the tab, is nudged, a bot plays, the player comes back."""

from __future__ import annotations

import time

from django.conf import settings
from playwright.sync_api import Page, expect

from logbook.people.models.players import Player
from logbook.tables import beats, presence
from logbook.tables.models import Attempt, Event, Seat, Table
from logbook.tables.services import stand_ins
from tests.browser.conftest import Visit
from tests.browser.play_scenes import advice, play_on
from tests.browser.presence_scenes import beat
from tests.tables.attempts_scenes import open_table, started


def played_until(table: Table, player: Player, page: Page) -> Seat:
    """Press what careful bots advise until the table waits for the other player; return that seat."""
    other = table.seats.exclude(player=player).get(player__isnull=False)
    while (attempt := table.attempts.get()).state == Attempt.State.PLAYING and other.number not in attempt.waiting_on:
        own = table.seats.get(player=player).number
        if own in attempt.waiting_on:
            table.refresh_from_db()
            expect(page.locator("#round")).to_have_attribute("data-seen", str(table.version))
            _press(page, advice(table, own))
        page.wait_for_timeout(100)
    return other


def _press(page: Page, text: str) -> None:
    button = page.locator(f'#round button[name=action][value="{text}"]').first
    if not button.is_visible():
        page.locator(f'#round details:has(button[value="{text}"]) > summary').click()
    button.click()


def absent_for(page: Page, table: Table, player: Player, seconds: int) -> None:
    """The player's page was last in sight so long ago, and this page hears of it."""
    redis, key = presence._redis(settings.REDIS_URL), presence.presence_key(table.pk, player.pk)
    redis.hset(presence.name_of(table.pk), key, str(int(time.time()) - seconds))
    beat(page)


def test_one_closes_the_tab_in_mid_round_and_comes_back(visit: Visit, alice: Player, bob: Player) -> None:
    table = open_table(alice, bob, bots=2)
    started(table, alice)
    page, others = (visit(f"/tables/{table.pk}/", player=player) for player in (alice, bob))
    seat = played_until(table, alice, page)
    others.context.close()  # The tab is gone: its stream and its beats end.
    page.wait_for_timeout(beats.BATCH_SECONDS * 1500)  # Its last beat may be on its way.

    absent_for(page, table, bob, 70)
    nudge = page.get_by_role("button", name="Nudge Bob")
    expect(nudge).to_be_visible()
    nudge.click()
    expect(page.locator("#presence-spoken")).to_have_text("You nudged Bob.")
    stand_in = page.locator("summary", has_text="Let a bot play for Bob")
    expect(stand_in).to_be_hidden()

    absent_for(page, table, bob, stand_ins.AWAY_SECONDS + 5)
    stand_in.click()
    page.get_by_role("button", name="Let a bot play for Bob; a win then doesn’t count on any leaderboard").click()
    expect(page.locator(f'[data-seat="{seat.number}"]')).to_contain_text("a bot plays")
    expect(page.locator("#status")).not_to_have_text("Waiting for Bob")
    assert Event.objects.filter(seat=seat.number, by_stand_in=True).exists()

    back = visit(f"/tables/{table.pk}/", player=bob)
    expect(back.locator("#status")).to_have_text("A bot is playing for you")
    back.get_by_role("button", name="Take your seat back").click()
    expect(back.get_by_role("button", name="Take your seat back")).to_have_count(0)
    own = table.seats.get(player=alice).number
    attempt = play_on(table, {own: page, seat.number: back}, clicks=2)
    assert attempt.state in (Attempt.State.SUCCESS, Attempt.State.FAILURE)
    assert attempt.mixed
    expect(page.locator("#round .end")).to_contain_text("A bot stood in for a player")


def test_leaving_asks_once_and_hands_the_seat_to_a_bot(visit: Visit, alice: Player, bob: Player) -> None:
    table = open_table(alice, bob, bots=1)
    started(table, alice)
    page = visit(f"/tables/{table.pk}/", player=alice)
    leave = page.get_by_role("button", name="Leave and let a bot play")
    expect(leave).to_be_hidden()
    page.locator("#fold-leave > summary").click()
    leave.click()
    expect(page.locator("#status")).to_have_text("A bot is playing for you")
    assert table.seats.get(player=alice).stand_in
