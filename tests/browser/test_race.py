"""Deep Blue in two browsers, with two bots, to the end of the race."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests import wide
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import PATIENCE, Visit
from tests.browser.play_scenes import people_to_act, wait_until
from tests.browser.race_scenes import advice, press
from tests.tables.attempts_scenes import open_table, started

pytestmark = pytest.mark.django_db(transaction=True)

Pages = dict[int, Page]
TOO_NEAR = """() => {
  const places = [...document.querySelectorAll(".place")].map((place) => {
    const { x, y, width, height } = place.getBoundingClientRect();
    return { name: place.dataset.space, x: x + width / 2, y: y + height / 2, wide: Math.max(width + 6, 44) };
  });
  const near = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < (one.wide + other.wide) / 2;
  const after = (at) => places.slice(at + 1);
  return places.flatMap((one, at) => after(at).filter((other) => near(one, other)).map((other) => [one, other]));
}"""
"""Pairs of map spaces whose buttons would overlap."""
TWO_AT_ONCE = """() => {
  const sail = '[value="sail ST_HELM"]';
  document.querySelector(`#round ${sail}`).click();
  document.querySelector(`#round form:not(:has(${sail})) [name=action]`).click();
}"""
"""Clicks in two of the page's forms before either is answered."""
UNSEEN = wide.of(85, 0)
"""The number of decisions made before the two open their pages."""
BOAT_SIZES = """() => {
  const place = document.querySelector(".place");
  const boat = document.querySelector(".place__boats .boat");
  return [10, 50, 88].map((across) => {
    const held = document.createElement("span");
    held.className = "place__held";
    held.style = `--sx:${across};--sy:50`;
    held.append(boat.cloneNode(true));
    place.append(held);
    return Math.round(held.firstChild.getBoundingClientRect().width);
  });
}"""
"""The width of a boat on a scouting spot at the left, the middle and the right of a tile."""
WHERE = "[scrollY, document.querySelector('.chart__sea').getBoundingClientRect().top]"
"""The page's scroll position, and the map's position then."""


@pytest.fixture
def race(site: str, alice: Player, bob: Player) -> Table:
    """Return a dealt race of Alice and Bob with two careful bots."""
    table = open_table(alice, bob, game="deep-blue", mission="troubled-waters", bots=2)
    table.seats.exclude(bot="").update(bot="careful")
    started(table, alice)
    return table


def test_an_action_is_undone_by_a_press_and_the_other_player_sees_it(
    visit: Visit, alice: Player, bob: Player, site: str
) -> None:
    table = open_table(alice, bob, game="deep-blue", mission="troubled-waters")
    attempt = started(table, alice)
    seat = min(event_replay.state_of(attempt).waiting_on)
    actor, other = (alice, bob) if table.seats.get(number=seat).player == alice else (bob, alice)
    page, watching = (visit(f"/tables/{table.pk}/", player=player) for player in (actor, other))
    page.locator('[value="sail ST_HELM"]').click()
    expect(page.locator("#undo")).to_be_visible()
    expect(watching.locator(".race__side")).to_contain_text("plays Helmsman to sail")
    expect(watching.locator("#undo")).to_have_count(0)
    page.locator("#undo").click()
    expect(page.locator("#undo")).to_have_count(0)
    expect(page.locator('[value="sail ST_HELM"]')).to_be_visible()
    expect(watching.locator(".race__side")).to_contain_text(f"{actor.name} undid the last action.")
    expect(watching.locator(".race__side")).not_to_contain_text("plays Helmsman to sail")


@pytest.fixture
def late(race: Table, alice: Player, bob: Player) -> Table:
    """Return the race after most of it was played, through the service behind the clicks."""
    for _ in range(UNSEEN):
        race.refresh_from_db()
        seat = min({0, 1} & set(race.attempts.get().waiting_on))
        attempts.act(table_id=race.pk, player=(alice, bob)[seat], text=advice(race, seat), seen=race.version)
    return race


@pytest.fixture
def pages(race: Table, visit: Visit, alice: Player, bob: Player) -> Pages:
    """Return Alice's page, and Bob's on a phone, in light mode and without motion."""
    path = f"/tables/{race.pk}/"
    phone = visit(path, player=bob, width=360, color_scheme="light", reduced_motion="reduce")
    return {0: visit(path, player=alice, color_scheme="dark"), 1: phone}


def to_act(table: Table, pages: Pages) -> int | None:
    """Return which of the two is to act, once both pages show the race's state; None when it is over."""
    attempt = people_to_act(table.attempts.latest("number"), pages)
    table.refresh_from_db()
    for page in pages.values():
        wait_until(page, table.version, PATIENCE)
    if attempt.state != Attempt.State.PLAYING:
        return None
    return int(min(set(attempt.waiting_on) & pages.keys()))


def test_two_people_and_two_bots_race_to_the_end(late: Table, race: Table, pages: Pages) -> None:
    shown = set()
    while (seat := to_act(race, pages)) is not None:
        page = pages[seat]
        expect(page.locator("#status")).to_have_class(re.compile("status--yours"))
        shown.update(str(page.locator("#round").get_attribute("class")).split())
        assert overflow(page) == 0
        version = race.version
        press(page, advice(race, seat))
        wait_until(page, version + 1, PATIENCE)
    attempt = race.attempts.get()
    assert attempt.state == Attempt.State.FINISHED
    assert attempt.scores is not None
    assert {"race--turn", "race--sailing", "race--arriving", "race--onward", "race--diving"} <= shown
    for page in pages.values():
        expect(page.locator("#end-title")).to_be_visible()
        points = page.locator(".race-end__scores tbody td:nth-child(3)").all_inner_texts()
        assert sorted(map(int, points)) == sorted(attempt.scores)
        assert overflow(page) == 0


def test_a_boat_is_as_large_on_every_scouting_spot(race: Table, pages: Pages) -> None:
    for page in pages.values():
        left, middle, right = page.evaluate(BOAT_SIZES)
        assert left == middle == right > 0


def test_a_payment_is_put_together_out_of_boxes(race: Table, pages: Pages) -> None:
    seat = to_act(race, pages)
    assert seat is not None
    page, version = pages[seat], race.version
    for sheet in ("#market", "#ways-purse"):
        if page.locator(sheet).get_attribute("open") is None:
            page.locator(f"{sheet} > summary").click()
    boxes = page.locator("#ways-purse input[type=checkbox]")
    for number in range(boxes.count()):
        boxes.nth(number).check()
    page.locator("#purse-pay").click()
    wait_until(page, version + 1, PATIENCE)
    text = race.attempts.get().events.filter(seat=seat).latest("sequence").text
    assert text.startswith("recruit 1 with ST_GOLDHAND ST_PURSER")


def test_boats_are_chosen_and_sailed_by_keyboard_alone(race: Table, pages: Pages) -> None:
    seat = to_act(race, pages)
    assert seat is not None
    page, version = pages[seat], race.version
    page.get_by_role("button", name=re.compile("^Sail with Helmsman: 2 steps")).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("Sail: 2 steps left")
    page.locator("#boat-1").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#boat-2")).to_be_checked()
    expect(page.get_by_role("button", name="Sail boat 1 to S1: 1 step")).to_be_hidden()
    page.get_by_role("button", name="Sail boat 2 to S1: 1 step").focus()
    page.keyboard.press("Enter")
    wait_until(page, version + 2, PATIENCE)
    expect(page.locator("#spoken")).not_to_be_empty()
    assert event_replay.state_of(race.attempts.get()).fleets[seat].boats[1].space == "S1"  # type: ignore[attr-defined]


def test_what_the_map_shows_is_said_in_words(race: Table, pages: Pages) -> None:
    page = pages[0]
    said = page.locator(".chart__places > li > .visually-hidden").all_inner_texts()
    assert len(said) == 24
    assert any(re.fullmatch(r"P: the port; .*your boat 1; your boat 2; .*", words) for words in said)
    assert sum("a wreck; leader gets" in words for words in said) == 5
    assert sum(words.endswith("a hidden wreck") for words in said) == 9


def test_a_phone_keeps_its_place_and_sends_one_click_at_a_time(race: Table, pages: Pages) -> None:
    seat = to_act(race, pages)
    assert seat is not None
    page, version, wrong = pages[seat], race.version, []
    page.on("console", lambda said: wrong.append(said.text) if "htmx:" in said.text else None)
    page.set_viewport_size({"width": 360, "height": 400})
    # Fast thumbs click twice: one form is sent, and its response has all it needs.
    page.evaluate(TWO_AT_ONCE)
    wait_until(page, version + 1, PATIENCE)
    expect(page.locator("#spoken")).not_to_be_empty()
    move = page.locator("#go-1-S1")
    move.evaluate("button => button.scrollIntoView({ block: 'end' })")
    scrolled, chart = page.evaluate(WHERE)
    assert scrolled > 0
    move.click()
    wait_until(page, version + 2, PATIENCE)
    assert page.evaluate(WHERE) == [scrolled, chart]
    assert wrong == []


def test_targets_on_a_phone_are_large_enough(race: Table, pages: Pages) -> None:
    seat = to_act(race, pages)
    assert seat is not None
    version = race.version
    press(pages[seat], "sail ST_HELM")
    wait_until(pages[seat], version + 1, PATIENCE)
    pages[seat].set_viewport_size({"width": 360, "height": 760})
    sizes = (
        pages[seat]
        .locator("#round button:visible")
        .evaluate_all("buttons => buttons.map(b => b.getBoundingClientRect()).map(r => Math.min(r.width, r.height))")
    )
    assert sizes
    assert min(sizes) >= 43.5
    assert pages[seat].evaluate(TOO_NEAR) == []
    assert overflow(pages[seat]) == 0
