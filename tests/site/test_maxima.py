"""No page is a product of two numbers of its users: with every quota used up, each takes less than a second and a MB.

The processor's time of the thread is measured, so waiting for others does not count; the best of three counts.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

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
from tests import wide
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn
from tests.site import closed_world, full_world
from tests.site import world as stage
from tests.site.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow]

SECONDS = 1.0
BYTES = 1_000_000
TRIES = 3
FILES: Final = {
    "club-export": (12.0, 12_000_000),
    "club-zip": (16.0, 2_000_000),
    "api-club-export": (12.0, 12_000_000),
    "api-club-export-zip": (16.0, 2_000_000),
    "crew-export": (2.0, 9_000_000),
    "crew-zip": (3.0, 1_500_000),
    "crew-table": (2.0, 5_000_000),
    "api-crew-export": (2.0, 9_000_000),
    "api-crew-export-zip": (3.0, 1_500_000),
    "api-crew-export-csv": (2.0, 5_000_000),
}
"""Whole files of what people have logged, which have no pages. They are streamed in pieces by a thread of their own,
two for each sender, so nobody waits for them. The limits in seconds and bytes leave room beyond what was measured: a
club's file 3.9 s and 8.1 MB (5.2 s and 0.7 MB as a ZIP), a crew's 0.5 s and 5.8 MB (1 s and 0.6 MB), its
lines 0.8 s and 3.3 MB.
"""
ALIKE: Final = frozenset({
    *("club-zip", "api-club-export", "api-club-export-zip"),
    *("api-crew-export", "api-crew-export-zip", "api-crew-export-csv"),
})  # fmt: skip
"""Files with the rows of a file that is measured; with WIDE=1 they are measured too."""
QUERY_NEEDED: Final = {
    "compare",
    "replay-line",
    "club-head-to-head-csv",
    "club-head-to-head-picture",
    "api-club-head-to-head",
}
PAIR = "crew=crew-number-0&other=crew-number-1"
HEAVIEST: Final = {
    "traveller": ["page=2"],
    "challenge-list": ["page=2"],
    "crew-people": ["page=2"],
    "club-news": ["page=2"],
    "challenge-accesses": ["page=2"],
    "crew-statistics": ["campaign=1"],
    "replay": ["step=5"],
    "replay-line": ["from=1"],
    "club-head-to-head": [PAIR],
    "club-head-to-head-csv": [PAIR],
    "club-head-to-head-picture": [PAIR],
    "api-club-head-to-head": [PAIR],
}
"""Addresses with queries."""
NOT_SHOWN: Final = {
    name: reason
    for reason, names in {
        "it leads elsewhere": "account_confirm_login_code account_set_password address-drop "
        "challenge-delete crew-name table-log",
        "a stream has an answer of its own without Redis": "api-challenge-stream api-import-stream api-table-stream "
        "browser-stream challenge-stream import-stream room-stream table-stream table-lost",
        "its link is one of a mail": "address-confirm addresses-take-back mail-stop invite",
        "two crews that merge": "crew-merge api-crew-merge api-merge",
        "one photo of an entry": "api-entry-photo campaign-photo",
        "it is measured on races": "api-traveller-races",
        "at a real table: one hand for each of five seats": "real-table report sheets seat-page api-table-real-table",
        "a private club has none; its own is `calendar`": "club-calendar",
        "administrators and organizers return a lesson": "player-lesson-return",
        "the deal of the day is still open": "api-daily-board",
        "there is none": "api-nowhere component-list device-known friends-deal metrics room-practice typed-line",
    }.items()
    for name in names.split()
}
"""Why nobody is shown the page here."""


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
        closed_world.close(full, alice)
        return full


def test_no_answer_is_slow_or_long_with_every_quota_used_up(
    world: World, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    """Each page that answers GET is shown to one of the readers at least, aside from those that are named."""
    found, unseen = [], []
    with time_machine.travel(NOON + HOUR, tick=False):
        readers = (signed_in(alice), signed_in(charlie), Client())
        for name, address in addresses(world):
            statuses = set()
            for browser in readers:
                answer = measured(browser, address, tries=1 if name in FILES else TRIES)
                statuses.add(answer.status)
                found += [f"{address}: {answer}"] if answer.is_beyond(*FILES.get(name, (SECONDS, BYTES))) else []
                if name in FILES and answer.status == HTTPStatus.OK:
                    break
            if (HTTPStatus.OK in statuses) == (name in NOT_SHOWN) and HTTPStatus.METHOD_NOT_ALLOWED not in statuses:
                unseen.append(f"{address}: {sorted(statuses)}, {NOT_SHOWN.get(name, 'shown')}")
    assert not found + unseen, "\n".join(found + unseen)


def addresses(world: World) -> Iterator[tuple[str, str]]:
    """Yield the name and the address of every page, and of those with queries that have more to show."""
    queries = HEAVIEST | {"compare": [str(world.words["compare"])]}
    for name, blanks in stage.patterns():
        address = reverse(name, kwargs={key: world.fill(name, key) for key in blanks})
        if name in ALIKE and not wide.WIDE:
            continue
        if name not in QUERY_NEEDED:
            yield name, address
        yield from ((name, f"{address}?{query}") for query in queries.get(name, ()))


@dataclass(frozen=True)
class Measured:
    """The status of an answer, the processor's time that it took (the best of a few), and its length in bytes."""

    status: int
    seconds: float
    length: int

    def is_beyond(self, seconds: float, length: int) -> bool:
        """Return whether it is slower or longer than this, or a failure of the server."""
        return self.seconds > seconds or self.length > length or self.status >= HTTPStatus.INTERNAL_SERVER_ERROR

    def __str__(self) -> str:
        return f"{self.status}, {self.seconds:.2f} s, {self.length:,} bytes"


def measured(browser: Client, address: str, *, tries: int) -> Measured:
    """Get the page; a view that fails raises its error here."""
    best = Measured(0, float("inf"), 0)
    for _number in range(tries):
        begun = time.thread_time()
        with transaction.atomic():
            answer = browser.get(address)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
            transaction.set_rollback(True)
        best = Measured(answer.status_code, min(best.seconds, time.thread_time() - begun), len(body))
        if best.seconds <= SECONDS:
            break
    return best
