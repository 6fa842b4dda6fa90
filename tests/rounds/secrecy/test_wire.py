"""Worlds that a reader cannot distinguish: every byte that the site sends is the same.

Readers request every URL of the site, act, and let the clocks run. All of it happens twice: in the actual world, and
with other hands, another deck and bag, another secret number, and other sealed deals. Responses, mails, webhooks,
events, tasks, cache entries and log lines are compared whole. `WORLDS=20 pytest tests/rounds/secrecy` checks that many
moments of the games, for every reader, and posts to every URL too.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from types import SimpleNamespace

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.urls import reverse

from crewsite import middleware
from logbook.campaigns import tasks as campaigns_tasks
from logbook.challenges import tasks as challenges_tasks
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.leaderboards import tasks as leaderboards_tasks
from logbook.lib import announcements, safe_http
from logbook.notifications import tasks as notifications_tasks
from logbook.people.models.players import Player
from logbook.seasons import tasks as seasons_tasks
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn
from tests.rounds.secrecy.wire import Tapped, Wire, asked, streamed
from tests.rounds.secrecy.wire_scenes import WEEK, Reader, act, acted, clock, dora, people, running, site, tapped
from tests.rounds.secrecy.worlds import Site, elsewhere, secrets_of, tables_begun
from tests.site.permissions_scenes import ROWS
from tests.tables.attempts_scenes import state_of

__all__ = ["clock", "dora", "people", "running", "site", "tapped"]  # Fixtures.

pytestmark = [pytest.mark.django_db, pytest.mark.once]

WORLDS = int(os.environ.get("WORLDS", "0"))
MOMENTS = range(4, 4 + WORLDS) if WORLDS else (11,)
WHOLE, PARTLY = ("bob",), ("dora",)
"""The readers of the daily test: a seated player, and a member who watches."""
SUMS = frozenset({"mission", "mission-list", "leaderboard-list"})
"""The difficulty of a mission over all its deals: a sum that identifies none."""
UNREAD = frozenset(
    row.split()[0]
    for row in ROWS.read_text(encoding="utf-8").splitlines()
    if not row.startswith("#") and row.split()[1] == "GET" and set(row.split()[2:]) == {"405"}
)
"""URLs that accept POST only."""
PRINTED = ("account_", "api-schema", "api-doc", "campaign-pdf", "rules", "task-list", "component-list", "export-format")
"""URLs that are the same whatever is played; they are requested only now and then."""
WILD = ("play Z9", "play B1", "signal P1 highest", "recruit 9 with ST_PURSER")


# --- the story of each world


def walk(site: Site, reader: Reader, wire: Wire, *, posting: bool) -> None:
    """Request every URL of the site."""
    for name, address in site.places():
        if name not in SUMS and (posting or (not name.startswith(PRINTED) and name not in UNREAD)):
            reader.asks(wire, name, address, *(("GET", "POST") if posting and "logout" not in name else ("GET",)))


def part_walk(site: Site, reader: Reader, wire: Wire) -> None:
    """Request every URL of the games."""
    for table, attempt in zip(site.tables, site.attempts, strict=True):
        for name, address in site.places_of(table, attempt):
            if name not in UNREAD:
                reader.asks(wire, name, address, "GET")
        part = {"x-request-id": "two", "hx-request": "true"}
        address = f"/tables/{table.pk}/"
        asked(reader.browser, wire, "news", "GET", f"{address}round/?seen={max(0, table.version - 2)}", headers=part)
        if reader.player is not None:
            streamed(wire, reader.player, table.pk, max(0, table.version - 2))
            for sight in ("table", "hidden"):
                shared = f"{reverse('browser-stream', args=(reader.player.pk,))}?{sight}={table.pk}"
                asked(reader.browser, wire, "browser-stream", "GET", shared)


def refused(site: Site, reader: Reader, wire: Wire) -> None:
    """Try what the reader may not do, on the pages and in the API."""
    for table, attempt in zip(site.tables, site.attempts, strict=True):
        can = state_of(attempt).view(site.seat_of(reader.player)).as_dict().get("legal", ())
        for text in (text for text in WILD if text not in can):
            acted(reader, wire, table.pk, text, table.version)
        acted(reader, wire, table.pk, "agree", 0)


def clocks(clock: time_machine.Traveller) -> None:
    """Run a week of scheduled tasks, up to the day before the challenge closes."""
    for at in (NOON + HOUR, NOON + timedelta(days=4), NOON + 2 * WEEK - 2 * HOUR):
        clock.move_to(at)
        for task in (
            challenges_tasks.open_and_close_due,
            seasons_tasks.recompute_overlooked_scores,
            leaderboards_tasks.recompute_overlooked_results,
            notifications_tasks.send_due_digests,
            campaigns_tasks.log_overlooked_attempts,
            notifications_tasks.send_overlooked_notifications,
            leaderboards_tasks.recompute_strengths,
            notifications_tasks.send_overlooked_notifications,
        ):
            task()
    if WORLDS:
        seasons_tasks.announce_due_weeks()  # This announces another challenge and prepares all its deals.
    clock.move_to(NOON + HOUR)


def differing(one: Wire, other: Wire) -> list[str]:
    """Return the differences."""
    names = [(a[0], b[0]) for a, b in zip(one.said, other.said, strict=False) if a != b]
    return [f"{len(one.said)} {len(other.said)} {names[:5]}"] if names or len(one.said) != len(other.said) else []


# --- comparison of worlds


def compared(site: Site, tapped: Tapped, reader: Reader, story: Callable[[Wire], None], *, future: bool) -> Wire:
    """Run the story in both worlds: nothing may differ, and nothing hidden may appear."""
    here = tapped.run(story)
    there = tapped.run(story, elsewhere(site, reader.player, tapped.monkeypatch, future=future))
    assert there.changed >= 2
    assert differing(here, there) == []
    assert here.holding(*secrets_of(site)) == []
    return here


@pytest.mark.slow
@pytest.mark.parametrize("moves", MOMENTS)
def test_the_site_sends_the_same_in_all_worlds_a_reader_may_be_in(
    site: Site, tapped: Tapped, signed_in: SignedIn, clock: time_machine.Traveller, people: dict[str, Player | None]
) -> None:
    readers = {who: Reader(player, signed_in) for who, player in people.items()}
    for who in people if WORLDS else WHOLE:
        heard = compared(site, tapped, readers[who], partial(looked, site, readers[who], clock), future=True)
        assert [kind for kind in ("answer", "log", "cache", "mail", "queue", "webhook") if not heard.of(kind)] == []
    for who in people if WORLDS else PARTLY:
        compared(site, tapped, readers[who], partial(part_walk, site, readers[who]), future=True)
    waited_for = {seat for attempt in site.attempts for seat in attempt.waiting_on}
    for seat, who in enumerate(("alice", "bob", "guest")):
        reader = readers[who]
        if seat in waited_for if WORLDS else seat == min(waited_for):
            heard = compared(site, tapped, reader, partial(acting, site, reader), future=False)
            assert heard.of("event"), "the others are told that the table has moved"


def looked(site: Site, reader: Reader, clock: time_machine.Traveller, wire: Wire) -> None:
    walk(site, reader, wire, posting=bool(WORLDS))
    refused(site, reader, wire)
    clocks(clock)


def acting(site: Site, reader: Reader, wire: Wire) -> None:
    assert act(site, reader, wire)
    part_walk(site, reader, wire)


# --- a leak is found


LEAKS = ("answer", "header", "log", "mail", "cache", "event", "webhook")


@pytest.mark.usefixtures("clock")
def test_whatever_leaks_is_found(
    crew: Crew, challenge: Challenge, alice: Player, bob: Player, guest: Player, tapped: Tapped, signed_in: SignedIn
) -> None:
    """The comparison can fail: it notices a card of another hand in each of these outputs."""
    world, seated = SimpleNamespace(challenge=challenge), (alice, bob, guest)
    site = Site(world, tables_begun(crew, seated, 11), seated)  # type: ignore[arg-type]
    reader = Reader(bob, signed_in)
    for leak in LEAKS:
        story = partial(leaking, site, reader, leak)
        here = tapped.run(story)
        there = tapped.run(story, elsewhere(site, bob, tapped.monkeypatch, future=True))
        assert differing(here, there), leak
    quiet = partial(leaking, site, reader, "")
    assert differing(tapped.run(quiet), tapped.run(quiet)) == []


def leaking(site: Site, reader: Reader, leak: str, wire: Wire) -> None:
    hidden = " ".join(str(state_of(attempt).view(2).as_dict()["hand"]) for attempt in site.attempts[:2])
    with pytest.MonkeyPatch.context() as patch:
        if leak == "answer":
            Player.objects.filter(pk=reader.player.pk).update(name=hidden[:40])  # type: ignore[union-attr]
        elif leak == "header":
            patch.setattr(middleware, "POLICY", hidden.replace("\n", ""))
        elif leak == "log":
            logging.getLogger("logbook").info("dealt %s", hidden)
        elif leak == "mail":
            mail.send_mail("A letter", hidden, "site@example.org", ["bob@example.org"])
        elif leak == "cache":
            cache.set("held", hidden)
        elif leak == "event":
            announcements.announce(len(hidden) and sum(hidden.encode()), 1)
        elif leak == "webhook":
            safe_http.post(safe_http.target_of("https://hooks.example.org/1"), hidden.encode())
        reader.asks(wire, "profile", "/profile/", "GET")
