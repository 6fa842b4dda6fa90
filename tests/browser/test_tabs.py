"""Many tabs of one browser: one stream for all of them, so that no page holds what another page needs."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from logbook.notifications.models import Message
from logbook.notifications.services import messages
from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.browser.conftest import Visit
from tests.browser.play_scenes import moment, wait_until
from tests.browser.tabs_scenes import LEFT_AND_BROUGHT_BACK, SOON, act_by_service, begun, play_card
from tests.conftest import SignedIn

TABS = 10
UNSEEN = 61_000
"""Milliseconds until a browser whose tabs are all out of sight lets its stream go."""
POLL = 21_000
"""Milliseconds until a page without a stream asks."""
STREAM = re.compile(r"/streams?/")
NO_SHARING = "delete Navigator.prototype.locks"
"""As in a browser without Web Locks, or on a page without HTTPS."""
HOLD_THE_LOCK = """() => {
  const name = `crewsite-stream/${document.body.dataset.person}`;
  navigator.locks.request(name, () => new Promise(() => {})).catch(() => {});
}"""
HIDEABLE = """
  let state = "visible";
  Object.defineProperty(document, "visibilityState", { get: () => state });
  window.turnTo = (next) => { state = next; document.dispatchEvent(new Event("visibilitychange")); };
"""
"""A headless browser shows every tab; here the test says which ones are in sight."""


class Streams:
    """The streams that a browser holds, by their addresses."""

    def __init__(self, context: BrowserContext) -> None:
        self._begun_here: list[Request] = []
        self.number = 0
        """The number of streams that were asked for so far."""
        context.on("request", self._begun)
        context.on("requestfinished", self._ended)
        context.on("requestfailed", self._ended)

    def _begun(self, request: Request) -> None:
        if STREAM.search(urlsplit(request.url).path):
            self._begun_here.append(request)
            self.number += 1

    def _ended(self, request: Request) -> None:
        self._begun_here = [one for one in self._begun_here if one is not request]

    @property
    def open(self) -> list[Request]:
        """The open streams; a closed tab ends its own without an event."""
        return [one for one in self._begun_here if not one.frame.page.is_closed()]

    def asked(self) -> list[dict[str, list[int]]]:
        """Return what each open stream follows."""
        queries = [parse_qs(urlsplit(request.url).query) for request in self.open]
        return [{kind: sorted(map(int, keys)) for kind, keys in query.items()} for query in queries]

    def wait(self, page: Page, **followed: list[int]) -> None:
        """Wait until one stream is open, which follows exactly these."""
        for _ in range(200):
            if self.asked() == [followed]:
                return
            page.wait_for_timeout(50)
        pytest.fail(f"the browser follows {self.asked()}, not {followed}")


@pytest.fixture
def two(site: str, alice: Player, bob: Player, olga: Player) -> list[Table]:
    return [begun(alice, bob, olga) for _ in range(2)]


def tab(page: Page, path: str) -> Page:
    """Open another tab of this page's browser."""
    another = page.context.new_page()
    another.goto(path)
    return another


def test_ten_tabs_are_open_and_cards_are_played_in_two(visit: Visit, alice: Player, bob: Player, olga: Player) -> None:
    made = [begun(alice, bob, olga) for _ in range(TABS)]
    first = visit("/tables/", player=alice)
    streams = Streams(first.context)
    first.goto(f"/tables/{made[0].pk}/")
    pages = [first, *(tab(first, f"/tables/{table.pk}/") for table in made[1:])]
    streams.wait(first, table=sorted(table.pk for table in made))
    for _ in range(2):
        for number in (1, TABS - 1):
            play_card(pages[number], made[number])
    assert len(streams.open) == 1
    expect(tab(first, "/missions/").get_by_role("heading", level=1)).to_be_visible()


def test_each_tab_shows_its_own_table(visit: Visit, two: list[Table], alice: Player) -> None:
    first = visit(f"/tables/{two[0].pk}/", player=alice)
    second = tab(first, f"/tables/{two[1].pk}/")
    before = moment(first)
    play_card(second, two[1])
    assert moment(first) == before
    play_card(first, two[0])


def test_the_tab_that_leads_is_closed(visit: Visit, two: list[Table], alice: Player) -> None:
    first = visit(f"/tables/{two[0].pk}/", player=alice)
    streams = Streams(first.context)
    second = tab(first, f"/tables/{two[1].pk}/")
    streams.wait(first, table=[table.pk for table in two])
    first.close()
    streams.wait(second, table=[two[1].pk])
    play_card(second, two[1])


def test_a_lost_stream_is_opened_again(visit: Visit, two: list[Table], alice: Player) -> None:
    first = visit(f"/tables/{two[0].pk}/", player=alice)
    streams = Streams(first.context)
    second = tab(first, f"/tables/{two[1].pk}/")
    streams.wait(first, table=[table.pk for table in two])
    first.context.set_offline(True)
    first.wait_for_timeout(300)
    others = two[1]
    act_by_service(others)
    first.context.set_offline(False)
    wait_until(second, others.version, 10)
    streams.wait(first, table=[table.pk for table in two])
    play_card(second, others)


PAUSES = """() => {
  const waits = [], sources = [];
  window.EventSource = class extends EventTarget {
    constructor() { super(); sources.push(this); }
    close() {}
  };
  window.setTimeout = (_run, pause) => waits.push(pause);
  const stream = new window.StreamConnection(() => "", { types: () => [], event() {}, open() {}, lost() {} });
  const lose = (...events) => {
    stream.open();
    const source = sources.at(-1);
    source.onopen();
    for (const [type, data] of events) source.dispatchEvent(new MessageEvent(type, { data }));
    source.onerror();
    return waits.pop();
  };
  const many = Array.from({ length: 200 }, () => lose(["spread", "60"]));
  const refused = Array.from({ length: 20 }, () => {
    stream.open();
    sources.at(-1).onerror();
    return waits.pop();
  });
  return { refused, alone: lose(), many, ended: lose(["spread", "60"], ["elsewhere", ""]) };
}"""
"""The milliseconds until a lost stream is opened again.

Those of one that is refused again and again, of a single one, of 200 among many, and of an ended one.
"""


def test_many_streams_that_are_lost_together_come_back_apart(visit: Visit) -> None:
    pauses = visit("/rules/").evaluate(PAUSES)
    assert 20_000 <= max(pauses["refused"]) <= 60_000, "a page is back within a minute of its server"
    assert pauses["alone"] <= 1250
    assert pauses["ended"] <= 1250, "another process has room"
    assert max(pauses["many"]) <= 61_250
    in_each_ten_seconds = [
        sum(low <= pause < low + 10_000 for pause in pauses["many"]) for low in range(0, 60_000, 10_000)
    ]
    assert min(in_each_ten_seconds) >= 10, "33 are expected in each"


def hideable(visit: Visit, player: Player) -> Page:
    page = visit("/tables/", player=player)
    page.context.add_init_script(HIDEABLE)
    return page


def test_a_tab_out_of_sight_lets_go_and_catches_up(visit: Visit, two: list[Table], alice: Player) -> None:
    first = hideable(visit, alice)
    streams = Streams(first.context)
    first.goto(f"/tables/{two[0].pk}/")
    streams.wait(first, table=[two[0].pk])
    first.evaluate("turnTo('hidden')")
    streams.wait(first, hidden=[two[0].pk])
    second = tab(first, f"/tables/{two[1].pk}/")
    streams.wait(second, table=[two[1].pk], hidden=[two[0].pk])
    assert streams.open[0].url.endswith(f"?table={two[1].pk}&hidden={two[0].pk}")  # As a proxy reads it.
    play_card(second, two[1])
    # It hears at once that the table waits for its player.
    act_by_service(two[0])
    wait_until(first, two[0].version, SOON)
    expect(first).to_have_title(re.compile("Your turn"))
    second.evaluate("turnTo('hidden')")
    first.evaluate("turnTo('visible')")
    streams.wait(first, table=[two[0].pk], hidden=[two[1].pk])
    play_card(first, two[0])


def test_a_tab_that_brings_nothing_new_opens_no_other_stream(
    visit: Visit, two: list[Table], alice: Player, bob: Player
) -> None:
    """It catches up all the same: with the table, also when it is seen again, and with the bell."""
    first = hideable(visit, alice)
    streams = Streams(first.context)
    first.goto(f"/tables/{two[0].pk}/")
    streams.wait(first, table=[two[0].pk])
    begun_so_far = streams.number
    second = tab(first, f"/tables/{two[0].pk}/")
    second.evaluate("turnTo('hidden')")
    play_card(first, two[0])
    second.evaluate("turnTo('visible')")
    wait_until(second, two[0].version, SOON)
    first.close()
    streams.wait(second, table=[two[0].pk])
    assert streams.number == begun_so_far + 1  # The leader was closed.
    third = late(second, f"/tables/{two[0].pk}/", lambda: miss(two[0], alice, bob))
    wait_until(third, two[0].version, SOON)
    expect(third.locator("#bell")).to_contain_text("unread")
    assert streams.number == begun_so_far + 1


def late(page: Page, path: str, meanwhile: Callable[[], None]) -> Page:
    """Open another tab, in which this happens after its page was made and before its scripts run."""
    another = page.context.new_page()

    def handle(route: Route) -> None:
        answer = route.fetch()
        meanwhile()
        route.fulfill(response=answer)

    another.route(re.compile(re.escape(path) + "$"), handle)
    another.goto(path)
    return another


def miss(table: Table, alice: Player, bob: Player) -> None:
    """Have the table move on and the bell ring."""
    act_by_service(table)
    messages.tell_nudged(table=table, player=alice, by=bob)


def test_a_browser_that_nobody_sees_lets_its_stream_go(visit: Visit, two: list[Table], alice: Player) -> None:
    """The title follows all the same: its page asks by itself."""
    first = hideable(visit, alice)
    first.clock.install()
    streams = Streams(first.context)
    first.goto(f"/tables/{two[0].pk}/")
    streams.wait(first, table=[two[0].pk])
    first.evaluate("turnTo('hidden')")
    streams.wait(first, hidden=[two[0].pk])
    first.clock.fast_forward(UNSEEN)
    for _ in range(200):
        if not streams.open:
            break
        first.wait_for_timeout(50)
    assert not streams.open
    act_by_service(two[0])
    first.clock.fast_forward(POLL)
    wait_until(first, two[0].version, SOON)
    expect(first).to_have_title(re.compile("Your turn"))
    first.evaluate("turnTo('visible')")
    streams.wait(first, table=[two[0].pk])
    play_card(first, two[0])


def test_a_leader_that_is_asleep_is_replaced(visit: Visit, two: list[Table], alice: Player) -> None:
    """A phone stops the tabs out of sight, and the lock stays with the one that has it."""
    first = visit("/tables/", player=alice)
    streams = Streams(first.context)
    first.evaluate(HOLD_THE_LOCK)
    second = tab(first, f"/tables/{two[1].pk}/")
    streams.wait(second, table=[two[1].pk])
    play_card(second, two[1])


def test_another_sign_in_ends_the_parts_of_every_tab(
    visit: Visit, two: list[Table], alice: Player, bob: Player, signed_in: SignedIn, site: str
) -> None:
    """Alice's tab stays open, Bob signs in beside it: each stream is the one of the player whom its page names."""
    first = visit(f"/tables/{two[0].pk}/", player=alice)
    streams = Streams(first.context)
    first.reload()
    streams.wait(first, table=[two[0].pk])
    key = signed_in(bob).cookies[settings.SESSION_COOKIE_NAME].value
    first.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": site}])
    second = tab(first, f"/tables/{two[0].pk}/")
    hand = second.locator(".hand [data-card]").evaluate_all("(cards) => cards.map((card) => card.dataset.card)")
    act_by_service(two[0])
    wait_until(first, two[0].version, SOON)  # Alice's session has not ended.
    wait_until(second, two[0].version, SOON)
    now = second.locator(".hand [data-card]").evaluate_all("(cards) => cards.map((card) => card.dataset.card)")
    assert now
    assert set(now) <= set(hand)
    assert [urlsplit(one.url).path for one in streams.open] == [f"/streams/{pk}/" for pk in (alice.pk, bob.pk)]
    # Alice's opens no more: the session is Bob's. Her page, once the browser brings it back, is asked for anew.
    assert first.evaluate(f"fetch('/streams/{alice.pk}/?table={two[0].pk}').then((answer) => answer.status)") == 404
    first.evaluate(LEFT_AND_BROUGHT_BACK)
    expect(first.locator("body")).to_have_attribute("data-person", str(bob.pk))


def test_tabs_in_sight_have_own_streams_where_none_is_shared(visit: Visit, two: list[Table], alice: Player) -> None:
    first = hideable(visit, alice)
    first.context.add_init_script(NO_SHARING)
    streams = Streams(first.context)
    first.goto(f"/tables/{two[0].pk}/")
    second = tab(first, f"/tables/{two[1].pk}/")
    play_card(first, two[0])
    play_card(second, two[1])
    paths = [f"/tables/{table.pk}/stream/" for table in two]
    assert [urlsplit(one.url).path for one in streams.open] == paths
    first.evaluate("turnTo('hidden')")
    act_by_service(two[0])
    second.wait_for_timeout(300)
    assert [urlsplit(one.url).path for one in streams.open] == paths[1:]
    first.evaluate("turnTo('visible')")
    wait_until(first, two[0].version, SOON)
    play_card(first, two[0])


def test_the_bell_follows_in_every_tab(visit: Visit, two: list[Table], alice: Player, bob: Player) -> None:
    Message.objects.all().delete()
    first = visit(f"/tables/{two[0].pk}/", player=alice)
    second = tab(first, "/missions/")
    expect(second.locator("#bell")).to_have_attribute("data-number", "0")
    streams = Streams(first.context)
    first.reload()
    streams.wait(first, table=[two[0].pk])
    messages.tell_nudged(table=two[1], player=alice, by=bob)
    for page in (first, second):
        expect(page.locator("#bell")).to_contain_text("1 unread")
