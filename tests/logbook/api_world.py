"""A site with one of everything, and the addresses of it, for tests that go through the whole API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from logbook.models import Attempt, Challenge, Club, Crew, JoinRequest, Player, Table
from logbook.services import attempts, campaigns, challenges, lines, news, series, tables, tokens
from logbook.services.lines import Present
from tests.logbook.challenges import HOUR, make

ALL = ("read", "play", "write", "manage")


@dataclass(frozen=True)
class World:
    """What there is, by the names that the API's addresses give it."""

    key: str
    here: Mapping[str, Any]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}


def key_of(player: Player, *scopes: str) -> str:
    _token, key = tokens.token_make(player=player, name="test", scopes=scopes or ALL, days=30)
    return key


def bearer(player: Player, *scopes: str) -> dict[str, str]:
    """Headers for Django's test client."""
    return {"authorization": f"Bearer {key_of(player, *scopes)}"}


def a_table(player: Player, *, crew: Crew | None = None, dealt: bool = True) -> Table:
    """A table of the player and two bots."""
    table = tables.table_open(player=player, game="planet-nine", mission="1", players=3, crew=crew)
    for number in (1, 2):
        tables.bot_put(table_id=table.pk, by=player, number=number, bot="random")
    if dealt:
        attempts.attempt_start(table_id=table.pk, player=player)
    return Table.objects.get(pk=table.pk)


def finished(player: Player) -> Attempt:
    """An attempt that was given up, at a table of its own."""
    table = a_table(player)
    attempts.attempt_abandon(table_id=table.pk, player=player, seen=table.version)
    return table.attempts.get()


def open_challenge(club: Club, by: Player) -> Challenge:
    """A challenge that is open now."""
    now = timezone.now()
    challenge = make(club, by, missions=["1"], opens_at=now - HOUR, closes_at=now + 48 * HOUR)
    challenges.challenge_prepare(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


def make_world(alice: Player, bob: Player, charlie: Player, crew: Crew, club: Club) -> World:
    """One of everything: Alice owns the club and founded the crew, Charlie knocks at the door."""
    today = date(2026, 11, 20)
    campaign = campaigns.campaign_open(crew=crew, by=alice, game="planet-nine", name="Winter")
    line = lines.line_add(
        campaign=campaign, by=alice, key=uuid4(), mission="1", won=True, played_on=today, attendance=[Present(alice)]
    )
    season = series.season_create(
        club=club, by=alice, name="Spring", starts_on=today, ends_on=today + timedelta(days=90), best_n=3
    )
    Club.objects.filter(pk=club.pk).update(public=True)
    asking = JoinRequest.objects.create(club=club, player=charlie, words="Hello")
    post = news.news_write(club=club, by=alice, title="News", text="We play on Fridays.")
    here = {
        "slug": (club.slug, crew.slug),
        "crew": crew.slug,
        "game": "planet-nine",
        "mission": "1",
        "campaign": campaign.pk,
        "line": line.pk,
        "player": bob.pk,
        "id": (asking.pk, post.pk),
        "season": season.pk,
        "challenge": open_challenge(club, alice).pk,
        "table_id": a_table(alice).pk,
        "attempt": finished(alice).pk,
    }
    return World(key_of(alice), here)
