"""The web server: slow senders hold no place, and only our own proxy names the client's address."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from crewsite import server, upload_limits
from crewsite.asgi_handler import Application
from crewsite.senders import forwarded
from logbook.lib.addresses import WIDER
from tests.faults.processes import waited_until
from tests.server_scenes import PATIENCE, served
from tests.settings_scenes import settings_of

pytestmark = pytest.mark.slow
"""Each starts a server, or waits for one."""

HEAD = b"GET /healthz/ HTTP/1.1\r\nhost: localhost\r\n"


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that has little time."""
    monkeypatch.setattr(server.Protocol, "head_seconds", 0.3)
    monkeypatch.setattr(upload_limits, "SECONDS", 0.3)
    monkeypatch.setattr(upload_limits, "SLOWEST", 1_000_000)


@pytest.fixture
def port(hurried: None) -> Iterator[int]:
    with served(Application()) as port:
        yield port


def dripped(port: int, first: bytes, drop: bytes, times: int = 2000) -> bytes:
    """What is answered to a client that sends these bytes, then a drop now and then, until it is hung up on."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(first)
        line.settimeout(0.05)
        heard = b""
        for _number in range(times):
            try:
                piece = line.recv(4096)
                if not piece:
                    return heard
                heard += piece
            except TimeoutError:
                line.sendall(drop)
            except ConnectionResetError:
                return heard
        raise AssertionError("no client hangs up")


@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"", b""),
        (b"", b"\r\n"),
        (b"G", b""),
        (HEAD, b"x-more: of the same\r\n"),
        (HEAD + b"x-long: ", b"x"),
    ],
)
def test_headers_that_never_end_are_cut(first: bytes, drop: bytes, port: int) -> None:
    assert dripped(port, first, drop).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("drop", [b"\r\n", b"x-more: of the same\r\n"])
def test_those_of_a_later_request_are_cut_too(drop: bytes, port: int) -> None:
    heard = dripped(port, HEAD + b"\r\n" + (b"" if drop == b"\r\n" else HEAD), drop)
    assert heard.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in heard


@pytest.mark.parametrize(
    ("path", "kind"), [("/accounts/login/", b"text/plain"), ("/api/v1/imports/", b"application/problem+json")]
)
@pytest.mark.parametrize(
    ("length", "drop"), [(b"content-length: 3000", b"x"), (b"transfer-encoding: chunked", b"1\r\nx\r\n")]
)
def test_a_body_that_never_ends_is_cut(
    path: str, kind: bytes, length: bytes, drop: bytes, port: int, transactional_db: None
) -> None:
    heard = dripped(port, b"POST %s HTTP/1.1\r\nhost: localhost\r\n%s\r\n\r\n" % (path.encode(), length), drop)
    assert heard.startswith(b"HTTP/1.1 408 ")
    assert kind in heard
    assert b"This took too long to arrive." in heard


def test_a_slow_line_that_brings_something_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_limits, "SECONDS", 0.2)
    monkeypatch.setattr(upload_limits, "SLOWEST", 10)
    pieces = [b"x" * 100] * 5

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0.1)
        return {"type": "http.request", "body": pieces.pop(), "more_body": bool(pieces)}

    async def read() -> int:
        in_time, count = upload_limits.InTime(receive), 0
        while (await in_time()).get("more_body"):
            count += 1
        assert not in_time.is_late
        return count

    assert asyncio.run(read()) == 4


def test_requests_in_time_are_answered_one_after_the_other(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        for _number in range(3):
            line.sendall(HEAD + b"\r\n")
            assert line.recv(4096).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"GET /", b"x" * 4096),
        (HEAD + b"x-long: ", b"x" * 4096),
        (HEAD, b"x-more: of the same\r\n" * 200),
        (HEAD + b"".join(b"x-%d: %s\r\n" % (number, b"x" * 1000) for number in range(100)) + b"\r\n", b""),
        (HEAD.replace(b"GET", b"POST") + b"transfer-encoding: chunked\r\n\r\n1;", b"x" * 4096),
    ],
)
def test_headers_that_are_too_long_are_refused(first: bytes, drop: bytes) -> None:
    async def read(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass

    with served(read) as port:
        heard = flooded(port, first, drop)
    # A client that still sends when the server hangs up may lose the answer.
    assert heard.startswith(b"HTTP/1.1 431 ") or (drop and heard == b"")


def flooded(port: int, first: bytes, drop: bytes) -> bytes:
    """What is answered to a client that sends without a pause, until it is hung up on."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        sent = 0
        try:
            line.sendall(first)
            while drop and sent < 20_000_000:
                line.sendall(drop)
                sent += len(drop)
        except ConnectionError:
            pass
        assert sent < 20_000_000
        heard = b""
        try:
            while piece := line.recv(4096):
                heard += piece
        except ConnectionResetError:
            pass
        return heard


def test_headers_of_a_browser_pass(hurried: None) -> None:
    async def short(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    with served(short) as port, socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        for _number in range(5):  # Each request of a connection has its own limit.
            line.sendall(HEAD + b"cookie: " + b"x" * 30_000 + b"\r\n\r\n")
            assert line.recv(4096).startswith(b"HTTP/1.1 204 ")


@pytest.fixture
def two_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.Protocol, "most_connections", 2)
    monkeypatch.setattr(server.Protocol, "open", Counter())


def test_one_address_has_so_many_connections(two_connections: None, port: int) -> None:
    there = ("127.0.0.1", port)
    with socket.create_connection(there), socket.create_connection(there) as second:
        with socket.create_connection(there, timeout=PATIENCE) as third:
            assert third.recv(4096).startswith(b"HTTP/1.1 503 ")
            assert third.recv(4096) == b""
        second.sendall(HEAD + b"connection: close\r\n\r\n")
        assert second.recv(4096).startswith(b"HTTP/1.1 200 ")
        assert b"".join(iter(lambda: second.recv(4096), b"")) in (b"", b'{"alive": true}')
        assert waited_until(lambda: server.Protocol.open["127.0.0.1"] == 1)
        with socket.create_connection(there, timeout=PATIENCE) as fourth:
            fourth.sendall(HEAD + b"\r\n")
            assert fourth.recv(4096).startswith(b"HTTP/1.1 200 ")
    assert waited_until(lambda: not server.Protocol.open)


def test_a_network_of_ipv6_has_as_many_and_a_wide_one_more(two_connections: None) -> None:
    def has_room(address: str) -> bool:
        protocol = server.Protocol.__new__(server.Protocol)
        protocol.client = (address, 1)
        return protocol._has_room()

    assert [has_room(f"2001:db8:0:1::{number}") for number in range(3)] == [True, True, False]
    wide = [has_room(f"2001:db8:0:{number:x}::1") for number in range(2, 2 + 2 * WIDER)]
    assert wide == [True] * (2 * WIDER - 3) + [False] * 3
    assert has_room("2001:db8:1::1")


def test_many_files_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limits: asked.append(limits))
    for limits in ((1024, 4096), (1024, 524_288), (1024, -1), (65_536, 524_288), (-1, -1)):
        monkeypatch.setattr(resource, "getrlimit", lambda _kind, limits=limits: limits)
        server.allow_many_files()
    assert asked == [(4096, 4096), (65_536, 524_288), (65_536, -1)]


def test_an_answer_that_takes_long_is_not_cut(hurried: None) -> None:
    async def slowly(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.8)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"at last"})

    with served(slowly) as port, socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(HEAD + b"connection: close\r\n\r\n")
        heard = b"".join(iter(lambda: line.recv(4096), b""))
    assert heard.endswith((b"at last\r\n0\r\n\r\n", b"at last"))


# --- who asks


def seen(count: int, settings: Settings, **headers: str) -> tuple[str, str]:
    """From where, and how, a request seems to come behind so many proxies."""
    settings.TRUSTED_PROXY_COUNT = count
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if count else None
    found: list[tuple[str, str]] = []

    def respond(request: HttpRequest) -> HttpResponse:
        found.append((request.META["REMOTE_ADDR"], request.scheme or ""))
        assert not [name for name in request.META if name.startswith(("HTTP_X_FORWARDED_F", "HTTP_X_FORWARDED_H"))]
        return HttpResponse()

    forwarded(respond)(RequestFactory().get("/", headers=headers, REMOTE_ADDR="10.0.0.1"))
    return found[0]


FOR, PROTO = "x-forwarded-for", "x-forwarded-proto"


@pytest.mark.parametrize(
    ("count", "headers", "said"),
    [
        (0, {}, ("10.0.0.1", "http")),
        (0, {FOR: "203.0.113.9", PROTO: "https"}, ("10.0.0.1", "http")),
        (1, {FOR: "203.0.113.9", PROTO: "https"}, ("203.0.113.9", "https")),
        (1, {FOR: "198.51.100.1, 203.0.113.9", PROTO: "http"}, ("203.0.113.9", "http")),
        (1, {FOR: "198.51.100.1, 203.0.113.9", PROTO: "https, http"}, ("203.0.113.9", "http")),
        (1, {}, ("10.0.0.1", "http")),
        (1, {FOR: "nonsense"}, ("10.0.0.1", "http")),
        (1, {FOR: "2001:db8:1:2:3::4"}, ("2001:db8:1:2::", "http")),
        (1, {FOR: "::ffff:203.0.113.9"}, ("203.0.113.9", "http")),
        (2, {FOR: "198.51.100.1, 203.0.113.9, 10.0.0.2", PROTO: "https"}, ("203.0.113.9", "https")),
        (2, {FOR: "203.0.113.9"}, ("10.0.0.1", "http")),
    ],
)
def test_headers_are_believed_of_as_many_proxies_as_there_are(
    count: int, headers: dict[str, str], said: tuple[str, str], settings: Settings
) -> None:
    assert seen(count, settings, **headers) == said


def test_the_server_believes_nobody_by_itself(transactional_db: None, settings: Settings) -> None:
    """Uvicorn would trust any client on this machine."""
    settings.SECURE_SSL_REDIRECT = True
    with served(Application()) as port, socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(
            b"GET /rules/ HTTP/1.1\r\nhost: localhost\r\nx-forwarded-proto: https\r\nconnection: close\r\n\r\n"
        )
        heard = b"".join(iter(lambda: line.recv(4096), b""))
    assert heard.startswith(b"HTTP/1.1 301 ")


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({}, "0 None"),
        ({"TRUSTED_PROXY_COUNT": "2"}, "2 ('HTTP_X_FORWARDED_PROTO', 'https')"),
        ({"TRUST_PROXY_HTTPS": "1"}, "1 ('HTTP_X_FORWARDED_PROTO', 'https')"),
    ],
)
def test_one_setting_says_how_many(variables: dict[str, str], said: str, tmp_path: Path) -> None:
    assert settings_of(tmp_path, "s.TRUSTED_PROXY_COUNT, s.SECURE_PROXY_SSL_HEADER", **variables) == said


@pytest.mark.parametrize(
    ("debug", "host", "warned"),
    [("1", "0.0.0.0", True), ("1", "192.168.0.7", True), ("1", "127.0.0.1", False), ("0", "0.0.0.0", False)],  # noqa: S104 - the host to warn of
)
def test_site_for_development_warns_of_an_open_host(
    debug: str, host: str, warned: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("DEBUG", debug)
    server.warn_of_an_open_host(host)
    assert [host in record.getMessage() for record in caplog.records] == [True] * warned
