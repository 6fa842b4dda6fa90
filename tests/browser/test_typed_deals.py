"""Four phones at a real table enter their hands and read the answer."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect

from logbook.campaigns.services import campaigns
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.typed_deals.models import TypedDeal, TypedHand
from logbook.typed_deals.services import answers
from tests.browser.accessibility_scenes import overflow, violations
from tests.browser.campaigns_scenes import sign_in_as
from tests.browser.conftest import Visit, wait_for_promise
from tests.conftest import SignedIn
from tests.typed_deals.scenes import dealt, entered, hands_of, over, sharing_of, tasks_of

pytestmark = pytest.mark.slow

PHONE = {"width": 360, "height": 640}
"""The screen of a small phone."""


def tap_hand(page: Page, address: str, seat: int, cards: list[str]) -> None:
    """Tap a hand on the grid, from the page that everyone shares."""
    page.goto(address)
    page.locator(".typed-seats li").nth(seat).get_by_role("link").click()
    for card in cards:
        page.locator(f'input[value="{card}"]').check()
    assert overflow(page) == 0
    assert page.evaluate("getComputedStyle(document.querySelector('.typed-done__count'), '::before').content") != "none"
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".typed-count")).to_be_visible()


def enter_tasks(page: Page, tasks: list[str], owners: list[int]) -> None:
    page.get_by_role("link", name="Enter the tasks").click()
    for row, (task, owner) in enumerate(zip(tasks, owners, strict=True), 1):
        page.locator(f"#task-{row}").select_option(task)
        page.locator(f"#owner-{row}").select_option(str(owner))
    assert overflow(page) == 0
    page.get_by_role("button", name="Done").click()


def test_four_phones_learn_whether_it_could_be_won(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    # The test itself is the worker: the tests' queue would work out everything within the press.
    monkeypatch.setattr("logbook.lib.queue.later", lambda *_call, **_options: None)
    state = dealt()
    pages = [visit("/could-we-have-won/", viewport=PHONE, has_touch=True) for _phone in range(4)]
    pages[0].get_by_label("Mission", exact=True).select_option("planet-nine 4")
    pages[0].get_by_role("button", name="Enter the hands").click()
    expect(pages[0].locator(".typed-qr svg")).to_be_visible()
    address = pages[0].locator("#address").input_value()
    assert violations(pages[0]) == []
    for seat, hand in enumerate(hands_of(state)[:-1]):
        tap_hand(pages[seat], address, seat, hand)
    enter_tasks(pages[0], tasks_of(state), sharing_of(state))
    pages[3].goto(address)
    expect(pages[3].locator(".typed-count")).to_have_text("3 of 4 hands are in")
    pages[0].get_by_role("button", name="The round is over").click()
    # The second phone hears of it by itself.
    pages[1].get_by_role("button", name="Agree: the round is over").click()
    expect(pages[1].get_by_text("The answer is coming.")).to_be_visible()
    deal = TypedDeal.objects.get()
    answers.answer_step(deal_id=deal.pk, steps=0)
    expect(pages[1].get_by_text("Yes, this round could be won.")).to_be_visible()
    expect(pages[3].get_by_text("Yes, this round could be won.")).to_be_visible()
    assert [overflow(one) for one in pages] == [0] * len(pages)
    pages[3].get_by_role("link", name="Show a winning line").click()
    expect(pages[3].locator(".open-hand")).to_have_count(4)
    assert overflow(pages[3]) == 0


def test_a_hand_is_entered_by_keyboard(visit: Visit) -> None:
    page = visit("/could-we-have-won/", width=320)
    page.get_by_label("Mission", exact=True).select_option("planet-nine 4")
    page.get_by_role("button", name="Enter the hands").click()
    page.get_by_role("link", name="Enter the hand: Player 1").click()
    assert overflow(page) == 0
    assert violations(page) == []
    page.locator("#name").fill("Anna")
    for _card in range(10):
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
    assert page.locator(".typed-grid :checked").count() == 10
    page.locator("#name").press("Enter")
    expect(page.locator(".typed-count")).to_have_text("1 of 4 hands are in")
    expect(page.get_by_text("Anna")).to_be_visible()


def test_the_result_has_its_place_and_friends_get_the_deal(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logbook.lib.queue.later", lambda *_call, **_options: None)
    phone = Client()
    deal = over([phone, phone], entered([phone], dealt()))
    answer = {"verdict": "won", "line": [], "rounds": 200, "wins": 76, "strong_rounds": 40, "strong_wins": 31}
    TypedDeal.objects.update(answer=answer, state=TypedDeal.State.DONE)
    page = visit("/", width=320)
    key = phone.cookies["typed-deals"].value
    page.context.add_cookies([{"name": "typed-deals", "value": key, "url": page.url}])
    page.goto(f"{page.url}won/{deal.code}/")
    # A piece of the answer arrives while the player chooses.
    TypedDeal.objects.update(state=TypedDeal.State.WAITING)
    page.reload()
    page.get_by_label("We used the distress signal").check()
    TypedDeal.objects.update(answer=answer | {"wins": 75}, steps=5)
    expect(page.get_by_text("Bots win this deal 75 times of 200")).to_be_visible()
    expect(page.get_by_label("We used the distress signal")).to_be_checked()
    page.get_by_label("We used the distress signal").uncheck()
    page.get_by_role("button", name="We won").click()
    page.get_by_text("Correct the result").click()
    TypedDeal.objects.update(answer=answer, steps=6, state=TypedDeal.State.DONE)
    expect(page.get_by_text("Compared with 200 rounds of the careful bot, your result is ahead of 124")).to_be_visible()
    expect(page.get_by_role("button", name="We lost")).to_be_visible()
    page.get_by_role("button", name="Make a link for friends").click()
    link = page.get_by_label("Link for friends").input_value()
    assert violations(page) == []
    assert overflow(page) == 0
    friend = visit(link, width=320)
    assert violations(friend) == []
    assert overflow(friend) == 0
    friend.get_by_role("button", name="Open a table").click()
    expect(friend.get_by_role("button", name="Create an invitation link")).to_be_visible()
    page.reload()
    expect(page.locator(".typed-friends li")).to_contain_text("not dealt yet")


GRIDS = "async () => (await (await caches.open('crewsite-typed-1')).keys()).map((one) => new URL(one.url).pathname)"


def test_forms_follow_a_result_that_another_phone_corrects(
    visit: Visit, crew: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("logbook.lib.queue.later", lambda *_call, **_options: None)
    campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter", in_order=False)
    phone = Client()
    deal = over([phone, phone], entered([phone], dealt()))
    answer = {"verdict": "won", "line": [], "rounds": 20, "wins": 7}
    TypedDeal.objects.update(answer=answer, state=TypedDeal.State.WAITING, steps=3, won=False, distress=True)
    page = visit("/", player=alice)
    page.context.add_cookies([{"name": "typed-deals", "value": phone.cookies["typed-deals"].value, "url": page.url}])
    page.goto(f"{page.url}won/{deal.code}/")
    log_form = page.locator(f'form[action="/won/{deal.code}/log/"]')
    expect(log_form.get_by_label("We won")).not_to_be_checked()
    log_form.get_by_label("We won").check()
    TypedDeal.objects.update(answer=answer | {"wins": 8}, steps=4)
    expect(page.get_by_text("Bots win this deal 8 times of 20")).to_be_visible()
    expect(log_form.get_by_label("We won")).to_be_checked()
    log_form.get_by_label("We won").uncheck()
    TypedDeal.objects.update(won=True, distress=False)
    expect(page.get_by_text("You won.")).to_be_visible()
    expect(log_form.get_by_label("We won")).to_be_checked()
    expect(log_form.get_by_label("We used the distress signal")).not_to_be_checked()
    page.get_by_text("Correct the result").click()
    expect(page.locator("details").get_by_label("We used the distress signal")).not_to_be_checked()


WAITING = """() => new Promise((resolve) => {
  indexedDB.open("crewsite-typed", 1).onsuccess = (event) => {
    const asked = event.target.result.transaction("hands").objectStore("hands").getAll();
    asked.onsuccess = () => resolve(asked.result.length);
  };
})"""
"""The number of hands that wait on the phone."""


def grid(visit: Visit, seat: int = 1, player: Player | None = None) -> Page:
    """Open a grid on a phone that keeps it."""
    page = visit("/could-we-have-won/", player=player, viewport=PHONE, has_touch=True)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_for_promise(page, "async () => Boolean(await caches.match('/offline/'))")
    page.get_by_label("Mission", exact=True).select_option("planet-nine 4")
    page.get_by_role("button", name="Enter the hands").click()
    page.get_by_role("link", name=f"Enter the hand: Player {seat}", exact=True).click()
    page.wait_for_selector("#waiting-hand[data-ready]", state="attached")
    return page


@pytest.mark.parametrize("service_workers", ["allow"])
def test_a_hand_without_a_network_is_sent_later(visit: Visit) -> None:
    page, hand = grid(visit), hands_of(dealt())[0]
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Hand: Player 1")).to_be_visible()
    page.get_by_label("Name (optional)").fill("Anna")
    for card in hand:
        page.locator(f'input[value="{card}"]').check()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Your hand is waiting face down on this phone.")).to_be_visible()
    expect(page.locator(".typed-grid")).to_be_hidden()
    assert violations(page) == []
    assert overflow(page) == 0
    page.reload()
    expect(page.get_by_text("Your hand is waiting face down on this phone.")).to_be_visible()
    page.get_by_role("button", name="Correct the hand").click()
    expect(page.locator(".typed-grid")).to_be_visible()
    assert page.locator(".typed-grid :checked").count() == 0, "covered for the next player"
    page.reload()
    expect(page.get_by_text("Your hand is waiting face down on this phone.")).to_be_visible()
    assert not TypedHand.objects.exists()
    page.context.set_offline(False)
    expect(page.locator(".typed-count")).to_have_text("1 of 4 hands are in")
    row = TypedHand.objects.get()
    assert (row.name, row.cards.split()) == ("Anna", hand)


@pytest.mark.parametrize("service_workers", ["allow"])
def test_a_hand_that_is_refused_later_loses_nothing(visit: Visit) -> None:
    page, hand = grid(visit), hands_of(dealt())[0]
    page.context.set_offline(True)
    for card in hand[:9]:
        page.locator(f'input[value="{card}"]').check()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Your hand is waiting face down on this phone.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("You’ve tapped 9 cards.")).to_be_visible()
    page.get_by_role("button", name="Correct the hand").click()
    expect(page.locator(".typed-grid")).to_be_visible()
    assert page.locator(".typed-grid :checked").count() == 0, "covered for the next player"
    page.reload()
    expect(page.get_by_text("You’ve tapped 9 cards.")).to_be_visible()
    page.get_by_role("button", name="Correct the hand").click()
    for card in hand:
        page.locator(f'input[value="{card}"]').check()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".typed-count")).to_have_text("1 of 4 hands are in")
    assert TypedHand.objects.get().cards.split() == hand


@pytest.mark.parametrize("service_workers", ["allow"])
def test_a_phone_keeps_the_empty_grid_alone(visit: Visit) -> None:
    """What is kept holds no card of a hand: neither of the phone's own, nor of the others."""
    page, hand = grid(visit), hands_of(dealt())[0]
    deal = TypedDeal.objects.get()
    for card in hand:
        page.locator(f'input[value="{card}"]').check()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".typed-count")).to_be_visible()
    page.get_by_role("link", name="Correct the hand: Player 1").click()
    page.wait_for_selector("#waiting-hand[data-ready]", state="attached")
    kept = [path for path in page.evaluate(GRIDS) if not path.startswith("/static/")]
    assert kept == [f"/won/{deal.code}/hand/0/"]
    text = page.evaluate("async (path) => (await caches.match(path)).text()", kept[0])
    assert " checked" not in text
    assert wait_for_promise(page, f"async () => (await ({WAITING})()) === 0"), "nothing stays once it is sent"


@pytest.mark.parametrize("service_workers", ["allow"])
def test_what_a_phone_keeps_does_not_say_whose_it_is(visit: Visit, alice: Player) -> None:
    page = grid(visit, player=alice)
    own = page.locator("body").get_attribute("hx-headers")
    assert page.locator("body").get_attribute("data-person") == str(alice.pk)
    kept = [path for path in page.evaluate(GRIDS) if not path.startswith("/static/")]
    text = page.evaluate("async (path) => (await caches.match(path)).text()", kept[0])
    assert 'data-keep="yes"' in text
    assert "Sign in" in text
    for secret in (str(alice.name), "data-person", "Sign out", str(own)):
        assert secret not in text
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Hand: Player 1")).to_be_visible()
    page.wait_for_selector("#waiting-hand[data-ready]", state="attached")
    assert page.evaluate("caches.match('/campaigns/whose').then(noted => noted.text())") == str(alice.pk)
    for card in hands_of(dealt())[0]:
        page.locator(f'input[value="{card}"]').check()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Your hand is waiting face down on this phone.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".typed-count")).to_have_text("1 of 4 hands are in")
    assert TypedHand.objects.get().player == alice


@pytest.mark.parametrize("service_workers", ["allow"])
def test_a_hand_that_waits_goes_out_under_no_other_account(
    visit: Visit, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    page = grid(visit, player=alice)
    address = page.url
    page.context.set_offline(True)
    for card in hands_of(dealt())[0]:
        page.locator(f'input[value="{card}"]').check()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Your hand is waiting face down on this phone.")).to_be_visible()
    sign_in_as(page, bob, signed_in)
    with page.expect_response(lambda response: response.request.method == "POST") as refused:
        page.context.set_offline(False)
    assert refused.value.status == 412
    page.goto(address)
    page.wait_for_selector("#waiting-hand[data-ready]", state="attached")
    expect(page.locator("#waiting-hand")).to_be_hidden()
    assert not TypedHand.objects.exists()
    sign_in_as(page, alice, signed_in)
    page.goto(address)
    expect(page.locator(".typed-count")).to_have_text("1 of 4 hands are in")
    assert TypedHand.objects.get().player == alice


@pytest.mark.parametrize("service_workers", ["allow"])
def test_signing_out_leaves_no_grid_and_no_hand_behind(visit: Visit, alice: Player) -> None:
    page = grid(visit, player=alice)
    deal = page.url
    page.route("**/won/*/hand/0/", lambda route: route.fulfill(status=503) if is_post(route) else route.fallback())
    for card in hands_of(dealt())[0]:
        page.locator(f'input[value="{card}"]').check()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Your hand is waiting face down on this phone.")).to_be_visible()
    assert page.evaluate(WAITING) == 1
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    wait_for_promise(page, "async () => !(await caches.keys()).includes('crewsite-typed-1')")
    wait_for_promise(page, "async () => !(await indexedDB.databases()).some((one) => one.name === 'crewsite-typed')")
    page.goto(deal)
    page.wait_for_selector("#waiting-hand[data-ready]", state="attached")
    expect(page.locator("#waiting-hand")).to_be_hidden()


def is_post(route: Route) -> bool:
    return route.request.method == "POST"
