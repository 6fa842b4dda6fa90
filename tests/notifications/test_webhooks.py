"""Webhooks: public addresses only, one message per event, a log, and off after repeated failures."""

from __future__ import annotations

import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core import mail
from django.test import override_settings
from django.utils import translation

from logbook.clubs.models import Club
from logbook.clubs.services import news
from logbook.lib import safe_http
from logbook.lib.safe_http import AddressRefused, Target
from logbook.notifications import tasks
from logbook.notifications.models import ClubEvent, Delivery, Webhook
from logbook.notifications.services import outbox, webhooks
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON, make
from tests.conftest import SignedIn
from tests.notifications.webhooks_scenes import ADDRESS, KINDS, PUBLIC, Posted, names, posted, target

__all__ = ["names", "posted"]  # Fixtures.

PAGE = "/clubs/night-watch/webhooks/"


def answering(monkeypatch: pytest.MonkeyPatch, *answers: int | Exception) -> list[int | Exception]:
    left = list(answers)

    def post(target: Target, body: bytes) -> int:
        answer = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(safe_http, "post", post)
    return left


@pytest.fixture
def hook(club: Club, olga: Player, names: dict[str, list[str]]) -> Webhook:
    return webhooks.add_webhook(club=club, by=olga, url=ADDRESS, kinds=KINDS)


# --- allowed addresses


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://hooks.example.org/x", "The address must start with https://, so the connection is encrypted."),
        ("hooks.example.org/x", "The address must start with https://, so the connection is encrypted."),
        ("ftp://hooks.example.org/x", "Enter a complete address, such as https://example.org/hook."),
        ("https://", "Enter a complete address, such as https://example.org/hook."),
        ("https://hooks.example.org/a b", "Enter a complete address, such as https://example.org/hook."),
        ("https://hooks.example.org/a\r\nX: y", "Enter a complete address, such as https://example.org/hook."),
        ("https://hooks.example.org\\@127.0.0.1/", "Enter a complete address, such as https://example.org/hook."),
        ("https://[::1/", "Enter a complete address, such as https://example.org/hook."),
        ("https://hooks.example.org:99999/", "Enter a complete address, such as https://example.org/hook."),
        (
            "https://hooks.example.org:8443/x",
            "The address can’t include a port: only the standard https port, 443, is used.",
        ),
        (
            "https://me:pass@hooks.example.org/x",
            "The address can’t contain a user name or password. Remove the part before the host.",
        ),
        (
            "https://me@hooks.example.org/x",
            "The address can’t contain a user name or password. Remove the part before the host.",
        ),
        ("https://8.8.8.8/x", "Use a host name instead of an IP address."),
        ("https://[2606:4700::1111]/x", "Use a host name instead of an IP address."),
        ("https://134744072/x", "Use a host name instead of an IP address."),
        ("https://localhost/x", "private or reserved"),
        ("https://printer/x", "private or reserved"),
        ("https://nas.local/x", "private or reserved"),
        ("https://db.internal./x", "private or reserved"),
        ("https://router.home.arpa/x", "private or reserved"),
        ("https://a..example.org/x", "Enter a complete address, such as https://example.org/hook."),
        ("https://127.0.0.1/x", "127.0.0.1 is in a private or reserved network."),
        ("https://2130706433/x", "private or reserved"),
        ("https://0x7f.1/x", "private or reserved"),
        ("https://0/x", "private or reserved"),
        ("https://[::1]/x", "private or reserved"),
        ("https://[::ffff:10.0.0.1]/x", "private or reserved"),
        ("https://[::ffff:7f00:1]/x", "private or reserved"),
        ("https://[fe80::1]/x", "private or reserved"),
        ("https://[fd00::1]/x", "private or reserved"),
        ("https://169.254.169.254/latest", "private or reserved"),
    ],
)
def test_what_is_refused_says_why_and_stores_nothing(
    club: Club, olga: Player, signed_in: SignedIn, names: dict[str, list[str]], url: str, sentence: str
) -> None:
    page = signed_in(olga).post(PAGE, {"url": url, "kinds": KINDS})
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not Webhook.objects.exists()


def test_no_request_waits_for_a_name_server(
    club: Club, olga: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *_rest, **_more: pytest.fail(f"{host} was looked up"))
    assert signed_in(olga).post(PAGE, {"url": "https://nowhere.example.org/x", "kinds": KINDS}).status_code == 302
    assert Webhook.objects.get().url == "https://nowhere.example.org/x"


def test_a_host_that_is_not_found_is_in_the_log(club: Club, olga: Player, names: dict[str, list[str]]) -> None:
    hook = webhooks.add_webhook(club=club, by=olga, url="https://nowhere.example.org/x", kinds=KINDS)
    delivery = webhooks.test_webhook(webhook=hook)
    webhooks.deliver(delivery_id=delivery.pk)
    delivery.refresh_from_db()
    assert delivery.note == "host not found"


INSIDE = """
127.0.0.1 127.8.8.8 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.1.1 100.64.0.1 0.0.0.0 224.0.0.1 239.1.1.1
240.0.0.1 255.255.255.255 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 192.0.0.8 192.88.99.1
:: ::1 fe80::1 fe80::1%eth0 fc00::1 fd12::1 ff02::1 2001:db8::1 ::ffff:127.0.0.1 ::ffff:192.168.0.1
192.0.2.255 198.51.100.255 203.0.113.255 2001:db8:ffff::1 3fff::1 3fff:fff:ffff::1 ::ffff:192.0.2.1 ::ffff:203.0.113.9
198.19.255.255 100::1 100:0:0:1::1 2001:2::1 2001:10::1 2001:20::1 2001:30::1 5f00::1 4000::1
64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1::1 2001::1 ::127.0.0.1 fec0::1
"""


@pytest.mark.parametrize("address", INSIDE.split())
def test_addresses_that_are_not_public(address: str) -> None:
    assert not safe_http.is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "203.0.114.7", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_that_are_public(address: str) -> None:
    assert safe_http.is_public(address)


def test_a_name_that_also_leads_inside_is_refused(names: dict[str, list[str]]) -> None:
    names["hooks.example.org"] = [PUBLIC, "10.0.0.5"]
    with pytest.raises(AddressRefused):
        safe_http.target_of(ADDRESS)


def test_a_name_that_moves_inside_later_is_not_followed(
    hook: Webhook, names: dict[str, list[str]], posted: Posted
) -> None:
    names["hooks.example.org"] = ["192.168.0.10"]
    delivery = webhooks.test_webhook(webhook=hook)
    webhooks.deliver(delivery_id=delivery.pk)
    delivery.refresh_from_db()
    assert not posted
    assert (delivery.state, delivery.note) == ("failed", "address not allowed")


# --- the connection


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=hooks.example.org", "-addext", "subjectAltName=DNS:hooks.example.org",
         "-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "cert.pem")],
        capture_output=True, check=False,
    )  # fmt: skip
    if made.returncode:
        pytest.skip("no openssl here to make a certificate with")
    return tmp_path


class Server:
    """A TLS server that answers once, with a prepared response."""

    def __init__(self, folder: Path, answer: bytes) -> None:
        self.answer, self.heard = answer, b""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
        self.socket = context.wrap_socket(socket.create_server(("127.0.0.1", 0)), server_side=True)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        try:
            line, _address = self.socket.accept()
            with line:
                self.heard = line.recv(65536)
                line.sendall(self.answer)
        except OSError:
            pass  # A client that did not trust the certificate has disconnected.


@pytest.fixture
def server(certificate: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Server]:
    server = Server(certificate, getattr(request, "param", b"HTTP/1.1 204 No Content\r\n\r\n"))
    asked: list[str] = []

    def line_to(address: str) -> socket.socket:
        asked.append(address)
        return socket.create_connection(("127.0.0.1", server.port), timeout=3)

    monkeypatch.setattr(safe_http, "_line_to", line_to)
    trusting = ssl.create_default_context(cafile=str(certificate / "cert.pem"))
    monkeypatch.setattr(safe_http, "_context", lambda: trusting)
    yield server
    assert asked == [PUBLIC], "the checked address itself is connected to"
    server.socket.close()


def test_what_is_said_on_the_line(server: Server) -> None:
    assert safe_http.post(target(), b'{"content": "x"}') == 204
    head, _, body = server.heard.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /api/1?wait=true HTTP/1.1\r\nHost: hooks.example.org\r\n")
    assert body == b'{"content": "x"}'


def test_the_certificate_must_be_the_hosts(server: Server) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        safe_http.post(target("other.example.org"), b"{}")


@pytest.mark.parametrize("server", [b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\n\r\n"], indirect=True)
def test_redirects_are_answers(server: Server) -> None:
    assert safe_http.post(target(), b"{}") == 302


@pytest.mark.parametrize("server", [b"x" * 200_000, b"SSH-2.0-hello\r\n", b""], indirect=True)
def test_what_is_no_answer(server: Server) -> None:
    with pytest.raises(OSError, match=r"not an answer|reset"):
        safe_http.post(target(), b"{}")


def test_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TimeoutError):
        safe_http._seconds_left(0.0)


# --- deliveries


def test_what_happens_is_posted_once_in_discords_words(hook: Webhook, olga: Player, posted: Posted) -> None:
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenge = make(hook.club, olga)
        news.write_news(club=hook.club, by=olga, title="@everyone", text="Hello")
        for _ in range(5):
            tasks.send_overlooked_notifications()
            clock.shift(timedelta(minutes=1))
    assert [target.path for target, _body in posted] == ["/api/webhooks/1/secret-part"] * 2
    first, second = (body for _target, body in posted)
    assert first["allowed_mentions"] == {"parse": []}
    assert str(first["content"]).startswith("Night Watch: Week 47\nNew challenge: opens")
    assert f"/challenges/{challenge.pk}/" in str(first["content"])
    assert challenge.secret not in str(first)
    assert "Hello" in str(second["content"])
    assert set(Delivery.objects.values_list("state", "status", "tries")) == {("delivered", 204, 1)}


def test_a_channel_is_written_to_in_the_sites_language(hook: Webhook, posted: Posted) -> None:
    with translation.override("fr"):
        tasks.deliver(webhooks.test_webhook(webhook=hook).pk)
    assert ": this is a test message from the webhook." in str(posted[-1][1]["content"])
    with override_settings(LANGUAGE_CODE="fr"):
        tasks.deliver(webhooks.test_webhook(webhook=hook).pk)
    assert "message de test du webhook" in str(posted[-1][1]["content"])


def test_a_title_cannot_pose_as_a_link(hook: Webhook, olga: Player, posted: Posted) -> None:
    news.write_news(club=hook.club, by=olga, title="[our page](https://evil.example)", text="x" * 2000)
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    webhooks.deliver(delivery_id=Delivery.objects.get().pk)
    ((_target, body),) = posted
    content = str(body["content"])
    assert "\\[our page\\](https" in content
    assert len(content) <= 2000
    assert content.endswith(f"/clubs/night-watch/news/#news-{hook.club.news.get().pk}")


def test_only_the_chosen_kinds(club: Club, olga: Player, posted: Posted) -> None:
    webhooks.add_webhook(club=club, by=olga, url=ADDRESS, kinds=["results"])
    news.write_news(club=club, by=olga, title="News", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    assert not Delivery.objects.exists()


def test_failures_are_tried_again_later_and_later(hook: Webhook, olga: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, TimeoutError(), 503, 429, 200)
    with time_machine.travel(NOON, tick=False) as clock:
        news.write_news(club=hook.club, by=olga, title="News", text="x")
        clock.shift(timedelta(minutes=2))
        tries = []
        for _ in range(40):
            tasks.send_overlooked_notifications()
            tries.append(Delivery.objects.get().tries)
            clock.shift(timedelta(minutes=1))
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.status, delivery.tries) == ("delivered", 200, 4)
    assert [tries.index(number) for number in (1, 2, 3, 4)] == [0, 1, 5, 21]


@pytest.mark.parametrize("answer", [404, 302])
def test_a_wrong_address_is_not_tried_again(
    hook: Webhook, olga: Player, monkeypatch: pytest.MonkeyPatch, answer: int
) -> None:
    answering(monkeypatch, answer)
    news.write_news(club=hook.club, by=olga, title="News", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    webhooks.deliver(delivery_id=Delivery.objects.get().pk)
    assert Delivery.objects.values_list("state", "status", "tries").get() == ("failed", answer, 1)


def test_repeated_failures_switch_it_off_and_tell_the_organizers(
    hook: Webhook, olga: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 404)
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(7):
            news.write_news(club=hook.club, by=olga, title=f"News {number}", text="x")
            for _ in range(4):
                clock.shift(timedelta(minutes=1))
                tasks.send_overlooked_notifications()
    hook.refresh_from_db()
    assert hook.disabled_at is not None
    assert Delivery.objects.count() == 5
    assert sorted(message.to[0] for message in mail.outbox) == ["alice@example.org", "olga@example.org"]
    assert "A webhook in Night Watch has been turned off" in str(mail.outbox[0].body)
    assert "secret-part" not in str(mail.outbox[0].body)
    page = signed_in(olga).get(PAGE).content.decode()
    assert "Turned off" in page
    assert signed_in(olga).post(f"{PAGE}{hook.pk}/on/").status_code == 302
    assert Webhook.objects.values_list("disabled_at", "failures").get() == (None, 0)


def test_two_workers_deliver_once(hook: Webhook, posted: Posted) -> None:
    delivery = webhooks.test_webhook(webhook=hook)
    assert webhooks._claimed(delivery.pk) is not None
    webhooks.deliver(delivery_id=delivery.pk)
    assert not posted


# --- the page


def test_organizers_add_test_and_remove(
    club: Club, olga: Player, signed_in: SignedIn, posted: Posted,
    django_capture_on_commit_callbacks: object,
) -> None:  # fmt: skip
    client = signed_in(olga)
    assert client.post(PAGE, {"url": ADDRESS, "kinds": KINDS}).status_code == 302
    hook = Webhook.objects.get()
    page = client.get(PAGE).content.decode()
    assert "hooks.example.org/…part" in page
    assert "secret-part" not in page
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        assert client.post(f"{PAGE}{hook.pk}/test/").status_code == 302
    assert ": this is a test message from the webhook." in str(posted[0][1]["content"])
    assert "delivered" in client.get(PAGE).content.decode()
    assert client.post(PAGE, {"url": ADDRESS, "kinds": KINDS}).status_code == 409
    assert client.post(PAGE, {"url": ADDRESS + "2"}).status_code == 422
    assert client.post(f"{PAGE}{hook.pk}/dance/").status_code == 404
    assert client.post(f"{PAGE}{hook.pk}/remove/").status_code == 302
    assert not Webhook.objects.exists()


def test_others_have_no_webhooks_page(hook: Webhook, bob: Player, charlie: Player, signed_in: SignedIn) -> None:
    Club.objects.update(public=True)
    for path in ("", f"{hook.pk}/test/", f"{hook.pk}/remove/"):
        assert signed_in(bob).post(PAGE + path, {"url": ADDRESS, "kinds": KINDS}).status_code == 403
        assert signed_in(charlie).post(PAGE + path, {"url": ADDRESS, "kinds": KINDS}).status_code == 404
    assert Webhook.objects.count() == 1
