"""A club whose members chose which emails they want."""

from __future__ import annotations

import pytest

from logbook.clubs.models import Club
from logbook.people.models.players import Player
from tests.notifications.scenes import choose


@pytest.fixture
def each(club: Club, alice: Player, bob: Player, olga: Player) -> Club:
    """Alice and Bob want a mail for each event, Olga none."""
    choose(alice, club, "each")
    choose(bob, club, "each")
    choose(olga, club, "off")
    return club
