"""A signed-in player's pages belong in no shared cache."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn
from tests.site import world as stage

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_signed_in_pages_are_private(
    crew: Crew, club: Club, running: Challenge, alice: Player, bob: Player, guest: Player, signed_in: SignedIn
) -> None:
    browser, shared = signed_in(alice), []
    with time_machine.travel(NOON + HOUR, tick=False):
        world = stage.build(crew, club, running, alice, bob, guest)
        for name, keys in stage.patterns():
            answer = browser.get(reverse(name, kwargs={key: world.fill(name, key) for key in keys}))
            if not {"private", "no-store"} & set(answer.headers.get("Cache-Control", "").split(", ")):
                shared.append(name)
    assert not shared
