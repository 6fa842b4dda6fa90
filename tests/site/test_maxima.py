"""No page is a product of two numbers of its users: with every quota used up, each takes less than a second and a MB.

The processor's time of the thread is measured, so waiting for others does not count; the best of three counts.
"""

from __future__ import annotations

import time

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

from logbook.api.throttles import AddressThrottle, CallerThrottle
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn
from tests.site import full_world
from tests.site import world as stage
from tests.site.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow]

SECONDS = 1.0
BYTES = 1_000_000
TRIES = 3


@pytest.fixture
def world(
    crew: Crew,
    club: Club,
    running: Challenge,
    alice: Player,
    bob: Player,
    guest: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> World:
    for throttle in (CallerThrottle, AddressThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"caller": "9999999/min", "address": "9999999/min"})
    with time_machine.travel(NOON + HOUR, tick=False):
        full = stage.build(crew, club, running, alice, bob, guest)
        full_world.fill(full, alice)
        return full


def test_with_every_quota_used_up_no_answer_is_slow_or_long(
    world: World, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    found = []
    with time_machine.travel(NOON + HOUR, tick=False):
        for browser in (signed_in(alice), signed_in(charlie), Client()):
            for name, blanks in stage.patterns():
                address = reverse(name, kwargs={key: world.fill(name, key) for key in blanks})
                seconds, length = measured(browser, address)
                if seconds > SECONDS or length > BYTES:
                    found.append(f"{name}: {seconds:.2f} s, {length:,} bytes")
    assert not found, "\n".join(found)


def measured(browser: Client, address: str) -> tuple[float, int]:
    """Return the processor's time of an answer, the best of a few, and its length."""
    browser.raise_request_exception = False
    best, length = float("inf"), 0
    for _number in range(TRIES):
        begun = time.thread_time()
        with transaction.atomic():
            answer = browser.get(address)
            body = b"" if answer.streaming else answer.content
            transaction.set_rollback(True)
        best, length = min(best, time.thread_time() - begun), len(body)
        if best <= SECONDS:
            break
    return best, length
