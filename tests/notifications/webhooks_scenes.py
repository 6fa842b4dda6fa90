"""Scenes that the tests of webhooks share with others."""

from __future__ import annotations

import json
import socket

import pytest

from logbook.lib import safe_http
from logbook.lib.safe_http import Target

ADDRESS = "https://hooks.example.org/api/webhooks/1/secret-part"


PUBLIC = "203.0.114.7"


KINDS = ["announced", "opened", "results", "news"]


Posted = list[tuple[Target, dict[str, object]]]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Return the fake DNS: no test uses the network."""
    known = {"hooks.example.org": [PUBLIC]}

    def look_up(host: str, port: int, **_kwargs: object) -> list[object]:
        if host not in known:
            try:
                socket.inet_aton(host)
            except OSError:
                if ":" not in host:
                    raise socket.gaierror(-2, "unknown") from None
                return [(10, 1, 6, "", (host, port, 0, 0))]
            return [(2, 1, 6, "", (socket.inet_ntoa(socket.inet_aton(host)), port))]
        return [(2, 1, 6, "", (address, port)) for address in known[host]]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


@pytest.fixture
def posted(names: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> Posted:
    """Return the posted messages; each gets a prepared response, 204 by default."""
    sent: Posted = []

    def post(target: Target, body: bytes) -> int:
        sent.append((target, json.loads(body)))
        return 204

    monkeypatch.setattr(safe_http, "post", post)
    return sent


def target(host: str = "hooks.example.org") -> Target:
    return Target(host, (PUBLIC,), "/api/1?wait=true")
