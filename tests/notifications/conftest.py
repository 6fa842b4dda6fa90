"""A club whose members chose which emails they want, and a push service."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from logbook.clubs.models import Club
from logbook.lib import safe_http
from logbook.people.models.players import Player
from tests.notifications.push_service import HOST, PUBLIC, Plain, PushService
from tests.notifications.scenes import choose


@pytest.fixture
def each(club: Club, alice: Player, bob: Player, olga: Player) -> Club:
    """Alice and Bob want a mail for each event, Olga none."""
    choose(alice, club, "each")
    choose(bob, club, "each")
    choose(olga, club, "off")
    return club


@pytest.fixture
def push_service(monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """The push service at push.example.org; the one public name that these tests know."""
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
