"""A club whose members chose which emails they want, and a push service."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from logbook.clubs.models import Club
from logbook.people.models.players import Player
from tests.notifications.push_service import PushService, service_at_its_name
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
    yield from service_at_its_name(monkeypatch)
