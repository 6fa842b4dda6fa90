"""A push service in this process, and browsers with subscriptions there: they decrypt what they are sent."""

from __future__ import annotations

import json
import secrets
import socket
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from logbook.lib import safe_http
from logbook.lib.web_push import Receiver
from logbook.notifications.models import PushSubscription
from logbook.notifications.services import push_subscriptions
from logbook.people.models.players import Player

HOST = "push.example.org"
PUBLIC = "203.0.114.9"
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Browser:
    """A browser's subscription, with the private key that never leaves it."""

    name: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def endpoint(self) -> str:
        return f"https://{HOST}/send/{self.name}"

    @property
    def form(self) -> dict[str, str]:
        """What the page's script posts."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": encoded(point), "auth": encoded(self.secret)}

    def subscribed(self, player: Player) -> PushSubscription:
        receiver = Receiver(*self.form.values())
        return push_subscriptions.subscribe(player=player, receiver=receiver, user_agent=FIREFOX)

    def read(self, request: Request) -> dict[str, str]:
        """Decrypt what the push service hands on."""
        plain = http_ece.decrypt(request.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        text: dict[str, str] = json.loads(plain)
        return text


@dataclass(frozen=True)
class Request:
    """One request to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes

    def claims(self) -> tuple[dict[str, Any], str]:
        """Return the claims of the VAPID token and the public key that verifies it. Raises InvalidSignature."""
        scheme, _, parts = self.headers["authorization"].partition(" ")
        assert scheme == "vapid"
        named = dict(part.strip().split("=", 1) for part in parts.split(","))
        signed, _, signature = named["t"].rpartition(".")
        raw = decoded(signature)
        numbers = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(named["k"]))
        sender.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
        head, claims = (json.loads(decoded(part)) for part in signed.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        return claims, named["k"]


class PushService:
    """The server: it answers 201, or what `answers` says for a browser's name, and keeps what it heard."""

    def __init__(self) -> None:
        self.heard: list[Request] = []
        self.answers: dict[str, int] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.heard.append(Request(self.path, headers, body))
                self.send_response(service.answers.get(self.path.rpartition("/")[2], 201))
                self.end_headers()

            def log_message(self, *_args: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def line(self, _address: str) -> socket.socket:
        """Return a connection to the server, in place of one to the checked address."""
        return socket.create_connection(("127.0.0.1", self.server.server_port), timeout=3)

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Plain:
    """A TLS context that leaves the line as it is: `test_webhooks` has the certificates."""

    def wrap_socket(self, line: socket.socket, **_params: object) -> socket.socket:
        return line


def service_at_its_name(monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """Yield the push service at push.example.org, the one public name that is known meanwhile."""
    service, look_up = PushService(), socket.getaddrinfo

    def known(host: str, *args: Any, **params: Any) -> list[Any]:
        if host == HOST:
            return [(2, 1, 6, "", (PUBLIC, 443))]
        if host.endswith(".example.org"):
            raise socket.gaierror(-2, "unknown")
        return list(look_up(host, *args, **params))

    monkeypatch.setattr(socket, "getaddrinfo", known)
    monkeypatch.setattr(safe_http, "_line_to", service.line)
    monkeypatch.setattr(safe_http, "_context", Plain)
    yield service
    service.stop()
