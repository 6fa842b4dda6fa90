"""Two people and two bots in separate browsers: at a table, and through a club's challenge to its end."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts, tables
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import Visit
from tests.browser.play_scenes import FOLLOWS_WITHIN, act, advice, moment, people_to_act, play_on, table, wait_until

__all__ = ["table"]  # Fixtures.

EVERY_ONE = 1000
"""To the end of the attempt, which is clicked too."""
CARD = re.compile(r"^(robot )?play (\w\d)$")


@pytest.fixture
def challenge_page(visit: Visit, club: Club, olga: Player) -> str:
    """Return the address of a challenge that Olga, an organizer, seals: missions 1 and 2 for four, open now."""
    page = visit(f"/clubs/{club.slug}/challenges/new/", player=olga)
    now = timezone.now()
    page.get_by_label("Title").fill("The first week")
    page.get_by_text("More options").click()
    page.get_by_label("More stages, or custom missions").fill("1\n2")
    page.locator("#id_players").select_option("4")
    page.get_by_label("Maximum attempts per stage").fill("20")
    page.get_by_label("Opens").fill(f"{now - timedelta(hours=1):%Y-%m-%dT%H:%M}")
    page.get_by_label("Closes").fill(f"{now + timedelta(days=7):%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Create the challenge").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The first week")
    shown, explained = page.get_by_text(Challenge.objects.get().commitment).all()
    expect(shown).to_be_visible()
    expect(explained).to_be_hidden()
    page.get_by_text("How are the deals kept fair?").click()
    expect(explained).to_be_visible()
    return page.url


def test_a_challenge_from_the_seal_to_the_standings(
    visit: Visit, challenge_page: str, crew: Crew, alice: Player, bob: Player
) -> None:
    pages = {0: visit(challenge_page, player=alice), 1: visit(challenge_page, player=bob, width=360)}
    for stage in (1, 2):
        table = _take_stage(pages, challenge_page, stage)
        attempt = play_on(table, pages)
        while attempt.state != Attempt.State.SUCCESS:
            pages[1].get_by_role("button", name="Try again").click()
            table.refresh_from_db()
            attempt = play_on(table, pages)
        for page in pages.values():
            expect(page.get_by_role("heading", name="Mission accomplished")).to_be_visible()
    _see_the_standings(pages[0], challenge_page, crew)
    _see_the_replay(pages[1], attempt)


def _take_stage(pages: dict[int, Page], challenge_page: str, stage: int) -> Table:
    """Seat both through the challenge's page; the first time Alice seats two bots, later the seats are remembered."""
    for page in pages.values():
        page.goto(challenge_page)
        page.get_by_role("button", name=re.compile("Play|Go to the table")).first.click()
        expect(page.locator(".lobby")).to_be_visible()
    table = Table.objects.get(stage__number=stage)
    for seat in (2, 3) if stage == 1 else ():
        pages[0].locator(f"#bot-{seat}").select_option("careful")
        pages[0].locator(f"#put-bot-{seat}").click()
        expect(pages[0].locator(f"#put-bot-{seat}")).to_have_count(0)
    # Bob's lobby follows, and Bob deals.
    pages[1].get_by_role("button", name="Deal the cards").click()
    expect(pages[1].locator(".hand")).to_be_visible()
    expect(pages[0].locator(".hand")).to_be_visible()
    return table


def _see_the_standings(page: Page, challenge_page: str, crew: Crew) -> None:
    page.goto(challenge_page)
    score = sum(Result.objects.values_list("score", flat=True))
    line = page.locator("tr.row--own")
    expect(line).to_contain_text(crew.name)
    expect(line.locator("td.num").nth(1)).to_have_text(str(score))
    Challenge.objects.update(state=Challenge.State.CLOSED)  # A board shows a challenge's runs once it is over.
    results.count_challenge(challenge_id=Challenge.objects.get().pk)
    page.goto("/leaderboards/planet-nine/2/?board=bots")
    expect(page.locator("tr.row--own")).to_contain_text(crew.name)


def _see_the_replay(page: Page, attempt: Attempt) -> None:
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator(".open-hand")).to_have_count(4)
    page.get_by_role("link", name="Last", exact=True).click()
    expect(page.locator(".stepper__figure")).to_have_text(f"{attempt.length}/{attempt.length}")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator(".stepper__figure")).to_have_text(f"{attempt.length - 1}/{attempt.length}")


def turn(table: Table) -> int:
    """Return the seat to act, Alice's (0) or Bob's (1); the bot is faster than this query."""
    seats: list[int] = table.attempts.get().waiting_on
    return min(seat for seat in seats if seat < 2)


def test_the_others_follow_within_a_moment(visit: Visit, table: Table, alice: Player, bob: Player) -> None:
    pages = {0: visit(f"/tables/{table.pk}/", player=alice), 1: visit(f"/tables/{table.pk}/", player=bob)}
    for page in pages.values():
        page.wait_for_timeout(300)  # The stream opens after the page has loaded.
    table.refresh_from_db()
    seat = turn(table)
    act(pages[seat], advice(table, seat))
    wait_until(pages[seat], table.version + 1)
    assert wait_until(pages[1 - seat], moment(pages[seat])) < FOLLOWS_WITHIN


def test_a_doubled_click_does_one_thing(visit: Visit, table: Table, alice: Player, bob: Player) -> None:
    seat = turn(table)
    player = (alice, bob)[seat]
    first, second = (visit(f"/tables/{table.pk}/", player=player) for _ in range(2))
    second.route(re.compile(r"/streams?/"), lambda route: route.abort())
    second.reload()
    text = advice(table, seat)
    act(first, text)
    wait_until(first, table.version + 1)
    done = Event.objects.filter(player=player).count()
    act(second, text)
    expect(second.locator("#round [role=alert]")).to_contain_text("The table has moved on")
    assert Event.objects.filter(player=player).count() == done == 1


def test_a_whole_attempt_by_keyboard_on_a_phone(visit: Visit, table: Table, alice: Player, bob: Player) -> None:
    """Tab to the button, Enter: no pointer is needed, and nothing scrolls sideways."""
    pages = {0: visit(f"/tables/{table.pk}/", player=alice, width=360), 1: visit(f"/tables/{table.pk}/", player=bob)}
    attempt = table.attempts.get()
    while people_to_act(attempt, pages).state == Attempt.State.PLAYING:
        table.refresh_from_db()
        seat = min(set(attempt.waiting_on) & pages.keys())
        wait_until(pages[seat], table.version)
        _press(pages[seat], advice(table, seat))
        wait_until(pages[seat], table.version + 1)
        assert overflow(pages[0]) == 0
    table.refresh_from_db()
    for page in pages.values():
        wait_until(page, table.version)
        expect(page.locator(".end")).to_be_visible()


def _press(page: Page, text: str) -> None:
    """Press the button of this action, and open its folded section, with Tab and Enter alone."""
    if text.startswith("signal "):
        if page.locator("#fold-signal:not([open])").count():
            _tab_to(page, "#fold-signal > summary")
        _tab_to(page, f"#card-{text.split()[1]}")
        _tab_to(page, "#signal-card button[value=signal]")
        return
    button = f'button[name=action][value="{text}"]'
    if not page.locator(button).first.is_visible():
        _tab_to(page, f"#round details:has({button}) > summary")
    _tab_to(page, f"#round {button}")


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(150):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the Tab key never reaches {selector}")


UNREADY = """() => {
  window.unready = [];
  const look = () => document.querySelectorAll("#round form[hx-post]").forEach((form) => {
    if (!("htmx-internal-data" in form)) window.unready.push(form.getAttribute("hx-post"));
  });
  new MutationObserver(look).observe(document.querySelector(".round-frame"), { childList: true });
}"""


def test_a_streamed_part_answers_the_first_key(visit: Visit, table: Table, alice: Player, bob: Player) -> None:
    """Its forms hold no CSRF token: until htmx has taken them over, Enter would leave the page with a refusal."""
    pages = {0: visit(f"/tables/{table.pk}/", player=alice), 1: visit(f"/tables/{table.pk}/", player=bob)}
    for page in pages.values():
        page.evaluate(UNREADY)
    play_on(table, pages, clicks=4)
    assert [page.evaluate("window.unready") for page in pages.values()] == [[], []]


def test_end_comes_into_sight_on_a_phone(visit: Visit, table: Table, alice: Player, bob: Player) -> None:
    pages = {0: visit(f"/tables/{table.pk}/", player=alice, width=360), 1: visit(f"/tables/{table.pk}/", player=bob)}
    attempt = play_on(table, pages, clicks=EVERY_ONE)
    assert attempt.state != Attempt.State.PLAYING
    heading = pages[0].locator("#end-title")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport(ratio=1)
    expect(pages[0].locator(".end__stamp")).to_be_in_viewport(ratio=1)


def _go_on_late(page: Page, route: Route) -> None:
    page.wait_for_timeout(900)
    route.continue_()


def test_an_answer_outlives_what_the_frame_had_asked_before(visit: Visit, alice: Player) -> None:
    """A fetch from before the click arrives during the click: the click's response still has its place."""
    opened = tables.open_table(player=alice, game="planet-nine", mission="1", players=3)
    page = visit(f"/tables/{opened.pk}/", player=alice)
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.route(re.compile("/round/"), _answer_late)
    page.route("**/seats/", partial(_go_on_late, page))
    tables.put_bot(table_id=opened.pk, by=alice, number=1, bot="careful")
    with page.expect_request(re.compile("/round/")):
        page.evaluate("htmx.trigger('.round-frame', 'sse:moved')")
    page.locator("#put-bot-2").click()
    expect(page.locator("#deal")).to_be_focused()
    assert not complaints


def _answer_late(route: Route) -> None:
    answer = route.fetch()
    time.sleep(0.3)
    route.fulfill(response=answer)


def test_the_table_works_without_javascript(visit: Visit, table: Table, alice: Player, bob: Player) -> None:
    seat = turn(table)
    page = visit(f"/tables/{table.pk}/", player=(alice, bob)[seat], java_script_enabled=False)
    before = Event.objects.count()
    act(page, advice(table, seat))
    expect(page.locator("#round")).to_be_visible()
    assert page.url.endswith(f"/tables/{table.pk}/")
    assert Event.objects.count() > before


def test_a_guest_takes_a_seat_by_the_link(visit: Visit, alice: Player) -> None:
    page = visit("/tables/new/?mission=1&players=3", player=alice)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Create an invitation link").click()
    link = page.get_by_label("Link to this table").input_value()
    guest = visit(link)
    guest.get_by_label("Name").fill("Gus")
    guest.get_by_role("main").get_by_role("button").click()
    expect(guest.locator(".chair--mine")).to_contain_text("Gus")
    expect(page.locator(".chairs")).to_contain_text("Gus")


def test_the_keys_stand_under_a_question_mark(visit: Visit, table: Table, alice: Player) -> None:
    page = visit(f"/tables/{table.pk}/", player=alice)
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_hidden()
    page.keyboard.press("?")
    expect(keys).to_contain_text("to the next card of this value")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.get_by_role("button", name="Keys").click()
    expect(keys).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()


def test_a_page_that_was_loaded_says_what_is_going_on(visit: Visit, table: Table, alice: Player) -> None:
    page = visit(f"/tables/{table.pk}/", player=alice)
    status = page.locator("#status").inner_text()
    expect(page.locator("#spoken")).to_have_text(f"{status}.")


def test_second_press_plays_the_card_on_a_phone(visit: Visit, table: Table, alice: Player, bob: Player) -> None:
    while turn(table) != 0 or table.attempts.get().phase not in ("gap", "trick"):
        number, players = turn(table), (alice, bob)
        table.refresh_from_db()
        text = advice(table, number)
        attempts.act(table_id=table.pk, player=players[number], text=text, seen=table.version)
    page = visit(f"/tables/{table.pk}/", player=alice, width=360, has_touch=True, is_mobile=True)
    card = page.locator(".hand__card--playable").first
    toggle = page.get_by_role("button", name="Press twice to play a card")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    before = Table.objects.get(pk=table.pk).version
    card.tap()
    expect(card).to_have_class(re.compile("lifted"))
    expect(page.locator("#why")).to_contain_text("Press again to play it")
    page.keyboard.press("Escape")
    expect(card).not_to_have_class(re.compile("lifted"))
    assert Table.objects.get(pk=table.pk).version == before
    card.tap()
    card.tap()
    expect(page.locator("#round")).not_to_have_attribute("data-seen", str(before))
    toggle.tap()
    expect(toggle).to_have_attribute("aria-pressed", "false")
