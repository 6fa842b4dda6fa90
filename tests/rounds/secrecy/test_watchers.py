"""Watchers of two deals that are equal in public: every byte that they are sent is the same, at every moment.

They and the players talk meanwhile.
"""

from __future__ import annotations

import os
from functools import partial
from random import Random
from types import SimpleNamespace

import pytest

from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.lib.exceptions import Refusal
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from logbook.talk.phrases import PHRASES
from logbook.talk.services import say
from tests import wide
from tests.conftest import SignedIn, person
from tests.rounds.secrecy.wire import Tapped, Wire, asked, streamed
from tests.rounds.secrecy.wire_scenes import Reader, clock, running, tapped
from tests.rounds.secrecy.worlds import GAMES, Site, elsewhere, tables_begun
from tests.tables.attempts_scenes import state_of

__all__ = ["clock", "running", "tapped"]  # Fixtures.

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ROUNDS = int(os.environ.get("WORLDS", "1"))
MOST_MOVES = 120 if ROUNDS > 1 else 45
EVERY = wide.of(3, 1)
"""Moments of a round are compared after so many moves."""
WHOLE_EVERY = 9
"""The moments after which the pages are compared too, and not only what changes on them."""


@pytest.fixture
def seated(crew: Crew, challenge: Challenge, alice: Player, bob: Player, guest: Player) -> Site:
    """A table of each game that everyone may watch, just dealt."""
    people = (alice, bob, guest)
    tables = tables_begun(crew, people, 0)
    Table.objects.update(watching=Table.Watching.EVERYONE)
    return Site(SimpleNamespace(challenge=challenge), tables, people)  # type: ignore[arg-type]


def watched(site: Site, readers: list[Reader], wire: Wire, *, whole: bool) -> None:
    """Take what streams and the API send watchers of the running tables; with `whole`, request all their pages too."""
    for table in site.tables:
        number, page = Table.objects.values_list("version", flat=True).get(pk=table.pk), f"/tables/{table.pk}/"
        parts = ("round/?seen=0", "log/", "lost/", "watchers/") if whole else (f"round/?seen={max(0, number - 2)}",)
        parts = (*parts, "talk/")
        for reader in readers:
            for name in parts:
                asked(reader.browser, wire, "part", "GET", page + name, headers={"hx-request": "true"})
            if whole:
                asked(reader.browser, wire, "table", "GET", page)
            if reader.player is not None:
                streamed(wire, reader.player, table.pk, max(0, number - 1))
                asked(reader.browser, wire, "api", "GET", f"/api/v1{page}view/", headers=reader.key)
    if whole:
        asked(readers[0].browser, wire, "now-playing", "GET", "/tables/now-playing/")


def moved(site: Site, chance: Random) -> int:
    """Take one action at each table that still plays; return the number of actions."""
    done = 0
    for table in site.tables:
        attempt = Attempt.objects.select_related("table").get(table=table)
        if attempt.state != Attempt.State.PLAYING:
            continue
        state = state_of(attempt)
        actor = min(state.waiting_on)
        texts = [action.text for action in state.legal_actions(actor)]
        quiet = [text for text in texts if not text.startswith("distress")] or texts
        player, seen = site.people[actor], attempt.table.version
        attempts.act(table_id=table.pk, player=player, text=chance.choice(quiet), seen=seen)
        done += 1
    return done


def talked(site: Site, watcher: Player, chance: Random) -> int:
    """Let the watcher or a player say something at a table; return the number of lines."""
    table = chance.choice(site.tables)
    try:
        if chance.random() < 0.5:
            say(table_id=table.pk, by=watcher, text=chance.choice(("Now the nine", "Hm", "They will win")))
        else:
            say(table_id=table.pk, by=chance.choice(site.people), phrase=chance.choice(sorted(PHRASES)))
    except Refusal:  # A race that counts is silent; a player has sent six phrases, or one just now.
        return 0
    return 1


def told(site: Site, tapped: Tapped, readers: list[Reader], *, whole: bool) -> tuple[Wire, Wire]:
    """Return what these readers are sent in this world, and in another one that is equal in public."""
    story = partial(watched, site, readers, whole=whole)
    here = tapped.run(story)
    event_replay._presents.clear()
    there = tapped.run(story, elsewhere(site, None, tapped.monkeypatch, future=True))
    event_replay._presents.clear()
    return here, there


@pytest.mark.slow
@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_watchers_are_sent_the_same_bytes_in_both_deals(
    seated: Site, tapped: Tapped, signed_in: SignedIn, seed: int
) -> None:
    watcher = person("Otto")
    readers, chance = [Reader(None, signed_in), Reader(watcher, signed_in)], Random(seed)
    compared, lines = 0, 0
    for move in range(MOST_MOVES):
        if move % EVERY == 0:
            here, there = told(seated, tapped, readers, whole=move % WHOLE_EVERY == 0)
            differing = [a[0] for a, b in zip(here.said, there.said, strict=True) if a != b]
            assert differing == []
            compared += there.changed
        lines += talked(seated, watcher, chance)
        if not moved(seated, chance):
            break
    assert compared > MOST_MOVES // EVERY  # Most moments had another deal, in all games.
    assert lines > MOST_MOVES // 4
    talk = [content for name, content in here.said if "/talk/" in name]
    assert talk
    assert any("They will win" in str(content) for content in talk)


@pytest.mark.usefixtures("clock")
def test_players_are_sent_other_bytes_in_the_other_deal(
    seated: Site, tapped: Tapped, signed_in: SignedIn, alice: Player
) -> None:
    """The comparison can fail: the worlds differ in what a player holds."""
    here, there = told(seated, tapped, [Reader(alice, signed_in)], whole=True)
    assert there.changed == len(GAMES)
    for table in seated.tables[:2]:  # Every player of a race begins with the same cards.
        name = f"answer GET table /tables/{table.pk}/"
        assert dict(here.said)[name] != dict(there.said)[name]
