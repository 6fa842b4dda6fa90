"""Devices: turned on and off, tested and removed by their person alone; and the site's key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from logbook.lib import web_push
from logbook.lib.user_agents import device_of
from logbook.notifications.models import PushSubscription
from logbook.notifications.services import push_subscriptions
from logbook.people import site_identity
from logbook.people.models.players import Player
from logbook.people.models.site_identity import SiteIdentity
from logbook.people.services import quiet_times
from tests.challenges.scenes import NOON
from tests.conftest import SignedIn
from tests.notifications.push_service import FIREFOX, HOST, Browser, PushService
from tests.notifications.turns_scenes import MINUTE

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def test_turning_on_and_off(push_service: PushService, alice: Player, signed_in: SignedIn) -> None:
    client, phone = signed_in(alice), Browser("phone")
    answer = client.post(reverse("device-on"), phone.form, HTTP_USER_AGENT=FIREFOX)
    assert (answer.status_code, "Firefox, Android" in answer.text) == (200, True)
    assert phone.endpoint not in answer.text, "the address is a secret"
    assert client.post(reverse("device-on"), phone.form).status_code == 200
    assert PushSubscription.objects.get().player == alice, "the same device is listed once"
    page = client.get(reverse("profile-mails")).text
    assert push_subscriptions.public_key() in page
    assert PushSubscription.objects.get().fingerprint in page
    assert client.post(reverse("device-off"), {"endpoint": phone.endpoint}).status_code == 200
    assert not PushSubscription.objects.exists()
    assert client.post(reverse("device-off"), {}).status_code == 200


def test_a_browser_that_was_given_another_subscription_says_so(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    client, former, now = signed_in(alice), Browser("phone"), Browser("phone-again")
    client.post(reverse("device-on"), former.form, HTTP_USER_AGENT=FIREFOX)
    form = now.form | {"former": former.endpoint}
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    assert strict.post(reverse("device-renew"), form).status_code == 204, "a service worker has no token"
    device = PushSubscription.objects.get()
    assert (device.endpoint, device.player, device.device) == (now.endpoint, alice, "Firefox, Android")
    assert client.post(reverse("device-renew"), form).status_code == 404, "the former one is known no more"
    assert signed_in(bob).post(reverse("device-renew"), former.form | {"former": now.endpoint}).status_code == 404
    assert client.post(reverse("device-renew"), {"former": now.endpoint}).status_code == 422
    assert PushSubscription.objects.get() == device


def test_a_browser_learns_whether_its_device_is_known(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    client, phone = signed_in(alice), Browser("phone")
    client.post(reverse("device-on"), phone.form)
    known = f"{reverse('device-known')}?fingerprint={PushSubscription.objects.get().fingerprint}"
    assert client.get(known).status_code == 204
    assert signed_in(bob).get(known).status_code == 404
    assert client.get(f"{reverse('device-known')}?fingerprint=é").status_code == 404
    PushSubscription.objects.all().delete()
    assert client.get(known).status_code == 404


def test_no_request_waits_for_a_name_server(
    alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.getaddrinfo", lambda host, *_rest, **_more: pytest.fail(f"{host} was looked up"))
    form = {**Browser("phone").form, "endpoint": "https://slow.example.org/1"}
    assert signed_in(alice).post(reverse("device-on"), form).status_code == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": ""},
        {"endpoint": "http://push.example.org/1"},
        {"endpoint": "https://127.0.0.1/1"},
        {"endpoint": "https://10.1.2.3/1"},
        {"endpoint": "https://[::1]/1"},
        {"endpoint": "https://push.example.org:6379/1"},
        {"endpoint": "https://me@push.example.org/1"},
        {"endpoint": "https://push.internal/1"},
        {"endpoint": "https://push.example.org/" + "x" * 1000},
        {"endpoint": "javascript:alert(1)"},
        {"p256dh": ""},
        {"p256dh": "é"},
        {"p256dh": "A" * 87},
        {"p256dh": "A" * 5000},
        {"auth": ""},
        {"auth": "AAAA"},
        {"auth": "!" * 500 + "A" * 22},
    ],
)
def test_an_impossible_subscription_is_refused_in_a_sentence(
    wrong: dict[str, str], push_service: PushService, alice: Player, signed_in: SignedIn
) -> None:
    answer = signed_in(alice).post(reverse("device-on"), {**Browser("phone").form, **wrong})
    assert answer.status_code == 422
    assert answer.text == "This browser’s push service can’t be used. Try another browser."
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert not PushSubscription.objects.exists()


def test_a_long_address_is_kept_whole(push_service: PushService, alice: Player, signed_in: SignedIn) -> None:
    endpoint = f"https://{HOST}/w/?token=" + "x" * 700
    assert signed_in(alice).post(reverse("device-on"), {**Browser("pc").form, "endpoint": endpoint}).status_code == 200
    assert PushSubscription.objects.get().endpoint == endpoint


def test_a_person_has_ten_devices_at_most(push_service: PushService, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    for number in range(10):
        assert client.post(reverse("device-on"), Browser(str(number)).form).status_code == 200
    answer = client.post(reverse("device-on"), Browser("10").form)
    assert (answer.status_code, answer.text) == (409, "Up to 10 devices can show you notifications. Remove one first.")
    assert client.post(reverse("device-on"), Browser("9").form).status_code == 200, "one of the ten may come again"


def test_a_test_comes_in_quiet_times_too(
    clock: time_machine.Traveller,
    push_service: PushService,
    alice: Player,
    signed_in: SignedIn,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    client, phone = signed_in(alice), Browser("phone")
    phone.subscribed(alice)
    Browser("laptop").subscribed(alice)
    quiet_times.add_holidays(player=alice, first=NOON.date(), last=NOON.date())
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse("device-test"), {"endpoint": phone.endpoint})
    assert (answer.status_code, answer.text) == (200, "Test sent. It should appear within a minute.")
    (request,) = push_service.heard
    assert phone.read(request)["sentence"] == "Notifications work on this device."
    for _ in range(9):
        clock.shift(MINUTE)
        assert client.post(reverse("device-test"), {"endpoint": phone.endpoint}).status_code == 200
    answer = client.post(reverse("device-test"), {"endpoint": phone.endpoint})
    assert (answer.status_code, answer.text) == (429, "You’ve sent 10 tests in the past hour. Try again later.")


def test_another_persons_device_is_neither_tested_nor_removed(
    push_service: PushService, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    phone = Browser("phone")
    device = phone.subscribed(alice)
    client = signed_in(bob)
    answer = client.post(reverse("device-test"), {"endpoint": phone.endpoint})
    assert (answer.status_code, "off on this device" in answer.text) == (404, True)
    client.post(reverse("device-off"), {"endpoint": phone.endpoint})
    assert client.post(reverse("device-remove", args=[device.pk])).status_code == 302
    assert PushSubscription.objects.get() == device
    assert signed_in(alice).post(reverse("device-remove", args=[device.pk])).status_code == 302
    assert not PushSubscription.objects.exists()


def test_guests_and_visitors_are_asked_to_sign_in(
    signed_in: SignedIn, alice: Player, push_service: PushService
) -> None:
    client = signed_in(alice)
    client.logout()
    for name in ("device-on", "device-off", "device-test"):
        assert client.post(reverse(name), Browser("phone").form).status_code == 302
    assert not PushSubscription.objects.exists()


# --- the key


def test_the_key_is_made_at_its_first_use_and_stays() -> None:
    site_identity.derive("made with the database")
    assert SiteIdentity.objects.get().push_key == ""
    key = site_identity.push_key()
    site_identity.forget()
    assert site_identity.push_key() == key == SiteIdentity.objects.get().push_key
    assert len(web_push._bytes(web_push.public_key_of(key))) == 65
    assert web_push.private_key_new() != key


def test_one_key_of_two_simultaneous_first_uses_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    make = web_push.private_key_new

    def overtaken() -> str:
        SiteIdentity.objects.update(push_key="the key of another process")
        return make()

    monkeypatch.setattr(web_push, "private_key_new", overtaken)
    assert site_identity.push_key() == "the key of another process"


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, "Firefox, Android"),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
            "Chrome, Linux",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/18.0 Safari/605.1.15", "Safari, macOS"),
        ("<script>", ""),
    ],
)
def test_a_device_is_named_by_its_browser_and_system(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device
