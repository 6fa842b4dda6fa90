"""Notifications in a real browser: the section of the page, and the service worker that shows what was sent.

A browser's own push service cannot be redirected, so the page subscribes at the stand-in, which decrypts what the site
sends; DevTools hands that to the real service worker.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import CDPSession, Page, Playwright, expect
from pytest_django.fixtures import Settings

from logbook.notifications.models import Message, MessageKind, PushSubscription
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import sideways, violations
from tests.browser.conftest import PATIENCE, Visit, chromium_path, launched, wait_for_promise
from tests.notifications.push_service import Browser, PushService, service_at_its_name
from tests.tables.attempts_scenes import open_table

pytestmark = pytest.mark.django_db(transaction=True)

MESSAGES = "/profile/mails/"
SUBSCRIBES = """
  let held = null;
  const subscription = (options) => ({
    endpoint: FORM.endpoint,
    options,
    toJSON: () => ({ endpoint: FORM.endpoint, keys: { p256dh: FORM.p256dh, auth: FORM.auth } }),
    unsubscribe: async () => { held = null; localStorage.removeItem("held"); return true; },
  });
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.length !== 87) throw new TypeError("not a key");
    localStorage.setItem("held", "yes");
    return (held = subscription({}));
  };
  PushManager.prototype.getSubscription = async () => localStorage.getItem("held") ? (held ??= subscription({})) : null;
"""


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Chromium]:
    """Yield the whole Chromium: without windows it shows no notifications."""
    with launched(playwright, chromium_path()) as chromium:
        yield chromium


@pytest.fixture
def service_workers() -> str:
    return "allow"


@pytest.fixture
def push_service(monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    yield from service_at_its_name(monkeypatch)


def open_page(visit: Visit, player: Player, browser: Browser, **options: object) -> Page:
    """Open the page in a browser whose push service is the stand-in."""
    page = visit(MESSAGES, player=player, **options)
    page.add_init_script(f"const FORM = {json.dumps(browser.form)};{SUBSCRIBES}")
    page.reload()
    return page


class Delivery:
    """DevTools: it hands messages to the service worker of a page."""

    def __init__(self, page: Page) -> None:
        self.page, self.registrations = page, list[str]()
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._registered)
        self.session.send("ServiceWorker.enable")

    def _registered(self, event: dict[str, list[dict[str, str]]]) -> None:
        self.registrations += [one["registrationId"] for one in event["registrations"]]

    def deliver(self, text: dict[str, str]) -> None:
        while not self.registrations:
            self.page.wait_for_timeout(50)
        origin = "/".join(self.page.url.split("/")[:3])
        message = {"origin": origin, "registrationId": self.registrations[-1], "data": json.dumps(text)}
        self.session.send("ServiceWorker.deliverPushMessage", message)


def shown(page: Page, number: int) -> list[dict[str, str]]:
    """Wait until the worker shows so many notifications, and return them."""
    notifications: list[dict[str, str]] = wait_for_promise(
        page,
        """async (number) => {
          const all = await (await navigator.serviceWorker.ready).getNotifications();
          return all.length === number
            && all.map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }));
        }""",
        number,
    )
    return notifications


def test_switch_leads_to_the_notification(
    visit: Visit, alice: Player, push_service: PushService, settings: Settings
) -> None:
    phone = Browser("phone")
    page = open_page(visit, alice, phone, permissions=["notifications"])
    state, switch = page.locator("#device-state"), page.locator("#device-switch")
    expect(state).to_have_text("Notifications are off.")
    delivery = Delivery(page)
    switch.focus()
    page.keyboard.press("Enter")
    expect(state).to_have_text("Notifications are on.")
    expect(switch).to_be_focused()
    expect(switch).to_have_text("Turn notifications off")
    expect(page.locator("#devices li")).to_contain_text("Chrome, Linux (this device)")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#device-answer")).to_have_text("Test sent. It should appear within a minute.")
    (request,) = push_service.heard
    request.claims()
    delivery.deliver(phone.read(request))
    assert shown(page, 1) == [
        {"title": "Crewsite", "body": "Notifications work on this device.", "tag": "test", "path": MESSAGES}
    ]
    page.reload()
    expect(state).to_have_text("Notifications are on.")
    switch.press("Enter")
    expect(state).to_have_text("Notifications are off.")
    assert not PushSubscription.objects.exists()


def test_notifications_of_one_table_replace_each_other(visit: Visit, alice: Player, push_service: PushService) -> None:
    page = open_page(visit, alice, Browser("phone"), permissions=["notifications"])
    page.locator("#device-switch").click()
    expect(page.locator("#device-state")).to_have_text("Notifications are on.")
    (worker,) = page.context.service_workers
    # Without a desktop Chromium may take a notification away soon, so the worker notes what it shows.
    worker.evaluate("""() => {
      self.noted = [];
      const show = self.registration.showNotification.bind(self.registration);
      ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
        self.noted.push([options.tag, title]);
        return show(title, options);
      };
    }""")
    delivery = Delivery(page)
    sent = [("table-7", "It’s your turn"), ("table-8", "It’s your turn"), ("table-7", "Bob nudged you")]
    for number, (tag, title) in enumerate(sent, 1):
        delivery.deliver({"title": title, "sentence": "A table.", "path": "/tables/7/", "tag": tag})
        end = time.monotonic() + PATIENCE
        while worker.evaluate("() => self.noted.length") < number:
            assert time.monotonic() < end, "the worker shows nothing"
            page.wait_for_timeout(50)
    assert [tuple(one) for one in worker.evaluate("() => self.noted")] == sent


def test_a_click_leads_to_the_page(visit: Visit, alice: Player, push_service: PushService) -> None:
    page = open_page(visit, alice, Browser("phone"), permissions=["notifications"])
    page.locator("#device-switch").click()
    expect(page.locator("#device-state")).to_have_text("Notifications are on.")
    (worker,) = page.context.service_workers
    # Only a person's own click may open a page, so the worker notes what it would open.
    worker.evaluate("""() => {
      self.noted = [];
      WindowClient.prototype.focus = async function () { self.noted.push(`focus ${new URL(this.url).pathname}`); };
      Clients.prototype.openWindow = async (href) => self.noted.push(`open ${new URL(href).pathname}`);
    }""")
    for path in (MESSAGES, "/tables/7/", "https://elsewhere.example.org/"):
        worker.evaluate("(path) => show(new URL(path, self.location.origin))", path)
    assert worker.evaluate("self.noted") == [f"focus {MESSAGES}", "open /tables/7/"]


def test_a_device_that_was_removed_is_off(visit: Visit, alice: Player, push_service: PushService) -> None:
    page = open_page(visit, alice, Browser("phone"), permissions=["notifications"])
    page.locator("#device-switch").click()
    page.get_by_role("button", name="Remove Chrome, Linux").click()
    expect(page.locator("#messages")).to_contain_text("The device has been removed.")
    expect(page.locator("#device-state")).to_have_text("Notifications are off.")


def test_the_next_visit_says_that_a_device_gets_no_more_notifications(
    visit: Visit, alice: Player, push_service: PushService
) -> None:
    page = open_page(visit, alice, Browser("phone"), permissions=["notifications"])
    lost = page.locator("#device-lost")
    page.locator("#device-switch").click()
    expect(page.locator("#device-state")).to_have_text("Notifications are on.")
    page.goto("/rules/")
    page.wait_for_function("() => sessionStorage.getItem('device-checked')")
    expect(lost).to_be_hidden()
    PushSubscription.objects.all().delete()  # As with a new password.
    page.evaluate("sessionStorage.clear()")
    page.goto("/rules/")
    expect(lost).to_be_visible()
    assert [*violations(page), *sideways(page)] == []
    lost.get_by_role("link").click()
    page.locator("#device-switch").click()
    expect(page.locator("#device-state")).to_have_text("Notifications are on.")
    expect(lost).to_be_hidden()
    PushSubscription.objects.all().delete()
    page.goto("/rules/")
    lost.get_by_role("button", name="Leave them off").click()
    expect(lost).to_be_hidden()
    page.goto("/rules/")
    page.wait_for_function("() => sessionStorage.getItem('device-checked')")
    expect(lost).to_be_hidden()


def test_the_worker_reports_a_changed_subscription(visit: Visit, alice: Player, push_service: PushService) -> None:
    page = open_page(visit, alice, Browser("phone"), permissions=["notifications"])
    page.locator("#device-switch").click()
    expect(page.locator("#device-state")).to_have_text("Notifications are on.")
    (worker,) = page.context.service_workers
    form = Browser("phone-again").form
    keys = {"p256dh": form["p256dh"], "auth": form["auth"]}
    changed = "({endpoint, keys}) => renew({newSubscription: {toJSON: () => ({endpoint, keys})}})"
    worker.evaluate(changed, {"endpoint": form["endpoint"], "keys": keys})
    assert PushSubscription.objects.get().endpoint == form["endpoint"]
    kept = "caches.open('crewsite-device').then((one) => one.match('/endpoint')).then((one) => one.text())"
    assert worker.evaluate(kept) == form["endpoint"]


def test_the_page_says_why_notifications_cannot_be_turned_on(
    visit: Visit, alice: Player, push_service: PushService
) -> None:
    page = visit(MESSAGES, player=alice)
    state, switch = page.locator("#device-state"), page.locator("#device-switch")
    for script, sentence in (
        ("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })", "The browser blocks"),
        ("delete window.PushManager", "This browser can’t show notifications."),
    ):
        page.add_init_script(script)
        page.reload()
        expect(state).to_contain_text(sentence)
        expect(switch).to_be_hidden()


def test_a_refused_subscription_is_said_and_forgotten(visit: Visit, alice: Player, push_service: PushService) -> None:
    browser = Browser("phone", secret=b"short")
    page = open_page(visit, alice, browser, permissions=["notifications"])
    page.locator("#device-switch").click()
    expect(page.locator("#device-answer")).to_have_text(
        "This browser’s push service can’t be used. Try another browser."
    )
    expect(page.locator("#device-state")).to_have_text("Notifications are off.")
    assert page.evaluate("localStorage.getItem('held')") is None


def test_opening_the_list_empties_the_bell(visit: Visit, alice: Player, bob: Player) -> None:
    table = open_table(alice, bob, count=2 + 1, bots=1)
    for attempt in ("1", "2"):
        Message.objects.create(player=alice, kind=MessageKind.TABLE_FULL, subject=f"full:{attempt}", table=table)
    page = visit("/", player=alice)
    page.get_by_role("link", name="Messages: 2 unread").click()
    expect(page.get_by_role("link", name="Messages", exact=True)).to_be_visible()
    expect(page.get_by_text("new", exact=True)).to_have_count(2)
    page.reload()
    expect(page.get_by_text("new", exact=True)).to_have_count(0)


def test_opening_the_table_empties_the_bell(visit: Visit, alice: Player, bob: Player) -> None:
    table = open_table(alice, bob, count=2 + 1, bots=1)
    Message.objects.create(player=alice, kind=MessageKind.TABLE_FULL, subject="full:1", table=table)
    page = visit(f"/tables/{table.pk}/", player=alice)
    expect(page.get_by_role("link", name="Messages", exact=True)).to_be_visible()
    assert Message.objects.exclude(read_at=None).exists()
